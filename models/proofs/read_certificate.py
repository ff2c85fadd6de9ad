"""A certificate, read from its folder, which anyone may have written.

Nothing that is read here is believed; damaged data are refused with a reason.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cubecsp.errors import CubecspError, InputError, excerpt
from cubecsp.files import read_whole
from cubecsp.models.proofs.certificate import ENTRIES, FILES, LRAT, MANIFEST, REJECTED, digest
from cubecsp.models.proofs.data import plain_data, same
from cubecsp.models.proofs.lrat import ANYWAY, EACH, LONGEST
from cubecsp.models.proofs.states import Listed, is_real, read_state, text_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

_VERSION = re.compile(r"[0-9][0-9A-Za-z.+-]{0,30}")
_HASH = re.compile(r"[0-9a-f]{64}")

_MOST = 1 << 26  # bytes of a list of cubes
_MOST_DATA = 1 << 23  # bytes of a file in JSON, which take up to thirty times as much memory
_CHUNK = 1 << 20


class RefusedError(CubecspError):
    """A certificate does not prove what it claims, or does not have the required form."""


def require(condition: bool, problem: str) -> None:
    """Make sure that a condition is met.

    Raises:
        RefusedError: it is not.
    """
    if not condition:
        raise RefusedError(problem)


def manifest_in(folder: Path) -> dict[str, Any]:
    """Return the manifest of a certificate.

    Raises:
        InputError: there is none.
        RefusedError: it is damaged, or of a kind that is not known.
    """
    if not _is_ours(folder / MANIFEST):
        raise InputError(
            f"{excerpt(str(folder))} is not a folder with a certificate",
            f"give a folder that `prove` has written, with a {MANIFEST}",
        )
    manifest = data_in(folder, MANIFEST)
    require(isinstance(manifest, dict), f"{MANIFEST} is damaged")
    require(
        manifest.get("format") in list(FILES),
        f"{MANIFEST} does not say that it is a {' or '.join(map(repr, FILES))}, the kinds that are known here",
    )
    others = sorted(manifest.keys() - ENTRIES[manifest["format"]])
    require(not others, f"{MANIFEST} has an entry that is not known, {excerpt(', '.join(others))}")
    _require_versions(manifest.get("versions", {}))
    return dict(manifest)


def _require_versions(versions: Any) -> None:
    """Make sure that the versions, which nothing can confirm, say nothing but the versions of what `prove` uses.

    Raises:
        RefusedError: they do.
    """
    right = isinstance(versions, dict) and all(
        name in ("cubecsp", "python", "python-sat")
        and isinstance(version, str)
        and _VERSION.fullmatch(version)
        for name, version in versions.items()
    )
    require(right, f"versions of {MANIFEST} are not those of the programs that wrote it")


def data_in(folder: Path, name: str) -> Any:
    """Return the data in a JSON file.

    Raises:
        RefusedError: it is not JSON, or not plain data (see `plain_data`).
    """
    try:
        return plain_data(_read_text(folder / name, _MOST_DATA))
    except ValueError as error:
        raise RefusedError(f"{name} is damaged: {error}") from error


def files_in(folder: Path, manifest: dict[str, Any]) -> list[str]:
    """Return the names of the files of a certificate, each checked against the manifest.

    The proof in LRAT, the largest by far, may be missing; then it is not among them.

    Raises:
        RefusedError: a file does not match, or is not known.
    """
    files = manifest.get("files")
    require(isinstance(files, dict), f"{MANIFEST} names no files")
    assert isinstance(files, dict)
    needed, possible = FILES[manifest["format"]]
    missing = sorted(needed - files.keys())
    require(not missing, f"{MANIFEST} does not name {', '.join(missing)}")
    present = []
    for name, recorded in files.items():
        require(name in needed | possible, f"{MANIFEST} names {excerpt(name)}")
        path = folder / name
        if name == LRAT and not os.path.lexists(path):
            require(_is_record(recorded), f"{MANIFEST} does not say which file {name} was")
            continue
        require(_is_ours(path), f"{name} is not there")
        try:
            entries = {"bytes": path.stat().st_size, "sha256": digest(path)}
        except OSError as error:
            raise RefusedError(f"{name} cannot be read: {error.strerror}") from error
        require(same(recorded, entries), f"{name} is not the file that {MANIFEST} was made for")
        present.append(name)
    return present


def _is_ours(path: Path) -> bool:
    """Return whether there is such a file in the folder, and no link, which could lead out of it."""
    return path.is_file() and not path.is_symlink()


def _is_record(recorded: Any) -> bool:
    """Return whether an entry has the size of a file and its SHA-256, and no more."""
    if not isinstance(recorded, dict) or {*recorded} != {"bytes", "sha256"}:
        return False
    size, sha256 = recorded["bytes"], recorded["sha256"]
    return type(size) is int and isinstance(sha256, str) and bool(_HASH.fullmatch(sha256))


def cubes_in(folder: Path, name: str, puzzle: Puzzle) -> list[Listed]:
    """Return the cubes, or states of another puzzle, that a file lists, all different, and all solvable.

    For another puzzle, rejected states need not be solvable: that is a reason to reject them.

    Raises:
        RefusedError: the file cannot be read, or one of them is not solvable.
        LimitError: whether one is solvable takes too long to find out.
    """
    of_cubes = isinstance(puzzle, CubePuzzle)
    noun = "cube" if of_cubes else f"state of {puzzle.name}"
    cubes = []
    text = _read_text(folder / name, _MOST)
    require(not text or text.endswith("\n"), f"{name} ends within a line")
    for number, line in enumerate(text.split("\n")[:-1], 1):
        try:
            cube = read_state(line, puzzle)
            real = (name == REJECTED and not of_cubes) or is_real(cube)
        except InputError:
            real = False
        require(real, f"line {number} of {name} is not a solvable {noun}")
        cubes.append(cube)
    require(len({*map(text_of, cubes)}) == len(cubes), f"{name} lists a {noun} twice")
    return cubes


def _read_text(path: Path, most: int) -> str:
    try:
        return read_whole(path, most).decode("utf-8")
    except (InputError, ValueError) as error:
        raise RefusedError(f"{path.name} cannot be read: {error}") from error


def chunks_of(path: Path) -> Iterator[bytes]:
    """Yield the content of a compressed file, whole lines at a time.

    Raises:
        RefusedError: it is damaged, or holds far more than a proof of its size.
    """
    rest, held = b"", 0
    try:
        size = path.stat().st_size
        most = ANYWAY + EACH * size
        with gzip.open(path) as file:
            while chunk := file.read(_CHUNK):
                held += len(chunk)
                require(
                    held <= most,
                    f"{path.name} holds more than {most:,} bytes, the limit for a file of {size:,} bytes",
                )
                lines, end, rest = (rest + chunk).rpartition(b"\n")
                require(len(rest) < LONGEST, f"{path.name} has a line that is too long")
                yield lines + end
    except (OSError, EOFError, zlib.error) as error:
        raise RefusedError(f"{path.name} is damaged: {error}") from error
    yield rest


def lines_of(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of chunks of whole lines."""
    for chunk in chunks:
        if chunk:
            yield from chunk.removesuffix(b"\n").split(b"\n")
