"""`results`: what was found, with the commands that find it again."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import field
from typing import Annotated

from cubecsp.cli import output
from cubecsp.cli.codes import ANSWERED, NO, STOPPED
from cubecsp.cli.command import Command
from cubecsp.cli.options import Json
from cubecsp.cli.printer import Printer
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.errors import InputError
from cubecsp.questions.answers.wording import duration, plural, seconds_taken
from cubecsp.questions.asking import progress
from cubecsp.questions.asking.parameter import Param, options
from cubecsp.questions.asking.value_kinds import Flag, Many, Text
from cubecsp.questions.results import QUICK, Checked, Figure, Result, check, named

CHECK = "check"

DESCRIPTION = f"""\
List the results that are kept; with names, show their figures, each with the command that gives it, how
long that took, and what others have published about it. With the word check in front, run the commands
again and compare: exact numbers have to be equal, and the intervals of estimates have to overlap.
Commands that took more than {QUICK:g} seconds are left out without --all."""
EPILOG = """\
examples:
  python -m cubecsp results
  python -m cubecsp results 2x2x2
  python -m cubecsp results check 2x2x2
  python -m cubecsp results check --all      (two to three hours)

exit codes: 0 answered, 1 a figure differs, 2 malformed, 3 some commands were stopped before \
they were complete"""


@options
class Asked(Json):
    """The options of `results`."""

    names: Annotated[
        tuple[str, ...],
        Param(f"results to show; or {CHECK}, and results to check", Many(Text("NAME"))),
    ] = field(default=(), kw_only=False)
    all: Annotated[bool, Param(f"with {CHECK}: also run the commands that take long", Flag())] = (
        False
    )


def run(args: argparse.Namespace) -> int:
    """List, show or check."""
    first, *names = args.names or [""]
    if first == CHECK:
        return _check(names, args)
    if args.all:
        raise InputError("--all is for checking", f"write it as: results {CHECK} --all")
    results = named(args.names, [CHECK])
    if args.json:
        output.print_json({"results": [_entry(one) for one in results]})
    elif args.names:
        for one in results:
            _show(one)
    else:
        _list(results)
    return ANSWERED


def _entry(result: Result) -> dict[str, object]:
    return {"name": result.name, **result.as_dict()}


def _list(results: list[Result]) -> None:
    width = max(len(result.name) for result in results)
    for result in results:
        output.say(
            f"{result.name:{width}}  {result.title} ({plural(len(result.figures), 'figure')})"
        )


def _show(result: Result) -> None:
    output.say(f"{result.name}: {result.title}\n\n{result.about}")
    for figure in result.figures:
        output.say(f"\n{figure.asked}\n    {figure.written()}")
        output.say(f"    {figure.command}  ({figure.how()})")
        for other in figure.published:
            remark = f": {other.remark}" if other.remark else ""
            output.say(f"    published: {other.answer}, {other.source}{remark}")


def _check(names: list[str], args: argparse.Namespace) -> int:
    """Ask again, and print each figure as soon as it is known."""
    checked = []
    printer = Printer(args, report=True)
    with progress_bar("checking") as show:
        for one in check(names, everything=args.all, on_asked=_asking(show)):
            checked.append(one)
            if not args.json:
                printer.say(_line(one))
    code = _code(checked)
    if args.json:
        output.print_json(
            {"checked": [one.as_dict() for one in checked], "agree": code == ANSWERED}
        )
    else:
        printer.say(_verdict(checked))
    return code


def _asking(show: progress.Show | None) -> Callable[[Figure, float], None] | None:
    """Return the callback to run before each figure; None shows nothing."""
    if show is None:
        return None
    return lambda figure, share: show(share, f"{figure.asked}, {duration(figure.seconds)}")


def _line(checked: Checked) -> str:
    """Return the outcome for a figure, as a line."""
    what = f"{checked.result}, {checked.figure.asked}"
    if checked.now is None:
        if checked.problem:
            return f"no answer  {what}: {checked.problem}"
        return f"left out   {what}: takes {duration(checked.figure.seconds)}"
    if checked.agrees:
        return f"agrees     {what}: {checked.now.written()} ({seconds_taken(checked.now.seconds)})"
    return f"DIFFERS    {what}: {checked.now.written()}, and not {checked.figure.written()}; {checked.figure.command}"


def _verdict(checked: list[Checked]) -> str:
    """Return how many figures agree, and the outcome for the others."""
    agree, differ, silent, left = (
        [one for one in checked if chosen(one)]
        for chosen in (
            lambda one: one.agrees,
            lambda one: one.agrees is False,
            lambda one: one.problem,
            lambda one: one.now is None and not one.problem,
        )
    )
    parts = [f"{plural(len(agree), 'figure')} {'agrees' if len(agree) == 1 else 'agree'}"]
    if differ:
        parts.append(f"{len(differ)} {'differs' if len(differ) == 1 else 'differ'}")
    if silent:
        parts.append(f"{len(silent)} got no answer")
    if left:
        seconds = sum(one.figure.seconds for one in left)
        parts.append(f"{len(left)} left out, which take {duration(seconds)} (--all)")
    return f"{'; '.join(parts)}."


def _code(checked: list[Checked]) -> int:
    if any(one.agrees is False for one in checked):
        return NO
    return STOPPED if any(one.problem for one in checked) else ANSWERED


COMMAND = Command("results", DESCRIPTION, EPILOG, run, options=(Asked,))
