"""`recognise`: the likeliest solvable cube that shows some measured colours."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.input_files import MOST_JSON, open_input
from cubecsp.cli.output_options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.query_options import query_of
from cubecsp.errors import InputError
from cubecsp.models.recognition.photos import PICTURE_SUFFIXES, measured_faces
from cubecsp.questions.answers.numbers_in_words import percent
from cubecsp.questions.asking.parameter import Param
from cubecsp.questions.asking.value_kinds import Many, Text
from cubecsp.questions.recognise import Recognise, RecognisedCube

DESCRIPTION = """\
Find the likeliest solvable cube, of 2×2×2 to 7×7×7, that shows the colours that a camera or a scanner
measured, in whatever light; say how likely it is that it was another one, and which sticker to look at.
FILE is JSON: red, green and blue of each sticker, or the likelihoods of six colours, in a list face by
face in the order U R F D L B, or in an object by face (U), by sticker (U1), or by the numbers of
scanners. Or FILE are six pictures, one of each face, in any order."""
EPILOG = """\
examples:
  cubecsp recognise scan.json
  cubecsp recognise scan.json --confirm R4=orange
  cubecsp recognise scan.json --faces any        (in any order, turned in any way)
  cubecsp recognise photos/*.jpg                 (one of each face; needs cubecsp[camera])
  cubecsp recognise scan.json | cubecsp solve -

exit codes: 0 answered, 1 no cube explains the colours, 2 invalid input"""

_MOST_CHARACTERS = MOST_JSON // 100


@dataclass
class _MeasurementFiles:
    """The files and colours to read."""

    files: Annotated[
        str | Iterable[str],
        Param(
            "what was measured, in JSON, or - for standard input; or six pictures, one of each face",
            Many(Text("FILE")),
        ),
    ]


def run(args: argparse.Namespace) -> int:
    """Recognise and print."""
    answer = query_of(args, Recognise, **_measurements(args)).answer()
    if args.json:
        output.print_json(answer)
        return output.exit_code(answer)
    printer = Printer(args)
    for report in answer:
        assert isinstance(report, RecognisedCube)
        if report is answer.cubes[0]:
            doubtful = {facelet for other in answer for facelet in other.differs}  # type: ignore[attr-defined]
            printer.net(
                report.facelets,
                "the likeliest cube",
                marked=doubtful,
                scheme=report.scheme,
                which="that are in doubt",
            )
        written = output.in_scheme(report.facelets, report.scheme)
        printer.give(written, percent(report.probability))
    printer.say(answer.sentence())
    return output.exit_code(answer)


def _measurements(args: argparse.Namespace) -> dict[str, Any]:
    """Return the measured colours; faces in pictures may be in any order unless the user says otherwise."""
    if any(Path(name).suffix.lower() in PICTURE_SUFFIXES for name in args.files):
        return {"colours": measured_faces(args.files), "faces": getattr(args, "faces", "any")}
    if len(args.files) > 1:
        raise InputError(
            f"{len(args.files)} files are given",
            "give one in JSON, or six pictures, one of each face; the names of these end in "
            f"{', '.join(PICTURE_SUFFIXES)}",
        )
    return {"colours": _text(args.files[0])}


def _text(name: str) -> str:
    with open_input(name) as (where, stream):
        text = stream.read(_MOST_CHARACTERS + 1)
    if len(text) > _MOST_CHARACTERS:
        raise InputError(f"{where} is longer than {_MOST_CHARACTERS:,} characters")
    return text


COMMAND = Command(
    "recognise",
    DESCRIPTION,
    EPILOG,
    run,
    (Recognise,),
    (_MeasurementFiles, Output),
    gives="cubes",
)
