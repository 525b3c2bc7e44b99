"""A vocabulary as it travels to other processes and machines."""

from __future__ import annotations

from dataclasses import dataclass

from gpuwordle.words.vocabulary import Vocabulary


@dataclass(frozen=True)
class PackedWords:
    """A vocabulary as plain text: small to send and quick to rebuild.

    Attributes
    ----------
    name : str
        Its name.
    guesses : str
        The guesses, one a line.
    answers : str or None
        The answers, one a line; None where they are the guesses.
    """

    name: str
    guesses: str
    answers: str | None

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> PackedWords:
        """Pack a vocabulary."""
        same = vocabulary.answers == vocabulary.guesses
        answers = None if same else "\n".join(vocabulary.answers)
        return cls(vocabulary.name, "\n".join(vocabulary.guesses), answers)

    def vocabulary(self) -> Vocabulary:
        """Unpack it."""
        guesses = self.guesses.split("\n")
        answers = guesses if self.answers is None else self.answers.split("\n")
        return Vocabulary(self.name, answers, guesses)
