"""Bounds of the other parts of native/: as many as there is room for, one fewer and one more, against what can be listed."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest

from cubecsp import Cube, _native
from cubecsp.puzzle.core.permutation import permutation_parity

pytestmark = pytest.mark.native

NONE = 0xFFFF  # no state of an automaton
ROW = Cube().corners
CLOCK = 5  # a useful move of the search below turns one of its clocks on, of five hours


def go_on() -> None:
    """Let the work go on."""


def first_of_its_orders(word: tuple[int, ...], flags: np.ndarray) -> bool:
    """Return whether a word is the first that exchanges of commuting neighbours make of it, and in none two moves are one."""
    known, left = {word}, [word]
    while left:
        one = left.pop()
        for at, (a, b) in enumerate(itertools.pairwise(one)):
            if flags[a, b] & 2:
                return False
            other = (*one[:at], b, a, *one[at + 2 :])
            if flags[a, b] & 1 and other not in known:
                known.add(other)
                left.append(other)
    return word == min(known)


def clocks(rng: random.Random, rows: int, useful: list[int], clock_of: dict[int, int]):
    """Return a search among 256 moves, of which all but the useful ones stand alone, and the flags of the useful ones."""
    turns = [[(v + by) % CLOCK if v < CLOCK else v for v in range(256)] for by in (0, 1, -1)]
    there, done, undone = np.tile(np.arange(rows, dtype=np.uint8), (256, 1)), [], []
    for into, table in ((done, 1), (undone, 2)):
        for move in range(256):
            row = bytearray(rows)
            row[clock_of.get(move, 0)] = table
            into.append(bytes(row))
    flags = np.full((256, 256), 2, np.uint8)
    for a, b in itertools.combinations(useful, 2):
        flags[a, b] = flags[b, a] = rng.choice((1, 3)) if clock_of[a] == clock_of[b] else 1
    flags[useful, useful] = 0
    weights = np.random.default_rng(rows).integers(1 << 63, size=rows * 256, dtype=np.uint64)
    goal = bytearray(rows)
    word = [rng.choice(useful) for _ in range(4)]
    for move in word:
        goal[clock_of[move]] = (goal[clock_of[move]] + 1) % CLOCK
    sources = there.tobytes()
    made = _native.MiddleSearch(
        *(rows, sources, b"".join(done), sources, b"".join(undone), bytes(itertools.chain(*turns))),
        *(weights, flags.tobytes(), bytes(rows), bytes(goal)),
    )
    return made, flags, bytes(goal)


@pytest.mark.parametrize("rows", [3, 255, 256])
@pytest.mark.parametrize("seed", range(6))
def test_moves_of_a_search_that_meets_in_the_middle(seed, rows):
    """Masks of moves have a word for each 64 of them."""
    rng = random.Random(f"{seed} {rows}")
    useful = sorted(rng.sample([0, 1, 62, 63, 64, 65, 126, 127, 128, 129, 191, 192, 254, 255], 6))
    places = rng.sample([*range(min(rows, 64)), rows - 1], 3)
    clock_of = {move: places[i % 3] for i, move in enumerate(useful)}
    search, flags, goal = clocks(rng, rows, useful, clock_of)
    for length in (3, 4):
        expected = set()
        for word in itertools.product(useful, repeat=length):
            state = bytearray(rows)
            for move in word:
                state[clock_of[move]] = (state[clock_of[move]] + 1) % CLOCK
            if state == goal and first_of_its_orders(word, flags):
                expected.add(word)
        found = search.search(length, 10**6, 10**6, 10**9, go_on)
        words = [tuple(found[i : i + length]) for i in range(0, len(found), length)]
        assert len(words) == len({*words})
        assert {*words} == expected
        assert search.complete


def exchange(goals: bytes = b"\1\0", weights: int = 1) -> _native.MiddleSearch:
    """Return a search among words of one move, which exchanges two pieces."""
    numbers = weights * np.arange(512, dtype=np.uint64)
    tables = (b"\1\0", b"\0\0") * 2
    return _native.MiddleSearch(2, *tables, bytes(range(256)), numbers, b"\0", b"\0\1", goals)


def test_moves_of_a_sequence_that_meets_in_the_middle():
    for length in range(1, 17):
        found = exchange().search(length, 10, 10, 10**6, go_on)
        assert found == (bytes(length) if length % 2 else b"")
    for length in (0, 17):
        with pytest.raises(ValueError, match="1 to 16"):
            exchange().search(length, 10, 10, 10**6, go_on)


def test_limits_of_a_search_that_meets_in_the_middle():
    """Halves of one key cannot be divided; and the limit of positions is that of all searches together."""
    alike = exchange(b"\0\0\0\1\1\0\1\1", weights=0)
    assert alike.search(2, 10, 10, 10**6, go_on) is not None
    assert alike.complete
    assert alike.search(2, 0, 10, 10**6, go_on) == b""
    assert not alike.complete
    search = exchange()
    search.search(3, 10, 10, 10**6, go_on)
    spent = search.nodes
    for nodes, complete in ((2 * spent - 1, False), (4 * spent, True)):
        search.search(3, 10, 10, nodes, go_on)
        assert search.complete == complete


# Edges may be flipped, and in the first half exchanged with their neighbours.
PAIRS = [15 << 4 * (slot // 2) for slot in range(6)] + [3 << 2 * slot for slot in range(6, 12)]
READ = [8, 9, 10, 11, 12, 13, 19]  # slots: the first half, and one of the other


def edges(*, odd: bool) -> Iterator[tuple[int, ...]]:
    """Yield what the edges may be so."""
    for exchanged in itertools.product((0, 1), repeat=3):
        if sum(exchanged) % 2 == odd:
            pieces = [slot ^ (slot < 6 and exchanged[slot // 2]) for slot in range(12)]
            for flips in itertools.product((0, 1), repeat=12):
                if sum(flips) % 2 == 0:
                    yield tuple(2 * p + flip for p, flip in zip(pieces, flips, strict=True))


def hashed(rng: random.Random, classes: int) -> list[list[int]]:
    """Return the steps of an automaton that is in each of so many states after the first six edges."""
    steps: list[list[int]] = []
    number: dict[tuple[int, ...], int] = {(): 0}
    for slot in range(6):
        step = [NONE] * (24 * len(number))
        following: dict[tuple[int, ...], int] = {}
        for held, state in number.items():
            for value in range(24):
                if PAIRS[slot] >> value & 1 and value // 2 not in {v // 2 for v in held}:
                    after = following.setdefault((*held, value), len(following))
                    step[24 * state + value] = after % classes if slot == 5 else after
        number = following
        steps.append(step)
    steps.append([rng.choice((0, NONE)) for _ in range(24 * classes)])
    return steps


SIZES = [(n,) for n in (2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256)]


@pytest.mark.parametrize("classes", [*SIZES, (64, 65), (128, 128), (31, 65, 129)], ids=str)
def test_classes_of_half_of_the_edges(classes):
    """Each is a bit of eight words: of 64 bits for one group, of 32 for all together."""
    rng = random.Random(str(classes))
    sums = _native.EdgeSums(PAIRS)
    sums.arrange([*range(12)], 6, 8)
    automata = [hashed(rng, number) for number in classes]
    for steps in automata:
        sums.couple([(READ, steps)])
    expected = 0
    for way in edges(odd=permutation_parity([v // 3 for v in ROW])):
        states = [0] * len(automata)
        for i, steps in enumerate(automata):
            for slot, step in zip(READ, steps, strict=True):
                if states[i] != NONE:
                    states[i] = step[24 * states[i] + way[slot - 8]]
        expected += NONE not in states
    assert expected
    assert np.frombuffer(sums.counts(ROW), np.uint64).tolist() == [expected]


@pytest.mark.parametrize("classes", [(257,), (128, 129)], ids=str)
def test_more_classes_of_half_of_the_edges_than_there_is_room_for(classes):
    sums = _native.EdgeSums(PAIRS)
    sums.arrange([*range(12)], 6, 8)
    for number in classes:
        sums.couple([(READ, hashed(random.Random(1), number))])
    with pytest.raises(ValueError, match="too many classes"):
        sums.counts(ROW)


@pytest.mark.parametrize("front", range(13))
def test_slots_of_half_of_the_edges(front):
    refused = pytest.raises(ValueError, match="5 to 7")
    with contextlib.nullcontext() if 5 <= front <= 7 else refused:
        _native.EdgeSums(PAIRS).arrange([*range(12)], front, 8)


def test_lists_of_domains_to_draw_from():
    """Each corner in its slot, in any set of turns: 7^8 lists, of which 512 are kept."""
    lists = [[1 + number // 7**slot % 7 << 3 * slot for slot in range(8)] for number in range(513)]
    boxes = [(1, domains, []) for domains in lists]
    with pytest.raises(ValueError, match="too many different domains"):
        _native.Boxes(boxes)
    _native.Boxes([*boxes[:512], boxes[0]])


@pytest.mark.parametrize("number", [2, 48, 127, 128, 254, 255])
def test_maps_of_images(number):
    """The size of a class is a byte."""
    rng = random.Random(number)

    def some() -> list[tuple[int, list[int]]]:
        return [(source, rng.sample(range(4), 4)) for source in rng.sample(range(4), 4)]

    maps = [[(slot, [*range(4)]) for slot in range(4)], *(some() for _ in range(number - 1))]
    made = _native.Images(maps, [], [])
    rows = [bytes(rng.randrange(4) for _ in range(4)) for _ in range(20)]
    for row in rows:
        images = [bytes(values[row[source]] for source, values in one) for one in maps]
        assert made.least(row) == min(images)
        assert made.are_least(row) == bytes([row == min(images)])
        assert made.sizes(row) == bytes([number // images.count(row)])


def test_more_maps_of_images_than_there_is_room_for():
    one = [(0, [0, 1])]
    with pytest.raises(ValueError, match="1 to 255 maps"):
        _native.Images([one] * 256, [], [])
    with pytest.raises(ValueError, match="too many holdings"):
        _native.Images([one], [[-1, -1]], [one] * 255)
