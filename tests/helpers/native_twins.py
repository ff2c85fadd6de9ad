"""Native searches beside their model, and calls of them that are right, for several test files."""

from __future__ import annotations

import random

from native_calls import Model, made, rest

from cubecsp._native import DeepPatternSearch, WidePatternSearch

SEVEN = ((4, 2), (3, 1))  # seven slots, few enough states


class Twin:
    """A search of each kind, and their model, told the same."""

    def __init__(self, orbits, parity=False, closed=True):
        self.search = made(orbits, parity, closed)
        self.others = [
            made(orbits, parity, closed, kind) for kind in (WidePatternSearch, DeepPatternSearch)
        ]
        self.model = Model(orbits, parity, closed)

    def __getattr__(self, name):
        def both(*args):
            answer = getattr(self.search, name)(*args)
            assert all(getattr(other, name)(*args) == answer for other in self.others)
            getattr(self.model, name)(*args)
            return answer

        return both

    def demand(self, name, *args):
        self.require(getattr(self, name)(*args))

    def check(self):
        found = rest(self.search.copy())
        assert len(found) == len(set(found))
        # Compared outside of `assert`: pytest would take minutes to show how hundreds of states differ.
        right = sorted(found) == self.model.answers()
        alike = all(sorted(rest(other.copy())) == sorted(found) for other in self.others)
        assert right, f"{len(found)} states instead of {len(self.model.answers())}"
        assert alike
        return found


def random_search(seed, shuffled=None):
    """Return a search that has some answers, as many as a walk through it needs."""
    rng = random.Random(seed)
    while True:
        twin = Twin(rng.choice((SEVEN, ((3, 3), (3, 2)), ((5, 1), (3, 2)))), rng.random() < 0.5)
        size = twin.search.vars
        for _ in range(rng.randint(1, 4)):
            some = rng.sample(range(size), rng.randint(2, size))
            masks = [(var, rng.randrange(1, 8)) for var in some]
            twin.demand("add_count", masks, rng.randint(0, 1), rng.randint(1, len(some)))
        if shuffled is not None:
            twin.search.shuffle(shuffled)
        if len(twin.model.answers()) > 5:
            return twin


IDENTITY = [[slot, list(range(8))] for slot in range(4)] + [[s, [0, 1, 2]] for s in range(4, 7)]
CELL = [0, [0] * 8]
NODE = [-1] * 5 + [-2]
BIG = 2**31 - 1


RIGHT = {
    "branch_on_parts": (),
    "restrict_domain": (0, 1),
    "relate": (0, 1, [1] * 8),
    "add_count": ([(0, 1)], 0, 1),
    "add_table": ([0], [[[0]] * 8], 1, True),
    "add_pattern": ([CELL], [CELL], [[0]], True),
    "add_diagram": ([CELL], [[NODE]]),
    "add_at_least": (0, []),
    "add_linear": ([(0, [0] * 8)], [], 0),
    "require": (0,),
    "break_symmetry": (IDENTITY,),
    "shuffle": (1,),
    "prefer": ([0] * 7,),
    "branches": (1,),
    "enter": ([(0, 0)],),
    "run": (1, 1),
    "copy": (),
}
