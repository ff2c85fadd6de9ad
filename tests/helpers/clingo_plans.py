"""Answers of clingo to a program of `write_plan`, adding one move at a time, as `#include <incmode>` does."""

from __future__ import annotations

import clingo

MOST = 20  # moves


def plans_of(program: str) -> list[tuple[str, ...]]:
    """Return all plans of the fewest moves, as names of moves; none if there are none of up to `MOST`."""
    control = clingo.Control(["--models=0", "--configuration=trendy"])
    control.add(program.replace("#include <incmode>.", ""))
    control.ground()
    results = []
    for length in map(clingo.Number, range(MOST + 1)):
        step = [("step", [length])] if length.number else []
        control.ground([*step, ("check", [length])])
        query = clingo.Function("query", [length])
        control.assign_external(query, True)
        with control.solve(yield_=True) as models:
            for model in models:
                occurs = [symbol.arguments for symbol in model.symbols(shown=True)]
                ordered = sorted((number.number, move.string) for move, number in occurs)
                results.append(tuple(name for _, name in ordered))
        if results:
            break
        control.release_external(query)
    return results
