"""Questions about the megaminx by engines that take other puzzles: processor time of one run, after everything is loaded.

python bench/megaminx.py
"""

from __future__ import annotations

from functools import partial

from measuring import duration, head, row, timed

from cubecsp import find

QUESTIONS = {
    "at-most=1 no-touching=side": 1,
    "at-most=2": 5,
    "no-touching=side": 5,
    "no-piece-home at-most=3": 3,
    "at-most=3 no-touching=side solved=CORNERS[0,1,2]": 1,
    "not-home=EDGES solved=CORNERS no-touching=side": 2,
}
"""Rules, and how many answers are asked for."""

ENGINES = ("native", "cnf", "cpsat")
PATIENCE = 10.0


def main() -> None:
    """Print the table."""
    head("question", "answers", *(f"`{engine}`" for engine in ENGINES))
    for rules, limit in QUESTIONS.items():
        times, count = [], 0
        for engine in ENGINES:
            ask = partial(
                find, rules, puzzle="megaminx", engine=engine, threads=1, time_limit=PATIENCE
            )
            ask(limit=1)
            taken, answer = timed(partial(ask, limit=limit))
            count = max(count, answer.count)
            late = answer.count < limit and answer.stopped is not None
            times.append(f"over {PATIENCE:g} s" if late else duration(taken))
        row(f"`{rules}`", count or "none", *times)


if __name__ == "__main__":
    main()
