"""`export`: a question as a file for another solver."""

from __future__ import annotations

import argparse
from pathlib import Path

from cubecsp.cli import engine_options, move_options, options, output
from cubecsp.cli.command import Command
from cubecsp.errors import InputError
from cubecsp.files import write_whole
from cubecsp.formats import read
from cubecsp.models.engines.exports import ALIASES, EXPORTS, FOR_PROGRAMS, export_format
from cubecsp.puzzle.puzzle import cube_puzzle
from cubecsp.questions.export import export
from cubecsp.questions.given import pattern_of
from cubecsp.questions.plans import export_moves

SUMMARY = "the question as a file for a SAT, pseudo-Boolean, MiniZinc or answer set solver"
DESCRIPTION = """\
Write the rules as a problem for another solver. Its solutions are exactly the cubes that satisfy
the rules; comments in the file say what each variable stands for. A rule that cannot be written this
way, such as order=6, is left to import-solution, which reads what the solver prints; a note names it.

With --moves, write the moves that solve a cube as a logic program: its answers are the shortest."""
EPILOG = """\
examples:
  python -m cubecsp export perfect-scramble --to cnf -o perfect.cnf
  clasp perfect.cnf 0 > solutions.txt
  python -m cubecsp import-solution perfect.cnf solutions.txt
  python -m cubecsp export every-colour at-most=2 --to mzn -o faces.mzn
  minizinc --solver gecode faces.mzn > solutions.txt
  python -m cubecsp export perfect-scramble --to asp -o perfect.lp
  clingo --heuristic=Domain perfect.lp 0 > solutions.txt
  python -m cubecsp export --moves "F R U" --turns U,R,F,D,L,B --to asp -o moves.lp
  clingo --configuration=trendy moves.lp 0 | python -m cubecsp import-solution moves.lp -

exit codes: 0 written, 2 malformed, or the file cannot be written"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    formats = "; ".join(f"{name}: {meaning}" for name, meaning in EXPORTS.items())
    formats += f" (also called {', '.join(ALIASES)})"
    parser.add_argument("rules", nargs="*", metavar="RULE", help="a rule, or the name of a model")
    parser.add_argument(
        "--moves", metavar="CUBE", help="in place of rules: the moves that solve this cube (asp)"
    )
    parser.add_argument("--turns", metavar="MOVES", help=f"with --moves, {move_options.TURNS}")
    parser.add_argument("--to", required=True, type=_format, choices=tuple(EXPORTS), help=formats)
    options.add_size(parser)
    engine_options.add_allow(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="the file to write (default, or -: standard output)"
    )


def _format(text: str) -> str:
    """Read the name of a format."""
    try:
        return export_format(text)
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(args: argparse.Namespace) -> int:
    """Write the file."""
    if args.moves is not None:
        _write(args, _moves(args))
        return 0
    if args.turns is not None:
        raise InputError("--turns is about moves", "give --moves CUBE with it")
    if not args.rules:
        raise InputError("there is nothing to export", "give rules, or --moves CUBE")
    pattern = pattern_of(args.rules, args.size, args.allow)
    _write(args, export(pattern, args.to))
    for rule in pattern.filters:
        output.remark(
            f"cubecsp export: note: the file does not express all of {rule}, which is beyond clauses: "
            "import-solution checks it on every solution"
        )
    return 0


def _moves(args: argparse.Namespace) -> str:
    """Return the moves that solve a cube as a program.

    Raises:
        InputError: there are rules too, or it is to be in another format.
    """
    if args.rules:
        raise InputError("--moves is in place of rules", "leave one of them out")
    if args.to != FOR_PROGRAMS:
        raise InputError(f"moves are not written as {args.to}", f"give --to {FOR_PROGRAMS}")
    puzzle = None if args.size is None else cube_puzzle(args.size)
    return export_moves(read(args.moves, puzzle=puzzle), turns=args.turns)


def _write(args: argparse.Namespace, text: str) -> None:
    if args.output in (None, "-"):
        output.print_data(text)
    else:
        write_whole(Path(args.output), text)


COMMAND = Command.by_hand("export", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="file")
