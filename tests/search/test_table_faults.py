"""Table files that are damaged, forged or old: never used, never fatal, made again."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_examples import (
    MANY_BLOCKS,
    PAGE,
    SPEC,
    Maker,
    contents,
    forged,
    is_stored,
    put,
    require_made_again,
    said,
)

from cubecsp.errors import TableError
from cubecsp.search import known_tables, table_cache, table_files

pytestmark = [pytest.mark.native, pytest.mark.quick]


@pytest.fixture(autouse=True)
def folder(cache: Path) -> Path:
    return cache


def test_the_layout_is_the_documented_one(whole: bytes) -> None:
    assert forged(json.dumps(said(whole), sort_keys=True).encode(), contents()) == whole
    assert set(said(whole)) == set(table_files.Header._fields)
    assert said(whole)["byte_order"] == sys.byteorder


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("first", range(4))
def test_every_byte_of_the_header_matters(whole: bytes, first: int) -> None:
    rng = random.Random(1)
    for at in range(first, PAGE, 4):
        data = bytearray(whole)
        data[at] ^= rng.randrange(1, 256)
        put(bytes(data))
        assert not is_stored(SPEC), at
    (listed,) = table_cache.listing()
    assert listed.state == "damaged"


def test_every_byte_of_the_payload_matters(whole: bytes) -> None:
    rng = random.Random(2)
    for at in [PAGE, len(whole) - 1, *rng.sample(range(PAGE, len(whole)), 300)]:
        data = bytearray(whole)
        data[at] ^= 1 << rng.randrange(8)
        put(bytes(data))
        assert not is_stored(SPEC), at
    require_made_again()


@pytest.mark.ordinary(3)
@pytest.mark.parametrize(
    "at", [0, (1 << 20) - 1, 1 << 20, (2 << 20) + 5, 3 << 20, MANY_BLOCKS.size - 1]
)
def test_damage_anywhere_in_a_long_payload_is_noticed(at: int) -> None:
    table_cache.load(MANY_BLOCKS, Maker(MANY_BLOCKS)).release()
    data = bytearray(MANY_BLOCKS.path.read_bytes())
    data[PAGE + at] ^= 1
    put(bytes(data), MANY_BLOCKS)
    require_made_again(MANY_BLOCKS)


@pytest.mark.parametrize(
    "size", [0, 1, 7, 19, 20, PAGE - 1, PAGE, PAGE + 1, -2, -1, +1, +2, 1 << 16]
)
def test_files_of_other_sizes_are_refused(whole: bytes, size: int) -> None:
    if abs(size) <= 2 and size not in (0, 1):
        size += len(whole)
    put(whole[:size].ljust(size, b"\0"))
    require_made_again()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_random_files_are_refused(data: st.DataObject, whole: bytes) -> None:
    start = data.draw(st.sampled_from([b"", b"CUBETBL\n", whole[:12], whole[:PAGE]]))
    put(start + data.draw(st.binary(max_size=6000)))
    assert not is_stored(SPEC)
    assert table_cache.listing([SPEC])[0].state in ("damaged", "old")


NONSENSE: list[Any] = [
    None,
    True,
    -1,
    1.5,
    float("nan"),
    1 << 62,
    10**30,
    "",
    "x",
    "../x",
    [],
    {},
    [[]],
]


@pytest.mark.parametrize("entry", table_files.Header._fields)
def test_entries_that_make_no_sense_are_refused(whole: bytes, entry: str) -> None:
    """Each entry replaced by values of every kind, or left out, with valid checksums all the same."""
    right = said(whole)
    for value in [*NONSENSE, *right.values()]:
        if value == right[entry] and type(value) is type(right[entry]):
            continue
        put(forged({**right, entry: value}, contents()))
        assert not is_stored(SPEC), value
        assert table_cache.listing([SPEC])[0].state != "ok", value
        assert table_cache.remove() == [SPEC.path], value
    put(forged({name: value for name, value in right.items() if name != entry}, contents()))
    require_made_again()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 4000,
        b'{"a":' * 800,
        b'{"size": ' + b"9" * 4000 + b"}",
        b"\0" * 100,
    ],
)
def test_headers_that_are_no_description_are_refused(text: bytes) -> None:
    put(forged(text, contents()))
    require_made_again()


@pytest.mark.parametrize("length", [0, 1, PAGE - 20, PAGE, 1 << 31, (1 << 32) - 1])
def test_descriptions_of_other_lengths_are_refused(whole: bytes, length: int) -> None:
    put(forged(said(whole), contents(), length=length))
    require_made_again()


def test_more_entries_than_there_should_be_are_refused(whole: bytes) -> None:
    put(forged({**said(whole), "more": 1}, contents()))
    require_made_again()


@pytest.mark.parametrize("size", [0, 10**9, (1 << 62) - 1])
def test_a_size_that_the_file_does_not_have_is_refused(whole: bytes, size: int) -> None:
    put(forged({**said(whole), "size": size}, contents()))
    require_made_again()


@pytest.mark.parametrize("change", [{"version": 2}, {"layout": "8 16"}, {"size": 5001}])
def test_tables_of_other_versions_and_layouts_are_old(change: dict[str, Any]) -> None:
    table_cache.load(SPEC, Maker()).release()
    spec = dataclasses.replace(SPEC, **change)
    assert [entry.state for entry in table_cache.listing([spec])] == ["old"]
    make = Maker(spec)
    assert table_cache.load(spec, make) == contents(spec)
    assert make.calls == 1


def test_the_other_byte_order_is_old(whole: bytes) -> None:
    other = {"little": "big", "big": "little"}[sys.byteorder]
    put(forged({**said(whole), "byte_order": other}, contents()))
    assert [entry.state for entry in table_cache.listing()] == ["old"]
    require_made_again()


def test_contents_that_are_known_are_required() -> None:
    """A table with other contents is not used, though its file is whole, and not stored either."""
    right = hashlib.sha256(contents()).hexdigest()
    spec = dataclasses.replace(SPEC, digest=right)
    wrong = bytes(SPEC.size)
    table_cache.load(SPEC, lambda _poll: wrong).release()
    assert is_stored(SPEC)
    if sys.byteorder == "little":
        assert not is_stored(spec)
        assert [entry.state for entry in table_cache.listing([spec])] == ["damaged"]
        with pytest.raises(TableError, match="other contents"):
            table_cache.load(spec, lambda _poll: wrong)
    assert table_cache.load(spec, Maker()) == contents()


@pytest.mark.parametrize("table", known_tables(), ids=lambda table: table.spec.name)
def test_the_tables_of_the_methods_refuse_other_contents(table: table_cache.KnownTable) -> None:
    """A forged payload under a whole header is not used; large ones are left out here."""
    spec = table.spec
    if spec.size > 40 << 20:
        assert len(spec.digest) == 64 or "huge" in spec.name
        return
    table_cache.store(dataclasses.replace(spec, digest=""), lambda _poll: bytes(spec.size))
    assert not is_stored(spec)
    with pytest.raises(TableError, match="other contents"):
        table_cache.load(spec, lambda _poll: bytes(spec.size))
