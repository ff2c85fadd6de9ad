"""Certificates by those who mean harm: whatever stands in their files, they are refused, and nothing else happens."""

from __future__ import annotations

import gzip
import json
import random
import re
import resource
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from asking import ask
from certificates import CUBES, FORMULA, MANIFEST, SYMMETRY, content, fit, manifest_of, put
from forging import copied

from cubecsp import Cube, InputError, prove, verify
from cubecsp.models.proofs.data import plain_data, same
from cubecsp.models.proofs.read_certificate import RefusedError, chunks_of, cubes_in
from cubecsp.puzzle.cube.cube_puzzle import CUBE

KINDS = {
    "list": (["solved=edges+F2L+URF"], {}),
    "filtered": (["solved=edges+F2L+URF", "any(order=9, solved=URF)"], {}),
    "symmetric": (["solved=edges+F2L+URF"], {"symmetry": True}),
    "pocket": (
        ["no-touching=side", "no-touching=across", "at-most=1"],
        {"size": 2, "symmetry": True},
    ),
    "count": (["solved=edges+F2L+URF"], {"of_count": True}),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Give a certificate that is accepted, made once."""
    folder = tmp_path_factory.mktemp("made")

    @cache
    def certificate(name: str) -> Path:
        rules, more = KINDS[name]
        prove(rules, folder / name, **more)
        return folder / name

    return certificate


def refused(folder: Path) -> str:
    """Return why a certificate is refused, or what is wrong with the folder; nothing if it is accepted."""
    try:
        answer = verify(folder)
    except InputError as error:
        return str(error)
    return "" if answer.accepted else answer.checks[-1].finding


# ---------------------------------------------------------------- data

# Texts of JSON, or of what Python takes for it.
HOSTILE = (
    *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e0", "1.0", "0.5", "-0", "-1", "-0.0"),
    *("9" * 20, "9" * 5_000, "-" + "9" * 41, str(2**63), str(2**64), "4294967296", "1048577"),
    *("true", "false", "null", '""', '"1"', '"0"', '"é"', '"\\ud800"', '"\\u0000"', '"one\'s own"'),
    *(
        "[]",
        "{}",
        "[[]]",
        '{"a": 1}',
        '{"a": 1, "a": 2}',
        "[1]",
        "[" * 50 + "]" * 50,
        '{"0": {"0": 0}}',
    ),
    *(
        "[" * 5_000 + "]" * 5_000,
        '"' + "x" * 100_000 + '"',
        '["solved=all"]',
        '["order=4"]',
        '["%(a)s"]',
    ),
)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where values are in data, all of them."""
    yield path
    for key in (
        data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    ):
        yield from places(data[key], (*path, key))


def with_mark(data: Any, path: tuple[Any, ...], *, as_key: bool = False) -> Any:
    """Return data in which the mark is the value at a place, or its key."""
    if not path:
        return "\ue000"
    data, (first, *rest) = data.copy(), path
    if not rest and as_key and isinstance(data, dict):
        return {"\ue000" if key == first else key: value for key, value in data.items()}
    data[first] = with_mark(data[first], tuple(rest), as_key=as_key)
    return data


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("kind", "name"),
    [*((kind, MANIFEST) for kind in KINDS), ("symmetric", SYMMETRY), ("pocket", SYMMETRY)],
)
def test_no_value_that_is_not_the_right_one_is_accepted_in_any_place(kind, name, made, tmp_path):
    original = made(kind)
    folder, data = copied(original, tmp_path / "hostile"), json.loads(content(original, name))
    draw = random.Random(kind + name)
    every = [path for path in places(data) if path[:1] != ("versions",)]
    first = [path for path in every if len(path) < 2]
    chosen = [*first, *draw.sample(every, min(len(every), 6))]
    for path in chosen:
        for text in draw.sample(HOSTILE, 3):
            as_key = draw.random() < 0.2
            if as_key and (not path or not text.startswith('"')):
                continue
            marked = with_mark(data, path, as_key=as_key)
            written = json.dumps(marked).replace(json.dumps("\ue000"), text)
            if same_text(written, data):
                continue
            put(folder, name, written.encode())
            if name != MANIFEST:
                fit(folder)
            assert refused(folder), (path, text)


def same_text(text: str, data: Any) -> bool:
    """Return whether a text says the same as data."""
    try:
        return same(plain_data(text), data)
    except ValueError:
        return False


@pytest.mark.ordinary(1)
@pytest.mark.few(4)
@pytest.mark.parametrize(
    "number", ["Infinity", "1e999", "NaN", "-Infinity", "1.0", "true", '"2"', "9" * 400]
)
@pytest.mark.parametrize(
    "where",
    [r'"representative": \d+', r'"\d+": \d+(?=,?\s+"\d+": )', r'"taken_by": \{\s*"\d+": \d+'],
)
def test_a_number_of_the_symmetry_that_is_none_is_refused(where, number, made, tmp_path):
    folder = copied(made("symmetric"), tmp_path / "hostile")
    text = content(folder, SYMMETRY).decode()
    changed, times = re.subn(
        f"({where})", lambda found: re.sub(r"\d+$", number, found[0]), text, count=1
    )
    assert times == 1
    put(folder, SYMMETRY, changed.encode())
    fit(folder)
    answer = ask("verify", folder)
    assert answer.code == 1
    assert "FAILED  symmetry: symmetry.json" in answer.out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        *((text, "not an integer") for text in ("1.5", "1e3", "NaN", "[Infinity]", "-0", "1" * 41)),
        *((text, "occurs twice") for text in ('{"a": 1, "a": 1}', '[{"b": {}, "b": []}]')),
        *((text, "nested too deeply") for text in ("[" * 10 + "]" * 10, "[" * 10**5 + "]" * 10**5)),
        ('"\\ud800"', "surrogates"),
        ("01", "Extra data"),
        ("{'a': 1}", "Expecting property name"),
        ("", "Expecting value"),
    ],
)
def test_data_that_is_not_plain_is_refused(text, says):
    with pytest.raises(ValueError, match=says):
        plain_data(text)


def test_true_is_not_one():
    assert same({"a": [1, "x", None]}, {"a": [1, "x", None]})
    for one, other in ((True, 1), ([False], [0]), ({"a": 1}, {"a": True}), ("1", 1), ([], {})):
        assert not same(one, other)


def test_data_of_any_size_are_refused_before_they_are_read(made, tmp_path):
    folder = copied(made("symmetric"), tmp_path / "hostile")
    for name in (MANIFEST, SYMMETRY):
        whole = content(folder, name)
        put(folder, name, b"[" + b"[]," * (3 << 20) + b"[]]")
        if name == SYMMETRY:
            fit(folder)
        assert "too large" in refused(folder)
        put(folder, name, whole)


# ---------------------------------------------------------------- other files


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("kind", ["filtered", "pocket", "count"])
def test_nothing_that_is_written_into_a_file_ends_in_more_than_a_refusal(kind, made, tmp_path):
    original, folder = made(kind), tmp_path / "hostile"
    draw = random.Random(kind)
    contents = (
        *(b"", b"\n", b"\0", b"\xff\xfe", b"x" * 100_000, b"-1 0\n", b"p cnf 1 1\n", b"1 0 0\n"),
        *(b"9" * 5_000 + b"\n", b"p cnf 99999999999999 1\n1 0\n", b"r 99999999999999\n", b"5 p\n"),
        *(b"1 d 0 0\n", b"\xd9\xa1 0\n", b"+1 0 1_0 0\n", "\ud7ff\n".encode(), b"U" * 54 + b"\n"),
    )
    for name in manifest_of(original)["files"]:
        whole = content(original, name)
        for text in draw.sample(contents, 2):
            copied(original, folder)
            put(folder, name, draw.choice([text, whole + text, text + whole]))
            if content(folder, name) == whole:
                continue
            fit(folder)
            assert refused(folder), (name, text)
    copied(original, folder)
    (folder / FORMULA).write_bytes(b"\x1f\x8b" + gzip.compress(b"p cnf 1 0\n")[2:9])
    fit(folder)
    assert refused(folder)


def test_a_list_that_ends_within_a_line_is_refused(made, tmp_path):
    """A reader sees a cube more than were read."""
    folder = copied(made("list"), tmp_path / "hostile")
    cubes = content(folder, CUBES)
    for more in (b"U" * 54, cubes.splitlines()[0], b" "):
        put(folder, CUBES, cubes + more)
        fit(folder)
        assert refused(folder) == "cubes.txt ends within a line"


@pytest.mark.ordinary(4)
@pytest.mark.parametrize(
    "entries",
    [
        {"size": 2},
        {"size": 2, "rules": ["order=4"]},
        {"size": 50},
        {"rules": ["no-such-rule"]},
        {"rules": ["one's own"]},
        {"rules": ["solved=XYZ"]},
        {"rules": ["not " * 100 + "solved=all"]},
        {"rules": ["(" * 5_000]},
        {"rules": ["at-most=2"] * 30_000},
        {"rules": ["some-orientation(stickers=" + "." * 54 + ")"] * 3},
    ],
)
@pytest.mark.parametrize("kind", ["list", "count"])
def test_rules_that_make_no_sense_are_a_fault_of_the_certificate(kind, entries, made, tmp_path):
    folder = copied(made(kind), tmp_path / "hostile")
    (folder / MANIFEST).write_text(json.dumps(manifest_of(folder) | entries), "utf-8")
    answer = ask("verify", folder)
    assert answer.code == 1, answer.err
    assert "Refused: manifest: " in answer.out


# ---------------------------------------------------------------- what unpacks to more than there is room for


@pytest.mark.few(2)
@pytest.mark.parametrize("name", [FORMULA, "proof.lrat.gz", "proof.drat.gz"])
@pytest.mark.parametrize(
    "kind", ["zeros", "empty lines", pytest.param("lines", marks=pytest.mark.slow)]
)
def test_a_file_that_unpacks_to_more_than_a_proof_of_its_size_is_refused(
    made, tmp_path, name, kind
):
    """Twenty-five megabytes in some tens of kilobytes: the limit is said, unless something else is wrong before."""
    folder = tmp_path / "copy"
    shutil.copytree(made("list"), folder)
    part = {
        "zeros": bytes(1 << 20),
        "empty lines": b"\n" * (1 << 20),
        "lines": b"1 d 0\n" * (1 << 17),
    }
    with gzip.open(folder / name, "wb", 1) as file:
        for _ in range(25):
            file.write(part[kind])
    fit(folder)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    why = refused(folder)
    assert name.partition(".")[0] in why or "line" in why
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) < 200_000


@pytest.mark.parametrize("name", ["manifest.json", FORMULA, "proof.lrat.gz", "cubes.txt"])
def test_a_link_that_leads_out_of_the_folder_is_not_followed(made, tmp_path, name):
    folder, elsewhere = tmp_path / "copy", tmp_path / "elsewhere"
    shutil.copytree(made("list"), folder)
    (folder / name).rename(elsewhere)
    (folder / name).symlink_to(elsewhere)
    why = refused(folder)
    assert f"{name} is not there" in why or "is not a folder with a certificate" in why


def test_the_limit_of_what_is_unpacked_is_said(tmp_path):
    path = tmp_path / "proof.lrat.gz"
    path.write_bytes(gzip.compress(b"1 d 0\n" * 12_000_000, 1))
    size = path.stat().st_size
    limit = (1 << 24) + 32 * size
    with pytest.raises(RefusedError, match=f"more than {limit:,} bytes.* of {size:,} bytes"):
        assert max(map(len, chunks_of(path))) < 1 << 22
    path.write_bytes(gzip.compress(b"1 d 0\n" * 1_000_000, 1))
    assert sum(map(len, chunks_of(path))) == 6_000_000


@pytest.mark.parametrize("name", ["cubes.txt", "rejected.txt"])
def test_cubes_that_turns_cannot_make_are_neither_listed_nor_rejected(name, tmp_path):
    twisted = Cube.from_placements([1, *range(3, 24, 3)], Cube().edges)
    (tmp_path / name).write_text(f"{Cube().facelets}\n{twisted.facelets}\n")
    with pytest.raises(RefusedError, match=f"line 2 of {name} is not a solvable cube"):
        cubes_in(tmp_path, name, CUBE)
