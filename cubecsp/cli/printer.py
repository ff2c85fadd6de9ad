"""The printer of answers: things on standard output, one on each line, and sentences about them.

On a terminal everything is for people and goes to standard output: nets, things with details, sentences.
Otherwise standard output has only the things, a cube or a sequence of moves on each line, as every command
reads them; sentences go to standard error, and nets are not drawn. Details of each thing are shown to people,
and are in the JSON. `--color always` gives a pipe, such as one to `less -R`, what a terminal gets.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection

from cubecsp.cli import output
from cubecsp.puzzle.core.sequences import SOLVED
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.questions.answers.answer import CubeReport

__all__ = ["Printer"]


def is_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return sys.stdout.isatty()


class Printer:
    """Prints the answer of a command.

    Args:
        args: the arguments of the command, including `color` if it has that option.
        report: whether the answer is a text for people, not things, wherever it is printed.

    Attributes:
        for_people: whether the output goes to a terminal, or is to look as if it did.
        colour: whether nets are coloured.
    """

    def __init__(self, args: argparse.Namespace, *, report: bool = False) -> None:
        choice = getattr(args, "color", "never")
        self.colour = choice != "never" and output.wants_colour(args)
        self.for_people = report or choice == "always" or is_terminal()

    def give(self, thing: str, details: str = "", *, label: str = "", flush: bool = False) -> None:
        """Print a cube, or moves, on a line; for people with a label before it and details behind."""
        if self.for_people:
            thing = "  ".join(filter(None, [label, thing, details]))
        output.say(thing, flush=flush)

    def give_moves(self, report: CubeReport, none: str = "", *, flush: bool = False) -> None:
        """Print the moves of a report on a line; for people, `none` if there are none to apply."""
        empty = none if self.for_people else SOLVED
        self.give(report.written or empty, report.details, flush=flush)
        self.link(report)

    def link(self, report: CubeReport) -> None:
        """Print the link of a report, if it has one."""
        if report.link:
            self.say(report.link)

    def in_one(self, report: CubeReport) -> None:
        """Print the one sequence to which moves on both sides amount, if the report has such moves."""
        if report.in_one is not None:
            self.say(f"in one    {report.in_one or SOLVED}")

    def say(self, text: object = "") -> None:
        """Print a sentence; blank lines are for people.

        It follows the things that it is about, or is left out if these cannot be written.
        """
        if self.for_people:
            output.say(text)
        elif str(text).strip():
            output.flush()
            output.remark(str(text).strip("\n"))

    def cube(self, report: CubeReport, caption: str) -> None:
        """Draw the cube of a report, for people; states of other puzzles have no nets of letters."""
        if report.of_cube:
            self.net(report.facelets, caption, scheme=report.scheme)

    def net(
        self,
        letters: str,
        caption: str,
        *,
        marked: Collection[int] = (),
        scheme: str = FACES,
        which: str = "",
    ) -> None:
        """Draw the net of a facelet string, for people, in the colours or letters of `scheme`.

        Args:
            letters: the facelet string.
            caption: a clause that describes the net, printed above it.
            marked: facelets that are marked.
            scheme: the user's characters for the colours, as in `Facelets.scheme`.
            which: the marked stickers in words; if the net is in letters, a note says how they are written.
        """
        if not self.for_people:
            return
        if caption:
            output.say(f"{caption}:")
        output.print_net(letters, colour=self.colour, marked=marked, scheme=scheme, which=which)
