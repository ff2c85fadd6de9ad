"""Words of moves, and the words that swaps of neighbours make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Move = TypeVar("Move")


def swapped(
    words: Iterable[tuple[Move, ...]], commute: Callable[[Move, Move], bool]
) -> list[set[tuple[Move, ...]]]:
    """Return the words in sets, each with all that swaps of neighbours that commute make of one of them."""
    left, found = set(words), []
    while left:
        together = {left.pop()}
        queue = list(together)
        while queue:
            word = queue.pop()
            for i in range(len(word) - 1):
                if commute(word[i], word[i + 1]):
                    other = (*word[:i], word[i + 1], word[i], *word[i + 2 :])
                    if other not in together:
                        together.add(other)
                        queue.append(other)
        left -= together
        found.append(together)
    return found
