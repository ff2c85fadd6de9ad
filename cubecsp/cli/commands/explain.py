"""`explain`: why no cube satisfies some rules, and what would have to give."""

from __future__ import annotations

import argparse

from cubecsp.cli import engine_options, options, output
from cubecsp.cli.command import Command
from cubecsp.cli.found import RULE_HELP
from cubecsp.cli.printer import Printer
from cubecsp.questions import progress
from cubecsp.questions.explain import Explain
from cubecsp.questions.given import pattern_of
from cubecsp.questions.limits import MOST_KNOWN, Limits
from cubecsp.questions.wording import plural

SUMMARY = "why no cube satisfies the rules, and what would have to give"
DESCRIPTION = """\
If no cube satisfies all of the given rules, say which of them clash: every minimal conflict, confirmed
by a second engine; and what would have to give: every minimal choice of rules to drop, with a cube that
satisfies the others, and how many such cubes there are. The laws of twist, flip and parity count as rules
here, so that you see when taking the cube apart would help. If some cubes do satisfy the rules, say which
other rules of the list hold for all of these cubes, which for some, and which for none."""
EPILOG = """\
examples:
  python -m cubecsp explain perfect-scramble no-piece-home
  python -m cubecsp explain perfect-scramble --beyond 48       (why there are no others)
  python -m cubecsp explain solved=F2L no-piece-home
  python -m cubecsp explain perfect-scramble                   (what else holds for them)

exit codes: 0 answered, 2 malformed, 3 stopped before complete"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("rules", nargs="+", metavar="RULE", help=RULE_HELP)
    parser.add_argument(
        "--beyond",
        type=options.whole,
        default=0,
        metavar="N",
        help="allow N cubes to satisfy the rules, and say why there are no others "
        f"(default: 0; at most {MOST_KNOWN:,})",
    )
    options.add_size(parser)
    group = parser.add_argument_group("search")
    engine_options.add_engine(group)
    engine_options.add_allow(group)
    options.add_time_limit(group)
    group = parser.add_argument_group("output")
    options.add_json(group)
    options.add_pictures(group)


def run(args: argparse.Namespace) -> int:
    """Explain, and print."""
    pattern = pattern_of(args.rules, args.size, args.allow)
    output.print_notes(pattern, args.command)
    output.prepare(args)
    query = Explain(
        pattern, engine_options.engine(args), Limits.of(None, args.time_limit), args.beyond
    )
    with output.progress_bar("explaining") as show:
        answer = query.stream(on_progress=progress.explaining(show)).collect()
    if args.verbose and answer.satisfiable is False:
        output.remark(f"{plural(answer.searches, 'search')} for a cube")
    if args.json:
        output.print_json(answer)
    else:
        Printer(args, report=True).say(answer.explanation())
    tell = output.remark if args.json else output.say
    output.draw(args, answer, f"cubecsp explain {' '.join(args.rules)}", tell)
    return output.exit_code(answer)


COMMAND = Command.by_hand("explain", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
