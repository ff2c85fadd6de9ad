"""The values of a file of results/: the questions in words, with the commands that answer them."""

from __future__ import annotations

from dataclasses import dataclass

from kept import PublishedAnswer

__all__ = ["CUBECSP", "Page", "Wanted", "counted"]

CUBECSP = "python -m cubecsp"


@dataclass(frozen=True)
class Wanted:
    """A value to be asked for.

    Attributes:
        asked: the question in words.
        command: the command that answers it.
        read: which part of its JSON is the answer.
        published: published answers of others.
        otherwise: estimates to ask for if the answer takes too long: one after the other, until one is
            good; if none is, the best of them counts.
        of_many: see `Value`.
    """

    asked: str
    command: str
    read: str = "count"
    published: tuple[PublishedAnswer, ...] = ()
    otherwise: tuple[str, ...] = ()
    of_many: bool = False


@dataclass(frozen=True)
class Page:
    """A result to be made: the texts of its file, and the values that are wanted for it."""

    title: str
    about: str
    wanted: tuple[Wanted, ...]


def counted(question: str, rules: str, *published: PublishedAnswer, read: str = "count") -> Wanted:
    """Return a count that is wanted, of the cubes that satisfy some rules."""
    return Wanted(question, f"{CUBECSP} count {rules}", read, published)
