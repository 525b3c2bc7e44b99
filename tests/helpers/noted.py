"""What tests see of calls that they do not make themselves."""


def noted(patch, owner, name, note=lambda result, *given: result):
    """Let a function do what it does; returns the list of what ``note`` makes of each call.

    ``note`` is given the result and the arguments.
    """
    seen, usual = [], getattr(owner, name)

    def call(*given, **named):
        result = usual(*given, **named)
        seen.append(note(result, *given))
        return result

    patch.setattr(owner, name, call)
    return seen
