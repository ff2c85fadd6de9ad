"""Moves that solve any state of a puzzle whose states form a group: short words for a chain of stabilisers.

T. Minkwitz, "An algorithm for solving the factorization problem in permutation groups" (J. Symbolic Comput. 26,
1998, 89-95): for each point of a base, and each point to which the stabiliser of the earlier ones leads it, a table has a
word that brings it back and leaves the earlier ones in place. A state is solved by one such word for each point of the
base. The table is filled with whatever is short: an element goes down the chain, at each level the word that it makes
there is kept if it is shorter, and what is left of it goes on. Its words are those of few moves, commutators of
these, and products and conjugates of words in the table, until every entry is there, which the order of the group proves.

What is different here: the base begins with pieces whose stabiliser keeps as many moves as possible. As long as some moves
leave the points so far in place, the next ones are brought home together, by these moves alone, with tables of
distances (`coset_blocks`): phases like M. Thistlethwaite's, but found for any group. Several words are kept for each entry of
the other levels. A beam search chooses among moves and words by the length so far and what the other points need as they are
now. The inverse of the state is solved, too, and the beam widened. Without phases the median for a megaminx
was 183 moves instead of 110, for an FTO 98 instead of 66, for a kilominx 40 instead of 29.

Tried and dropped: replacing every four or six moves in a row by the fewest that do the same, which found nothing in
solutions without phases; twelve words for each entry instead of six, which made them longer (191 moves instead of 182);
and phases whose beam may go anywhere that the tables do not forbid, for up to 30 moves (151 moves on 3 megaminxes, in 13 s each).

Elements are rows of numbers: entry a is the point to which the piece at point a goes.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import count, product
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cubecsp.errors import OutOfTimeError
from cubecsp.puzzle.core.permutation import Permutation, identity
from cubecsp.search import Method, refuse_cube
from cubecsp.search.coset_blocks import NEVER, CosetBlock, blocks_of
from cubecsp.search.point_moves import PointMoves, Rows, Word, inverses, products
from cubecsp.search.table_cache import TableSpec, load
from cubecsp.stopping.deadline import NEVER as ENDLESS
from cubecsp.stopping.deadline import Deadline, current, look, looking

if TYPE_CHECKING:
    from cubecsp.puzzle.states.reachable_states import MoveGroup

_Whole: TypeAlias = NDArray[Any]

_Beam: TypeAlias = tuple[Rows, _Whole, list[Word]]
"""Elements, the lengths of the words that have led to them, and these words."""

_WORDS = 6  # for each entry
_ROOM = 20  # moves for each of them, on average, in a file
_KEPT_FROM = 200_000  # bytes of tables: smaller ones are made in less than a second
_ABSENT = 1 << 14  # the length of a missing word
_MANY_WORDS = 200_000  # to begin with
_AT_ONCE = 10_000  # elements that go down the chain together
_COMMUTATORS = 120_000
_SHORT = 12  # moves: longer words, while they go down the chain, are dropped at first
_FEW = 40  # the shortest elements of a stabiliser, which are multiplied
_RANDOM = 300  # random elements at a time
_CAPS = (24,)  # moves: longer words are dropped; what is then missing is filled by random elements
_FAR = 50  # moves: in estimates no word counts more
_FEW_LEFT = 10  # a block is searched once more if fewer than one in so many elements are left
_MORE, _MOST_MORE = 2, 9  # moves for a block more than the least number that the tables tell
_WIDTHS = (10, 100, 1000)  # of the beam, without a time limit
_COMPARED = 1000  # elements: in wider beams only the better one is used, with or without blocks
_GROWTH = 4


class StabiliserChain:
    """The words for a chain of stabilisers.

    Args:
        moves: the moves.
        base: points; an element of the group that leaves all of them in place moves nothing.
        sizes: for each of them the number of points to which the stabiliser of those before leads it.

    Raises:
        OutOfTimeError: the time was over before the chain was complete.
    """

    def __init__(self, moves: PointMoves, base: Sequence[int], sizes: Sequence[int]) -> None:
        self._moves = moves
        pairs = [(point, size) for point, size in zip(base, sizes, strict=True) if size > 1]
        self._base = [point for point, _ in pairs]
        self._missing = [size - 1 for _, size in pairs]
        self._elements = math.prod(size for _, size in pairs)
        shape = (len(pairs), moves.points, _WORDS)
        self._lengths: _Whole = np.full(shape, _ABSENT, np.int32)
        self._rows: Rows = np.zeros((*shape, moves.points), np.uint8)
        self._words: list[list[list[Word]]] = [[[] for _ in range(moves.points)] for _ in pairs]
        for level, point in enumerate(self._base):
            self._lengths[level, point] = 0
        self._blocks = dict(blocks_of(moves, self._base))
        self._tables = [table for block in self._blocks.values() for table in block.tables]

    @property
    def nbytes(self) -> int:
        """The memory that the tables take, without the words: in bytes."""
        return (
            self._rows.nbytes + self._lengths.nbytes + sum(table.entries for table in self._tables)
        )

    def make(self) -> None:
        """Make the tables.

        Raises:
            OutOfTimeError: the time was over before.
        """
        for table in self._tables:
            table.measure()
        self._fill()

    # ------------------------------------------------------------ as bytes

    @property
    def packed_size(self) -> int:
        """The size of `packed`, in bytes."""
        return self.nbytes + 2 * _ROOM * self._lengths.size

    def packed(self) -> bytes | None:
        """Return the tables as bytes; None if the words are too long for that."""
        moves = [m for levels in self._words for words in levels for word in words for m in word]
        if len(moves) > _ROOM * self._lengths.size:
            return None
        room = np.zeros(_ROOM * self._lengths.size, np.uint16)
        room[: len(moves)] = moves
        tables = [table.measured for table in self._tables]
        return b"".join(part.tobytes() for part in (self._lengths, self._rows, room, *tables))

    def unpack(self, payload: memoryview) -> None:
        """Take tables that `packed` has returned."""
        at = 0

        def part(size: int, kind: Any) -> _Whole:
            nonlocal at
            at += size
            return np.frombuffer(payload[at - size : at], kind)

        lengths, rows = self._lengths, self._rows
        self._lengths = part(lengths.nbytes, lengths.dtype).reshape(lengths.shape)
        self._rows = part(rows.nbytes, rows.dtype).reshape(rows.shape)
        moves, begun = part(2 * _ROOM * lengths.size, np.uint16).tolist(), 0
        for level, point in np.argwhere(self._lengths[:, :, 0] < _ABSENT).tolist():
            for length in self._lengths[level, point][self._lengths[level, point] < _ABSENT]:
                if point != self._base[level]:
                    self._words[level][point].append(tuple(moves[begun : begun + length]))
                    begun += length
        for table in self._tables:
            table.use(part(table.entries, np.uint8))

    # ------------------------------------------------------------ solving

    def solutions(
        self, elements: Sequence[Sequence[int]], deadline: Deadline
    ) -> Iterator[list[str]]:
        """Yield moves that undo one of some elements, each time fewer than before.

        Args:
            elements: the elements, of the group, at least one: for each the target of each point.
            deadline: when to stop; without one, the result does not depend on the speed of the machine.
        """
        best: Word | None = None
        rows: Rows = np.array(elements, np.uint8)
        timed = deadline.moment is not None
        widths = (10 * _GROWTH**n for n in count()) if timed else iter(_WIDTHS)
        ways = [self._blocks, {}]
        shortest = ways[0]
        with suppress(OutOfTimeError):
            for width in widths:
                for blocks, back in product(ways, (False, True)):
                    start = inverses(rows) if back else rows
                    word = self._beam(
                        start, width, blocks, ENDLESS.check if best is None else deadline.check
                    )
                    if back:
                        word = self._moves.reduced(self._moves.inverse(word))
                    if best is None or len(word) < len(best):
                        best, shortest = word, blocks
                        yield [self._moves.names[move] for move in best]
                if width >= self._elements or width > 100_000:
                    return
                if width >= _COMPARED:
                    ways = [shortest]

    def _beam(
        self, rows: Rows, width: int, blocks: Mapping[int, CosetBlock], check: Callable[[], None]
    ) -> Word:
        """Return the shortest word found with so many elements at a time, with or without blocks; `check` may end it."""
        lengths: _Whole = np.zeros(len(rows), np.int64)
        words: list[Word] = [()] * len(rows)
        level = 0
        while level < len(self._base):
            check()
            block = blocks.get(level)
            together = block and self._together(block, level, (rows, lengths, words), width, check)
            if together:
                level, (rows, lengths, words) = together
                continue
            point = self._base[level]
            at = rows[:, point]
            which, choice = np.nonzero(self._lengths[level, at] < _ABSENT)
            keep = (at[which] != point) | (choice == 0)
            which, choice = which[keep], choice[keep]
            targets = at[which]
            moved = targets != point
            after = rows[which]
            after[moved] = products(after[moved], self._rows[level, targets[moved], choice[moved]])
            total = lengths[which] + self._lengths[level, targets, choice]
            chosen = self._best(after, total, level + 1, width)
            words = [
                words[which[n]] + self._word(level, int(targets[n]), int(choice[n])) for n in chosen
            ]
            rows, lengths = after[chosen], total[chosen]
            level += 1
        return min(map(self._moves.reduced, words), key=len)

    def _together(
        self,
        block: CosetBlock | None,
        level: int,
        start: _Beam,
        width: int,
        check: Callable[[], None],
    ) -> tuple[int, _Beam] | None:
        """Return elements after moves that bring a block home, or its first points, and the next level; None if none are found."""
        while block is not None:
            least = int(block.bounds(start[0]).min())
            best: _Beam | None = None
            for most in range(least + _MORE, least + _MOST_MORE, _MORE):
                if least == NEVER:
                    break
                found = self._in_block(block, level, start, width, most, check)
                enough = best is not None or (found and len(found[0]) * _FEW_LEFT >= width)
                best = found or best
                if enough:
                    break
            if best is not None:
                return level + block.size, best
            block = block.shorter
        return None

    def _in_block(
        self,
        block: CosetBlock,
        level: int,
        start: _Beam,
        width: int,
        most: int,
        check: Callable[[], None],
    ) -> _Beam | None:
        """Return elements after at most so many moves that bring the points of a block home; None if none are found."""
        rows, lengths, words = start
        solved: list[_Beam] = []
        for left in reversed(range(most + 1)):
            check()
            bounds = block.bounds(rows)
            done = np.flatnonzero(bounds == 0)
            if len(done):
                solved.append((rows[done], lengths[done], [words[n] for n in done]))
            go = np.flatnonzero((bounds > 0) & (bounds <= left))
            if not len(go):
                break
            after = np.concatenate([row[rows[go]] for row in block.rows])
            near = np.flatnonzero(block.bounds(after) < left)
            move, which = np.divmod(near, len(go))
            after, which = after[near], go[which]
            chosen = self._best(after, lengths[which] + 1, level, width)
            rows, which, move = after[chosen], which[chosen], block.moves[move[chosen]]
            lengths = lengths[which] + 1
            words = [(*words[n], int(m)) for n, m in zip(which, move, strict=True)]
        if not solved:
            return None
        rows = np.concatenate([some for some, _, _ in solved])
        lengths = np.concatenate([some for _, some, _ in solved])
        words = [word for _, _, some in solved for word in some]
        chosen = self._best(rows, lengths, level + block.size, width)
        return rows[chosen], lengths[chosen], [words[n] for n in chosen]

    def _best(self, rows: Rows, lengths: _Whole, level: int, width: int) -> _Whole:
        """Return the positions of the most promising elements, all different."""
        estimate = lengths.copy()
        while level < len(self._base):
            if level in self._blocks:
                block = self._blocks[level]
                estimate += block.distances(rows)
                level += block.size
                continue
            left = self._lengths[level, rows[:, self._base[level]], 0]
            estimate += np.minimum(left, _FAR)
            level += 1
        order = np.argsort(estimate, kind="stable")[: 4 * width]
        keys = np.ascontiguousarray(rows[order]).view(f"V{rows.shape[1]}").ravel()
        _, firsts = np.unique(keys, return_index=True)
        result: _Whole = order[np.sort(firsts)[:width]]
        return result

    def _word(self, level: int, point: int, choice: int) -> Word:
        return () if point == self._base[level] else self._words[level][point][choice]

    # ------------------------------------------------------------ making the table

    def _fill(self) -> None:
        """Fill the table."""
        for rows, words in self._short_words():
            self._take_words(rows, words)
        self._take_commutators()
        for cap in _CAPS:
            self._multiply_all(cap)
        source = random.Random(0)
        while any(self._missing):
            self._take_random(source)
        self._multiply_all(_CAPS[-1])

    def _multiply_all(self, cap: int) -> None:
        """Take products of short words in each stabiliser, from the last one on."""
        for level in reversed(range(len(self._base))):
            self._multiply(level, cap)

    def _short_words(self) -> Iterator[tuple[Rows, _Whole]]:
        """Yield all elements that 1, 2, … moves make and no fewer, with such words, up to some number."""
        rows: Rows = np.arange(self._moves.points, dtype=np.uint8)[None]
        words: _Whole = np.zeros((1, 0), np.int64)
        seen = {rows[0].tobytes()}
        while 0 < len(rows) * len(self._moves) <= _MANY_WORDS:
            look()
            after = np.concatenate([row[rows] for row in self._moves.rows])
            ends = np.repeat(np.arange(len(self._moves)), len(rows))
            longer = np.column_stack([np.tile(words, (len(self._moves), 1)), ends])
            new = []
            for number, row in enumerate(after):
                key = row.tobytes()
                if key not in seen:
                    seen.add(key)
                    new.append(number)
            rows, words = after[new], longer[new]
            yield rows, words

    def _take_words(self, rows: Rows, words: _Whole) -> None:
        lengths = np.full(len(rows), words.shape[1])
        self._take(rows, lengths, lambda n: tuple(words[n].tolist()), 0, _SHORT)

    def _take_commutators(self) -> None:
        """Take the commutators [A, b] of a move b, and of A: a move, a move after another one, or between it and its inverse."""
        moves = self._moves
        every = range(len(moves))
        pairs = [(a, b) for a, b in product(every, every) if not moves.commute(a, b)]
        singles = [(a,) for a in every]
        between = [moves.reduced((a, b, *moves.inverse((a,)))) for a, b in pairs]
        for longer in (singles, pairs, between):
            some = longer[: _COMMUTATORS // len(moves)]
            for first in looking(range(0, len(some), max(1, _AT_ONCE // len(moves)))):
                part = some[first : first + max(1, _AT_ONCE // len(moves))]
                self._take_commutators_of(part, singles)

    def _take_commutators_of(self, longer: Sequence[Word], singles: Sequence[Word]) -> None:
        moves = self._moves
        a = np.concatenate([moves.permutation(word) for word in longer])
        first, then = np.divmod(np.arange(len(longer) * len(singles)), len(singles))
        b, back = moves.rows, inverses(moves.rows)
        rows = products(products(a[first], b[then]), products(inverses(a)[first], back[then]))
        words = [(word, moves.inverse(word)) for word in longer]
        ends = [(word, moves.inverse(word)) for word in singles]

        def word(n: int) -> Word:
            (begin, undo), (end, undone) = words[first[n]], ends[then[n]]
            return (*begin, *end, *undo, *undone)

        lengths = np.array([len(w) + len(u) for w, u in words])[first]
        lengths = lengths + np.array([len(w) + len(u) for w, u in ends])[then]
        # A commutator that moves much is no better than any other word.
        few = np.flatnonzero((rows != np.arange(moves.points)).sum(1) < 0.4 * moves.points)
        self._take(rows[few], lengths[few], lambda n: word(few[n]), 0, 2 * _SHORT)

    def _multiply(self, level: int, cap: int) -> None:
        """Take products and conjugates of the shortest words in a stabiliser."""
        look()
        there = np.argwhere((self._lengths[level:] > 0) & (self._lengths[level:] < _ABSENT))
        lengths = self._lengths[level:][tuple(there.T)]
        some = there[np.argsort(lengths, kind="stable")[:_FEW]]
        if not len(some):
            return
        lengths = np.sort(lengths)[:_FEW]
        rows = self._rows[level:][tuple(some.T)]
        words = [self._words[level + i][point][choice] for i, point, choice in some.tolist()]
        first, then = np.divmod(np.arange(len(words) ** 2), len(words))
        both = products(rows[first], rows[then])
        self._take(
            both,
            lengths[first] + lengths[then],
            lambda n: words[first[n]] + words[then[n]],
            level,
            cap,
        )
        undo = [self._moves.inverse(word) for word in words]
        undone = np.array([len(word) for word in undo])
        self._take(
            products(both, inverses(rows)[first]),
            lengths[first] + lengths[then] + undone[first],
            lambda n: words[first[n]] + words[then[n]] + undo[first[n]],
            level,
            cap,
        )

    def _take_random(self, source: random.Random) -> None:
        """Take random products of entries, one of each level, which in the end fill the table."""
        words = []
        for _ in looking(range(_RANDOM)):
            word: Word = ()
            for level in range(len(self._base)):
                known = [words[0] for words in self._words[level] if words]
                word += source.choice([*known, ()])
            words.append(self._moves.reduced(word + word[: source.randrange(len(word) + 1)]))
        rows = np.concatenate([self._moves.permutation(word) for word in words])
        lengths = np.array([len(word) for word in words])
        self._take(rows, lengths, lambda n: words[n], 0, _ABSENT - 1)

    def _take(
        self, rows: Rows, lengths: _Whole, word: Callable[[int], Word], level: int, cap: int
    ) -> None:
        """Let elements go down the chain; keep the words that are shorter than those in the table.

        Args:
            rows: the elements, of the stabiliser of the points before a level.
            lengths: the lengths of their words.
            word: returns the word of one of them.
            level: the level.
            cap: drop those that have become longer.
        """
        for first in range(0, len(rows), _AT_ONCE):
            some = slice(first, first + _AT_ONCE)

            def word_of(n: int, first: int = first) -> Word:
                return word(first + n)

            self._take_some(rows[some], lengths[some], word_of, level, cap)

    def _take_some(
        self, rows: Rows, lengths: _Whole, word: Callable[[int], Word], level: int, cap: int
    ) -> None:
        numbers, rows, lengths = np.arange(len(rows)), rows.copy(), lengths.astype(np.int64)
        trail = np.full((len(rows), len(self._base)), -1, np.int16)  # the entries used on the way

        def so_far(n: int, end: int) -> Word:
            result = word(n)
            for passed in range(level, end):
                if trail[n, passed] >= 0:
                    result += self._words[passed][trail[n, passed]][0]
            return self._moves.reduced(result)

        for here in range(level, len(self._base)):
            look()
            point = self._base[here]
            moving = np.flatnonzero(rows[:, point] != point)
            if not len(moving):
                continue
            some, far = rows[moving], lengths[moving]
            to, source = some[:, point], (some == point).argmax(1)
            for n, back in self._shorter(here, source, to, far):
                made = so_far(int(numbers[moving[n]]), here)
                row = some[n]
                if back:
                    made = self._moves.reduced(self._moves.inverse(made))
                    row = inverses(row[None])[0]
                self._keep(here, int(to[n] if back else source[n]), row, made)
            far = far + self._lengths[here, to, 0]
            trail[numbers[moving], here] = to
            short = far <= cap
            rows[moving[short]] = products(some[short], self._rows[here, to[short], 0])
            lengths[moving] = far
            keep = np.ones(len(rows), np.bool_)
            keep[moving[~short]] = False
            rows, lengths, numbers = rows[keep], lengths[keep], numbers[keep]

    def _shorter(
        self, level: int, source: _Whole, to: _Whole, lengths: _Whole
    ) -> Iterator[tuple[int, bool]]:
        """Yield the elements shorter than those in the table, the shortest of each entry, and whether their inverses are meant."""
        for points, back in ((source, False), (to, True)):
            good = np.flatnonzero(lengths < self._lengths[level, points, -1])
            good = good[np.lexsort((lengths[good], points[good]))]
            own = points[good]
            starts = np.searchsorted(own, own)
            for n in good[np.arange(len(good)) - starts < _WORDS].tolist():
                if lengths[n] < self._lengths[level, points[n], -1]:
                    yield n, back

    def _keep(self, level: int, point: int, row: Rows, word: Word) -> None:
        """Keep an element and its word in the table, if it is short enough and new."""
        lengths, rows = self._lengths[level, point], self._rows[level, point]
        place = int(np.searchsorted(lengths, len(word), "right"))
        words = self._words[level][point]
        if place == _WORDS or (rows[: len(words)] == row).all(1).any():
            return
        self._missing[level] -= not words
        words.insert(place, word)
        del words[_WORDS:]
        rows[place + 1 :] = rows[place:-1].copy()
        lengths[place + 1 :] = lengths[place:-1].copy()
        rows[place], lengths[place] = row, len(word)


def chain_of(group: MoveGroup, moves: Mapping[str, Permutation]) -> StabiliserChain:
    """Return the chain for a group and the moves that may be used; those of the last groups are kept.

    Args:
        group: the group that the moves generate.
        moves: the moves that count as one, by name, as permutations of facelets.

    Raises:
        LimitError: the puzzle is too large to compute its group.
        OutOfTimeError: the time was over before the chain was complete.
    """
    nothing = identity(group.puzzle.facelet_count)
    targets = {name: group.targets(move) for name, move in moves.items() if move != nothing}
    facelets = list(group.numbers)
    base = _base(np.array([*targets.values()]), [group.puzzle.slot_at[f] for f in facelets])
    based, _ = group.based_on([facelets[point] for point in base])
    sizes = tuple(len(based.leading(level)) for level in range(len(base)))
    return _chain(tuple(targets), tuple(map(bytes, targets.values())), base, sizes)


@lru_cache(maxsize=4)
def _chain(
    names: tuple[str, ...], rows: tuple[bytes, ...], base: tuple[int, ...], sizes: tuple[int, ...]
) -> StabiliserChain:
    chain = StabiliserChain(PointMoves(dict(zip(names, rows, strict=True))), base, sizes)
    if chain.nbytes < _KEPT_FROM:
        chain.make()
        return chain
    made = False

    def make(_: Callable[[], None]) -> bytes:
        nonlocal made
        chain.make()
        made = True
        packed = chain.packed()
        if packed is None:
            raise _TooLongError
        return packed

    about = hashlib.sha256(repr((names, rows, base, sizes)).encode()).hexdigest()[:32]
    spec = TableSpec("stabiliser-chain", 1, {"moves": about}, chain.packed_size)
    with suppress(_TooLongError):
        payload = load(spec, make, deadline=current())
        if not made:
            chain.unpack(payload)
    return chain


class _TooLongError(Exception):
    """The words of a chain are too long for a file."""


def _base(rows: _Whole, slots: Sequence[int]) -> tuple[int, ...]:
    """Return a point of each slot; after each of them as many moves as possible leave all points so far in place."""
    moved = rows != np.arange(rows.shape[1])
    free = np.ones(len(rows), np.bool_)
    left = [*{slot: point for point, slot in reversed([*enumerate(slots)])}.values()]
    result: list[int] = []
    while left:
        look()
        costs = [(int(moved[free, p].sum()), -int(moved[:, p].sum()), p) for p in left]
        *_, best = min(costs)
        left.remove(best)
        result.append(best)
        free &= ~moved[:, best]
    return tuple(result)


METHOD: Method[Any] = Method(
    "stabiliser-chain",
    "any state of another puzzle whose states form a group, in seconds",
    frozenset({"max_nodes", "time_limit", "turns"}),
    refuse_cube,
    sizes=(),
    other_puzzles=True,
    limits="its solutions are not the shortest; moves that are blocked in some states, as on Square-1, generate no group, "
    "and at most 256 oriented pieces may move",
)
