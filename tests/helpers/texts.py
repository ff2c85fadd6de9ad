"""Random texts and bytes of every sort, for readers that must refuse what they cannot read."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

_CHARACTERS = "URFDLBurfdlbMESxyzw0123456789'()[],:.-?| \n\t/{}\"WYGO+−&=#%_;é\u2028🟥\udc80\x00"
_WORDS = [
    "U", "R2", "(", "[", "]", ")", "F'", ",", ":", "cube(", "fd=", "&", "{", '"CORNERS"', "\n", " ",
    "visualcube?", "//", "U1", "9", "999", "parity", "Corner Orientation", "(UF,UR)", "alg=", "UFR",
]  # fmt: skip


def any_text(rng: random.Random, samples: Sequence[str], longest: int) -> str | bytes:
    """Return a text: characters at random, words of the formats, or `samples` damaged and joined."""
    kind = rng.randrange(7)
    if kind == 0:
        return "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(120)))
    if kind == 1:
        return rng.randbytes(rng.randrange(200))
    if kind == 2:
        return "".join(rng.choices(_CHARACTERS, k=rng.randrange(200)))
    if kind == 3:
        return _damaged(rng, rng.choice(samples))
    if kind == 4:
        return rng.choice(_CHARACTERS) * rng.randrange(longest + 100)
    if kind == 5:
        a, b = rng.choice(samples), rng.choice(samples)
        return a[: rng.randrange(len(a) + 1)] + b[rng.randrange(len(b) + 1) :]
    return "".join(rng.choices(_WORDS, k=rng.randrange(400)))


def _damaged(rng: random.Random, text: str) -> str:
    characters = list(text)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(characters) + 1)
        characters[at : at + rng.randrange(2)] = rng.choices(_CHARACTERS, k=rng.randrange(2))
    return "".join(characters)


def lettered(sentence: str) -> str:
    """Return a sentence with the words for the standard colours replaced by their letters."""
    return re.sub(
        r"\b(white|red|green|yellow|orange|blue)\b", lambda word: word[0][0].upper(), sentence
    )
