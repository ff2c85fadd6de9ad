"""The output of answers: JSON, plain text, or coloured nets on a terminal."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from cubecsp.cli.exit_codes import ANSWERED, NO, STOPPED
from cubecsp.errors import InputError, excerpt, visible
from cubecsp.puzzle.cube.geometry import FACES, UNKNOWN
from cubecsp.questions.answers.answer import Answer, Status, Stop
from cubecsp.questions.answers.report_block import Found, ReportBlock

if TYPE_CHECKING:
    from cubecsp.models.core.pattern import Pattern
    from cubecsp.puzzle.core.puzzle import Puzzle


def exit_code(answer: Answer) -> int:
    """Return the exit code of an answer; a search that ended with the wanted number of cubes was not stopped.

    For answers about several cubes, it is the highest code.
    """
    if answer.parts and answer.stopped is None:
        return max(map(exit_code, answer.parts))
    if answer.status is Status.UNKNOWN or answer.stopped in (Stop.TIME, Stop.COST, Stop.INTERRUPT):
        return STOPPED
    if answer.falls_short or any(report.unsolved for report in answer):
        return STOPPED
    return NO if answer.status is Status.INFEASIBLE else ANSWERED


def say(text: object = "", *, end: str = "\n", flush: bool = False) -> None:
    """Print a text on standard output, everything visible but its line breaks."""
    print(_visible_lines(str(text)), end=end, flush=flush)


def remark(text: object) -> None:
    """Print a text on standard error, everything visible but its line breaks."""
    print(_visible_lines(str(text)), file=sys.stderr)


def _visible_lines(text: str) -> str:
    return text if text.isprintable() else "\n".join(map(visible, text.split("\n")))


def print_data(text: str) -> None:
    """Print data to be kept in a file, such as a picture: in UTF-8, unchanged."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # somebody's own standard output, as in a notebook
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    buffer.write(text.encode("utf-8"))


def flush() -> None:
    """Flush what was printed."""
    sys.stdout.flush()


class _HasDict(Protocol):
    """Objects that can be printed as JSON."""

    def as_dict(self) -> dict[str, Any]:
        """Return the object."""


def print_json(answer: _HasDict | Mapping[str, Any], errors: Iterable[_HasDict] = ()) -> None:
    """Print an answer as one JSON object, its characters escaped if they cannot be shown.

    Args:
        answer: the answer.
        errors: the bad cubes among the others.
    """
    data = dict(answer) if isinstance(answer, Mapping) else answer.as_dict()
    faults = [error.as_dict() for error in errors]
    if faults:
        data["errors"] = faults
    in_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(data, indent=2, ensure_ascii=not in_unicode)
    print("\n".join(line if line.isprintable() else _escaped(line) for line in text.split("\n")))


class JsonStream:
    """Prints an answer as one JSON object while its cubes are found, so that none has to be kept.

    The cubes come first, each on a line. Use it in `with`: if an error ends the work, `print_error` adds it
    at the end of the object. An `OSError`, which JSON does not report, closes the object.
    """

    unfinished: ClassVar[bool] = False
    """Whether an object was left open for `print_error`."""

    def __init__(self) -> None:
        self._begun = self._ended = False

    def give(self, found: Found) -> None:
        """Print a cube, or a block of cubes."""
        each = found.as_json() if isinstance(found, ReportBlock) else [json.dumps(found.as_dict())]
        text = ",\n    ".join(each)
        print(f"{',' if self._begun else _BEGINNING}\n    {text}", end="")
        self._begun = True

    def end(self, answer: Answer) -> None:
        """Print the entries of the answer other than its cubes."""
        rest = answer.as_dict()
        del rest["cubes"]
        text = json.dumps(rest, indent=2)
        print(f"{'' if self._begun else _BEGINNING}\n  ],{text[1:]}")
        self._ended = True

    def __enter__(self) -> JsonStream:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _where: object) -> None:
        if self._begun and not self._ended:
            JsonStream.unfinished = not isinstance(error, OSError)
            if not JsonStream.unfinished:
                print("\n  ]\n}")


def print_error(error: Mapping[str, Any]) -> None:
    """Print an error as a JSON object, or at the end of one whose cubes are printed already."""
    if not JsonStream.unfinished:
        print_json({"error": error})
        return
    JsonStream.unfinished = False
    print(f"\n  ],{json.dumps({'error': error}, indent=2)[1:]}")


_BEGINNING = '{\n  "cubes": ['


def _escaped(line: str) -> str:
    """Return a line of JSON with what cannot be printed escaped, as is allowed in its strings."""
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)


def wants_colour(args: argparse.Namespace) -> bool:
    """Return whether nets are to be coloured."""
    return shows_colour() if args.color == "auto" else bool(args.color == "always")


def shows_colour() -> bool:
    """Return whether standard output is a terminal that is to show colours.

    `NO_COLOR` (no-color.org) and `TERM=dumb` say that it is not.
    """
    is_allowed = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return is_allowed and sys.stdout.isatty()


def in_scheme(letters: str, scheme: str) -> str:
    """Return a facelet string in the letters of the user, `Facelets.scheme`."""
    return letters if scheme == FACES else letters.translate(str.maketrans(FACES, scheme))


def print_net(
    letters: str,
    *,
    colour: bool,
    marked: Collection[int] = (),
    scheme: str = FACES,
    which: str = "",
) -> None:
    """Print the net of a facelet string, in the colours or letters of the user's `scheme`.

    A note below says how the marked stickers are written; `which` names them.
    """
    if colour:
        from cubecsp.pictures.terminal import coloured_console, net_coloured

        console = coloured_console()
        few = console.color_system in ("standard", "windows")
        net = net_coloured(letters, marked=marked, scheme=scheme, few=few)
        console.print(net, soft_wrap=True)  # neither wrapped nor cut at the width of the terminal
        if marked and which:
            say(f"(* marks the stickers {which})")
    else:
        from cubecsp.pictures.terminal import marked_small, net_letters

        say(net_letters(letters, marked=marked, scheme=scheme))
        if marked and which:
            how = "small" if marked_small(letters, marked, scheme) else "in brackets"
            unknown = (
                ", * if unknown"
                if how == "small" and UNKNOWN in map(letters.__getitem__, marked)
                else ""
            )
            say(f"(the stickers {which} are written {how}{unknown})")


def print_note(query: Mapping[str, Any], args: argparse.Namespace) -> None:
    """Print the note of a question, if it has one, on standard error; JSON has it."""
    print_notes([query["note"]] if "note" in query and not args.json else [], args.command)


def print_notes(notes: Iterable[str], command: str) -> None:
    """Print the notes about the rules of a question on standard error."""
    for note in notes:
        remark(f"cubecsp {command}: note: {note}")


def print_filters(pattern: Pattern, method: str, command: str) -> None:
    """Print which rules filter candidates, if the method had an engine find all cubes."""
    if method == "listing":
        print_notes(pattern.notes_on_filters(), command)


def print_engine(answer: Answer) -> None:
    """Print on standard error which engine was used, why, and its time and steps."""
    reason = answer.query.get("engine_reason", "asked for")
    used = answer.query["symmetries"]
    symmetries = "no symmetry" if used == 1 else f"{used} symmetries"
    remark(f"{answer.query['engine']} engine: {reason}; {symmetries} used")
    if answer.statistics is not None:
        remark(answer.statistics.sentence())


def prepare(args: argparse.Namespace, puzzle: Puzzle) -> None:
    """Make sure, before the work begins, that a puzzle can be drawn and its pictures written."""
    if str(args.output) == "-":
        raise InputError(
            "-o - asks for a folder of pictures on standard output", "name a folder: -o pictures"
        )
    if args.view is not None and args.output is None:
        raise InputError("--view is for pictures", "name a folder for them: -o pictures")
    if args.output is not None:
        from cubecsp.files import prepare_folder
        from cubecsp.pictures.gallery import require_drawable

        require_drawable(puzzle)
        if args.output.suffix in (".svg", ".png", ".pdf"):
            raise InputError(
                f"{excerpt(args.output.name)} is one picture, not many",
                "name a folder: -o pictures, or one page for all: -o pictures.html",
            )
        if args.output.suffix != ".html":
            prepare_folder(args.output)


def draw(args: argparse.Namespace, answer: Answer, title: str, tell: Callable[[str], None]) -> None:
    """Write the pictures that `-o` asks for, and report their paths."""
    if args.output is not None:
        from cubecsp.files import write_whole
        from cubecsp.pictures import gallery

        told: Any = {
            "title": title,
            "summary": answer.sentence(),
            "pictures": (gallery.picture_of(report, args.view or "net") for report in answer),
        }
        path = args.output
        if path.suffix == ".html":
            write_whole(path, gallery.gallery_page(answer.cubes, **told))
        else:
            *_, path = gallery.write_gallery(path, answer.cubes, **told)
        tell(f"pictures: {path}")
