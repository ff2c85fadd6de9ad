"""How often the intervals of estimates contain the number that is counted exactly.

Random questions that closed forms count are estimated as the planner does it, and by the ways that count edges exactly
where these accept the question. Questions and seeds are fixed. An interval without a lower end is a mere upper bound,
which contains the number more often than it promises; so these are counted separately.

    python bench/coverage.py [QUESTIONS]
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from cubecsp import count
from cubecsp.errors import CubecspError, InputError
from cubecsp.models.counting import COUNTERS
from cubecsp.questions.count import Count

QUESTIONS = 300
SAMPLES = 2_000
METHODS = ("corner-samples", "rejection")
"""Methods to ask for by name, with few samples, besides the planner's choice."""

SETS = (
    "corners",
    "edges",
    "F2L",
    "cross",
    "U-layer",
    "M-slice",
    "URF+UF",
    "UF+UR+UB",
    "URF+UFL+DRB",
)
SLOTS = ("UF", "UR", "DB", "FR", "URF", "UFL", "DBL", "DRB")
FACES = "URFDLB"


def simple(draw: random.Random) -> str:
    """Return a rule that closed forms count."""
    kinds = (
        lambda: f"not-home={draw.choice(SETS)}",
        lambda: f"solved={draw.choice(SLOTS)}",
        lambda: f"oriented={draw.choice(SETS)}",
        lambda: f"not permuted={draw.choice(SETS)}",
        lambda: (
            f"at-least({draw.randint(1, 5)}, {', '.join(f'not-home={slot}' for slot in SLOTS)})"
        ),
        lambda: f"how-many(s in slots: solved={{s}})=={draw.randint(0, 4)}",
        lambda: f"colours({draw.choice(FACES)})=={draw.randint(3, 6)}",
        lambda: (
            f"count({draw.choice(FACES)}, {' '.join(draw.sample(FACES, 2))})=={draw.randint(0, 6)}"
        ),
        lambda: f"order={draw.choice((6, 12, 30, 60, 84, 90, 180, 420))}",
    )
    return draw.choice(kinds)()


def question(draw: random.Random) -> list[str]:
    """Return one or two rules, some of them combined."""
    one, other = simple(draw), simple(draw)
    return draw.choice(([one], [one], [one, other], [f"any({one}, {other})"]))


def known(draw: random.Random) -> tuple[list[str], int]:
    """Return rules that closed forms count, and how many cubes satisfy them."""
    while True:
        rules = question(draw)
        try:
            answer = count(rules, time_limit=5)
        except InputError:  # the rules cannot be combined
            continue
        if answer.count and COUNTERS[answer.method].is_immediate(Count(rules).counting_question()):
            return rules, answer.count


def main(number: int) -> None:
    """Estimate, compare and print."""
    draw = random.Random(1)
    tried, inside, bounds = Counter[str](), Counter[str](), Counter[str]()
    for seed in range(number):
        rules, truth = known(draw)
        for method in ("auto", *METHODS):
            samples = None if method == "auto" else SAMPLES
            try:
                answer = count(rules, estimate=True, method=method, samples=samples, seed=seed)
            except CubecspError:  # this way does not accept the question
                continue
            estimate = answer.estimate
            assert estimate is not None
            name = f"{answer.method}, {'as planned' if samples is None else f'{samples:,} samples'}"
            if not estimate.least:
                bounds[name] += 1
                continue
            tried[name] += 1
            inside[name] += estimate.least <= truth <= estimate.most
    for name, times in sorted(tried.items()):
        share = f"{inside[name] / times:.1%}"
        print(f"{name:36}{inside[name]} of {times} intervals ({share}); {bounds[name]} mere bounds")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else QUESTIONS)
