"""Texts that a reader may meet by accident or by malice, made of one that it reads."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Callable, Iterator

LONG = 1_000_000  # characters
OFTEN = 100_000
DEEP = 100_000
DIGITS = 5_000

Hostile = tuple[str, Callable[[], bytes]]

_NUMBER = re.compile(rb"\d+")
_STRING = re.compile(rb'"[^"\\\n]*"')


def hostile(sample: bytes) -> Iterator[Hostile]:
    """Yield the name of each hostile text, and a function that makes it."""
    yield from _characters(sample)
    yield from _sizes(sample)
    yield from _numbers(sample)
    yield from _nesting(sample)
    yield from _json(sample)
    yield from _parts(sample)


def _characters(sample: bytes) -> Iterator[Hostile]:
    middle = len(sample) // 2
    yield "a byte order mark in front", lambda: b"\xef\xbb\xbf" + sample
    yield "two of them", lambda: b"\xef\xbb\xbf" * 2 + sample
    yield "one within", lambda: sample[:middle] + b"\xef\xbb\xbf" + sample[middle:]
    yield "null in front", lambda: b"\0" + sample
    yield "null within", lambda: sample[:middle] + b"\0" + sample[middle:]
    yield "null at the end", lambda: sample + b"\0"
    yield "lines of Windows", lambda: sample.replace(b"\n", b"\r\n") + b"\r\n"
    yield "lines of old Macs", lambda: sample.replace(b"\n", b"\r") + b"\r"
    yield "other ends of lines", lambda: sample.replace(b"\n", "\u2028\x85\x0c".encode())
    yield "half a pair", lambda: sample[:middle] + b"\xed\xa0\x80" + sample[middle:]
    yield "no UTF-8", lambda: sample[:middle] + b"\xff\xfe" + sample[middle:]
    yield "UTF-16", lambda: sample.decode("latin-1").encode("utf-16")
    yield "an escape", lambda: sample[:middle] + b"\x1b[2J\x07" + sample[middle:]
    yield (
        "a letter of four bytes",
        lambda: sample[:middle] + "\U0001d7d9𐍈".encode() + sample[middle:],
    )
    yield "digits of another script", lambda: _NUMBER.sub("٣".encode(), sample)
    yield "raised digits", lambda: _NUMBER.sub("²".encode(), sample)


def _sizes(sample: bytes) -> Iterator[Hostile]:
    yield "nothing", lambda: b""
    yield "blanks", lambda: b" \t "
    yield "empty lines", lambda: b"\n\r\n\n"
    yield "a mark alone", lambda: b"\xef\xbb\xbf"
    yield "nulls alone", lambda: bytes(1000)
    yield "a long line", lambda: b"R" * LONG
    yield "a long line of blanks", lambda: sample + b" " * OFTEN
    yield "many lines", lambda: sample + b"\n" * OFTEN
    yield "again and again", lambda: sample * (1 + OFTEN // len(sample))
    yield "its end again and again", lambda: sample + sample[-1:] * OFTEN
    yield "a long word", lambda: sample + b"x" * LONG


def _numbers(sample: bytes) -> Iterator[Hostile]:
    yield "a long number", lambda: b"9" * DIGITS
    yield "a long number, negative", lambda: b"-" + b"9" * DIGITS
    if not _NUMBER.search(sample):
        return
    first, last = _NUMBER.findall(sample)[0], _NUMBER.findall(sample)[-1]
    for other in (
        *(b"9" * DIGITS, b"-1", b"18446744073709551616", b"2147483648", b"1e999", b"0.5"),
        *(b"NaN", b"Infinity", b"-Infinity", b"0x" + b"f" * DIGITS, b"1_000", b"true", b"null"),
    ):
        label = other[:12].decode()
        yield f"the first number is {label}", lambda o=other: _NUMBER.sub(o, sample, count=1)
        yield (
            f"the last number is {label}",
            lambda o=other: (
                sample[: sample.rindex(last)] + o + sample[sample.rindex(last) + len(last) :]
            ),
        )
    yield "the first number at all places", lambda: _NUMBER.sub(first, sample)
    yield "long numbers everywhere", lambda: _NUMBER.sub(b"9" * DIGITS, sample[:5_000])


def _nesting(sample: bytes) -> Iterator[Hostile]:
    for begin, end in (
        *((b"[", b"]"), (b"(", b")"), (b"{", b"}"), (b'{"a":', b"}"), (b"not ", b""), (b"-", b"")),
        *((b"any(", b")"), (b"[R,", b"]"), (b"'", b""), (b'"', b""), (b"a.", b"")),
    ):
        label = begin.decode()
        yield f"deep in {label}", lambda b=begin, e=end: b * DEEP + sample + e * DEEP
        yield f"deep in {label}, and left open", lambda b=begin: b * DEEP
    yield "a list that stays open", lambda: b"a = " + b"[" * DEEP


def _json(sample: bytes) -> Iterator[Hostile]:
    yield "NaN", lambda: b"NaN"
    yield "a list", lambda: b"[]"
    yield "an object", lambda: b"{}"
    yield "null", lambda: b"null"
    yield "a text", lambda: b'"\\ud800"'
    if not sample.lstrip().startswith(b"{"):
        return
    opened = sample.index(b"{") + 1
    key = _STRING.search(sample)
    if key:
        again = key[0] + b": 1, "
        yield "a key twice", lambda: sample[:opened] + again + sample[opened:]
    yield "a key more", lambda: sample[:opened] + b'"\\u0000": [], ' + sample[opened:]
    for number, found in enumerate(list(_STRING.finditer(sample))[:12]):
        for other in (b"1", b"null", b'"\\ud800"', b'["x"]', b'"\\u0000"', b'""'):
            yield (
                f"text {number} is {other.decode()}",
                lambda f=found, o=other: sample[: f.start()] + o + sample[f.end() :],
            )


def _parts(sample: bytes) -> Iterator[Hostile]:
    for quarter in (1, 2, 3):
        yield f"{quarter} of 4 parts", lambda q=quarter: sample[: len(sample) * q // 4]
    yield "without its last byte", lambda: sample[:-1]
    yield "without its first byte", lambda: sample[1:]
    yield "backwards", lambda: sample[::-1]
    yield "a binary file", lambda: b"\x7fELF\x02\x01\x01\0" + random.Random(1).randbytes(5_000)
    yield "a picture", lambda: b"\x89PNG\r\n\x1a\n" + random.Random(2).randbytes(500)
    yield "compressed", lambda: gzip.compress(sample)
