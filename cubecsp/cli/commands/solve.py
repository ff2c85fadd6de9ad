"""`solve`: the moves that solve cubes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from itertools import cycle

from cubecsp.cli import move_options, options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.cli.reading import CUBE_HELP, given_by_hand
from cubecsp.errors import InputError
from cubecsp.formats import Reading
from cubecsp.puzzle.facelets import Facelets
from cubecsp.puzzle.state import State
from cubecsp.puzzle.words import listed
from cubecsp.questions import progress
from cubecsp.questions.answer import Answer, CubeReport, Stop
from cubecsp.questions.given import shown_and_state
from cubecsp.questions.moves import INTERRUPTED
from cubecsp.questions.solve import as_given, solvable, solve, solve_all
from cubecsp.questions.whole import worked_out
from cubecsp.questions.wording import plural
from cubecsp.search import METHODS

SUMMARY = "the moves that solve a cube, and those that make it"
DESCRIPTION = """\
Find moves that solve each cube, check them, and print them. A cube that turns cannot solve is refused
with the reason. A 2×2×2 (24 stickers) is always solved with as few turns as possible; a 4×4×4 or larger
one stage by stage, first into a cube that can be solved like a 3×3×3; turns of several outer layers together
(3Rw2) count as one."""
EPILOG = """\
examples:
  python -m cubecsp solve "R U R' U'"
  python -m cubecsp solve LRDFUBBRFLUFDRBUFDLDUUFBDLRRUBLDLFBRBUDFLRRDBLFURBDFLU --method optimal
  python -m cubecsp solve "R U R' U'" --method thistlethwaite     (phase by phase)
  python -m cubecsp solve "F R U" --turns U,R,F --all             (clockwise turns only)
  python -m cubecsp solve - --max-length 20 < cubes.txt           (one cube on each line)
  python -m cubecsp solve - --method optimal --resume solved.db < cubes.txt   (days: stop and continue)

exit codes: 0 solved, 2 malformed or not solvable, 3 a limit was reached before it was done"""


def _every_help() -> str:
    able = listed([name for name, method in METHODS.items() if method.lists_all])
    return (
        f"list every shortest solution, not just one (methods {able}); U D and D U count as two, and so "
        "do U U and U' U' in quarter turns (--metric qtm)"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("cubes", nargs="+", metavar="CUBE", help=CUBE_HELP)
    group = parser.add_argument_group("search")
    move_options.add_method(group, "--method", "how to search; usually two-phase")
    group.add_argument(
        "--all",
        action="store_true",
        dest="every",
        help=options.later(_every_help),
    )
    group.add_argument(
        "--up-to-commuting", action="store_true", help=f"with --all, {move_options.UP_TO_COMMUTING}"
    )
    group.add_argument("--turns", metavar="MOVES", help=f"{move_options.TURNS} (breadth-first)")
    move_options.add_move_options(group)
    group.add_argument("--threads", type=options.count, metavar="N", help="search with N threads")
    options.add_workplace(group)
    options.add_time_limit(group)
    options.add_reading_options(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Solve and print."""
    given, cubes = given_by_hand(args, args.cubes, _solvable)
    printer = Printer(args)
    with output.progress_bar("searching") as show:
        answer = _answered(args, cubes, show, printer)
    every = cycle(shown for shown, _ in cubes)  # with --all, reports are of one cube
    answer.cubes = [as_given(report, next(every)) for report in answer]
    if args.json:
        output.print_json(answer, given.faults)
    elif args.every:
        _print_all(printer, answer, cubes[0][0].scheme)
    elif answer.stopped is Stop.TIME and not printer.for_people:
        printer.say(answer.sentence())
    if answer.stopped is Stop.INTERRUPT and not args.json:
        left = sum(report.unsolved == INTERRUPTED for report in answer)
        rest = f"; {plural(left, 'cube')} not solved" if left else ""
        output.remark(f"cubecsp solve: interrupted{rest}")
    return given.code(output.exit_code(answer))


def _solvable(reading: Reading) -> tuple[Facelets, State]:
    """Return the stickers of what was read, and the cube that they form, which can be solved.

    Raises:
        InputError: they form none that turns can solve, or one that no method is for.
    """
    shown, cube = shown_and_state(reading)
    solved = solvable(cube, shown)
    if note := worked_out(shown, cube):
        output.remark(f"cubecsp solve: note: {note}")
    return shown, solved


def _print_all(printer: Printer, answer: Answer, scheme: str) -> None:
    """Print every shortest solution of one cube."""
    for i, report in enumerate(answer):
        if i == 0:
            printer.net(report.facelets, "the cube to solve", scheme=scheme)
        printer.give_moves(report, "(solved already)")
    printer.say(answer.sentence())


def _print(printer: Printer, number: int, schemes: Iterator[str], report: CubeReport) -> None:
    """Print the moves of one of `number` cubes, now, in the letters that come next."""
    scheme = next(schemes)
    written = output.written(report.facelets, scheme)
    if not printer.for_people:
        if report.solution is None:
            printer.say(f"{written}: no moves were found: {report.unsolved}")
        else:
            printer.give_moves(report, flush=True)
        return
    if number == 1:
        printer.net(report.facelets, "the cube to solve", scheme=scheme)
    else:
        printer.say(written)
    for phase in report.phases or ():
        printer.say(phase)
    printer.say(output.moves_told(report))
    output.flush()


def _answered(
    args: argparse.Namespace,
    read: list[tuple[Facelets, State]],
    show: progress.Show | None,
    printer: Printer,
) -> Answer:
    cubes = [cube for _, cube in read]
    wanted = {
        "metric": args.metric,
        "max_length": args.max_length,
        "time_limit": args.time_limit,
        "threads": args.threads,
        "turns": args.turns,
        "table": args.table,
        "effort": args.effort,
    }
    if args.every:
        if any(x is not None for x in (args.resume, args.cluster, args.check_journal)):
            raise InputError(
                "--resume, --check-journal and --cluster are for many cubes, and --all is about one",
                "leave them out",
            )
        if len(cubes) != 1:
            raise InputError(f"--all is about one cube, not {len(cubes):,}", "give one at a time")
        return solve_all(
            cubes[0],
            method=args.method,
            up_to_commuting=args.up_to_commuting,
            **wanted,
        )
    if args.up_to_commuting:
        raise InputError("--up-to-commuting is about all solutions", "give --all with it")
    on_solved = None
    if show is not None and len(cubes) > 1:
        on_solved = lambda done: show(done / len(cubes), f"{done} of {len(cubes)} cubes")  # noqa: E731
    return solve(
        cubes,
        method=args.method,
        resume=args.resume,
        cluster=args.cluster,
        check_journal=args.check_journal,
        on_progress=progress.solving(show),
        on_solved=on_solved,
        on_found=None
        if args.json
        else partial(_print, printer, len(cubes), (shown.scheme for shown, _ in read)),
        **wanted,
    )


COMMAND = Command.by_hand("solve", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, gives="moves")
