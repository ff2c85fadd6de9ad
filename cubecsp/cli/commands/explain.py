"""`explain`: why no cube satisfies some rules, and which to drop."""

from __future__ import annotations

import argparse

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import Json, Pictures
from cubecsp.cli.print_cubes import title_of
from cubecsp.cli.printer import Printer
from cubecsp.cli.progress_bar import progress_bar
from cubecsp.cli.query_options import query_of
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.explain import Explain

DESCRIPTION = """\
If no cube satisfies all of the given rules, say which of them conflict: every minimal conflict, confirmed
by a second engine; and which to drop: every minimal choice of rules, with a cube that satisfies the others,
and how many such cubes there are. The invariants of twist, flip and parity count as rules
here, so that you see when taking the cube apart would help. If some cubes do satisfy the rules, say which
other rules of the list hold for all of these cubes, which for some, and which for none."""
EPILOG = """\
examples:
  cubecsp explain perfect-scramble no-piece-home
  cubecsp explain perfect-scramble --beyond 48       (why there are no others)
  cubecsp explain solved=F2L no-piece-home
  cubecsp explain perfect-scramble                   (what else holds for them)

exit codes: 0 answered, 2 invalid input, 3 stopped before complete"""


def run(args: argparse.Namespace) -> int:
    """Explain, and print."""
    with progress_bar("explaining") as show:
        query = query_of(args, Explain, show=show)
        output.print_notes(query.pattern.notes(), args.command)
        output.prepare(args, query.pattern.puzzle)
        answer = query.answer()
    if args.verbose and answer.satisfiable is False:
        output.remark(f"{plural(answer.searches, 'search')} for a cube")
    if args.json:
        output.print_json(answer)
    else:
        Printer(args, report=True).say(answer.explanation())
    tell = output.remark if args.json else output.say
    output.draw(args, answer, f"cubecsp explain {title_of(args)}", tell)
    return output.exit_code(answer)


COMMAND = Command("explain", DESCRIPTION, EPILOG, run, (Explain,), (Json, Pictures))
