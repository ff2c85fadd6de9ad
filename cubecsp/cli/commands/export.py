"""`export`: a question as a file for another solver."""

from __future__ import annotations

import argparse
from pathlib import Path

from cubecsp.cli import engine_options, options, output
from cubecsp.cli.command import Command
from cubecsp.files import write_whole
from cubecsp.models.engines.exports import EXPORTS
from cubecsp.questions.export import export
from cubecsp.questions.given import pattern_of

SUMMARY = "the question as a file for a SAT, pseudo-Boolean, MiniZinc or answer set solver"
DESCRIPTION = """\
Write the rules as a problem for another solver. Its solutions are exactly the cubes that satisfy
the rules; comments in the file say which variable stands for what. A rule that cannot be said so,
such as order=6, is left to import-solution, which reads what the solver prints; a note says which."""
EPILOG = """\
examples:
  python -m cubecsp export perfect-scramble --to cnf -o perfect.cnf
  clasp perfect.cnf 0 > solutions.txt
  python -m cubecsp import-solution perfect.cnf solutions.txt
  python -m cubecsp export every-colour at-most=2 --to mzn -o faces.mzn
  minizinc --solver gecode faces.mzn > solutions.txt
  python -m cubecsp export perfect-scramble --to asp -o perfect.lp
  clingo --heuristic=Domain perfect.lp 0 > solutions.txt

exit codes: 0 written, 2 malformed, or the file cannot be written"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    formats = "; ".join(f"{name}: {meaning}" for name, meaning in EXPORTS.items())
    parser.add_argument("rules", nargs="+", metavar="RULE", help="a rule, or the name of a model")
    parser.add_argument("--to", required=True, choices=tuple(EXPORTS), help=formats)
    options.add_size(parser)
    engine_options.add_allow(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="where to (default, or -: standard output)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the file."""
    pattern = pattern_of(args.rules, args.size, args.allow)
    text = export(pattern, args.to)
    if args.output in (None, "-"):
        output.print_data(text)
    else:
        write_whole(Path(args.output), text)
    for rule in pattern.filters:
        output.remark(
            f"cubecsp export: note: the file does not say all of {rule}, which is beyond clauses: "
            "import-solution tries it on every solution"
        )
    return 0


COMMAND = Command("export", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="file")
