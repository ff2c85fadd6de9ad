"""`export`: a question as a file for another solver."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Annotated

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.query_options import query_of
from cubecsp.errors import InputError
from cubecsp.files import write_whole
from cubecsp.formats import read
from cubecsp.models.engines.exports import FOR_PROGRAMS
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.questions.asking.parameter import Cli, Param, options
from cubecsp.questions.asking.value_kinds import File, Text
from cubecsp.questions.export import Export
from cubecsp.questions.moving.plans import export_moves

DESCRIPTION = """\
Write the rules as a problem for another solver. Its solutions are exactly the cubes that satisfy
the rules; comments in the file say what each variable stands for. A rule that cannot be written this
way, such as order=6, is left to import-solution, which reads what the solver prints; a note names it.

Formats: cnf (DIMACS, for SAT solvers), gcnf (a group for each rule, for MUS tools), wcnf (a soft
clause for each rule, for MaxSAT solvers), opb (pseudo-Boolean solvers), mzn (MiniZinc), xcsp (XCSP3),
cpmpy (Python), proto (OR-Tools), asp (clingo). Other names are understood: dimacs, minizinc, cp-sat, lp, …
import-solution reads solutions of all of them but gcnf, wcnf and proto.

With --moves, write the moves that solve a cube as a logic program: its answers are the shortest."""
EPILOG = """\
examples:
  cubecsp export perfect-scramble --to cnf -o perfect.cnf
  clasp perfect.cnf 0 > solutions.txt
  cubecsp import-solution perfect.cnf solutions.txt
  cubecsp export every-colour at-most=2 --to mzn -o faces.mzn
  minizinc --solver gecode faces.mzn > solutions.txt
  cubecsp export perfect-scramble --to asp -o perfect.lp
  clingo --heuristic=Domain perfect.lp 0 > solutions.txt
  cubecsp export solved=CORNERS --puzzle skewb --to cnf -o skewb.cnf
  cubecsp export --moves "F R U" --turns U,R,F,D,L,B --to asp -o moves.lp
  clingo --configuration=trendy moves.lp 0 | cubecsp import-solution moves.lp -

exit codes: 0 written, 2 invalid input, or the file cannot be written"""


@options
class _Options:
    """The options of an export."""

    moves: Annotated[
        str | None, Param("in place of rules: the moves that solve this cube (asp)", Text("CUBE"))
    ] = None
    output: Annotated[
        Path | None,
        Param("the file to write, or - for standard output", File(), cli=Cli(("-o", "--output"))),
    ] = None


def run(args: argparse.Namespace) -> int:
    """Write the file."""
    if args.moves is not None:
        _write(args, _moves(args))
        return 0
    if "turns" in args and "puzzle" not in args:
        raise InputError("--turns needs --moves CUBE or --puzzle NAME", "give one of them")
    if not getattr(args, "rules", ()):
        raise InputError("there is nothing to export", "give rules, or --moves CUBE")
    query = query_of(args, Export)
    _write(args, query.answer().text)
    for rule in query.pattern.filters:
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
    if getattr(args, "rules", ()):
        raise InputError("--moves and rules cannot be given together", "leave one of them out")
    if "puzzle" in args:
        raise InputError(
            "moves of other puzzles are not written as a program", "`solve` finds them"
        )
    if args.to != FOR_PROGRAMS:
        raise InputError(f"moves are not written as {args.to}", f"give --to {FOR_PROGRAMS}")
    puzzle = cube_puzzle(args.size) if "size" in args else None
    return export_moves(read(args.moves, puzzle=puzzle), turns=getattr(args, "turns", None))


def _write(args: argparse.Namespace, text: str) -> None:
    if args.output in (None, Path("-")):
        output.print_data(text)
    else:
        write_whole(args.output, text)


COMMAND = Command("export", DESCRIPTION, EPILOG, run, (Export,), (_Options,), gives="file")
