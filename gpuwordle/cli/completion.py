"""What a shell offers when Tab is pressed after an option."""

from __future__ import annotations


def strategies(incomplete: str) -> list[tuple[str, str]]:
    """Offer strategies, with what they do."""
    from gpuwordle.strategies.table import known_strategies

    return [
        (known.name, (known.kind.__doc__ or "").partition("\n")[0])
        for known in known_strategies()
        if known.kind is not None and known.name.startswith(incomplete)
    ]


def vocabularies(incomplete: str) -> list[tuple[str, str]]:
    """Offer named lists; files are the shell's to offer where none of them is meant."""
    from gpuwordle.words.known import known_lists

    return [
        (known.name, known.about) for known in known_lists() if known.name.startswith(incomplete)
    ]


def backends(incomplete: str) -> list[str]:
    """Offer backends."""
    from gpuwordle.backends.table import BACKENDS

    return [name for name in ("auto", *BACKENDS) if name.startswith(incomplete)]
