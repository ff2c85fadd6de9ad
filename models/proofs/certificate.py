"""The folder of a certificate: its contents, which are written as a whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from cubecsp.errors import InputError, excerpt
from cubecsp.stopping.closing import ClosingContext

LIST = "cubecsp certificate 1"
"""The kind that the manifest states for a certificate that some cubes are all there are."""

COUNT = "cubecsp certificate of a count 1"
"""The kind that it states for a number of cubes."""

MANIFEST = "manifest.json"
FORMULA = "formula.cnf.gz"
VARIABLES = "variables.txt"
CUBES = "cubes.txt"
REJECTED = "rejected.txt"
SYMMETRY = "symmetry.json"
LRAT = "proof.lrat.gz"
DRAT = "proof.drat.gz"
CPOG = "proof.cpog.gz"

FILES: dict[str, tuple[set[str], set[str]]] = {
    LIST: ({FORMULA, VARIABLES, CUBES, LRAT, DRAT}, {REJECTED, SYMMETRY}),
    COUNT: ({FORMULA, VARIABLES, CPOG}, set()),
}
"""For each kind of certificate the files that it has, and those that it may have, besides the manifest."""

_ABOUT = {"format", "rules", "left_out", "own", "size", "puzzle", "ignore_orientation", "turns"}
_CLAIM = {"count", "claim", "proven", "not_proven", "rests_on", "commands"}
_MADE = {"formula", "proof", "versions", "files"}

ENTRIES: dict[str, set[str]] = {
    LIST: _ABOUT | _CLAIM | _MADE | {"rejected", "symmetry"},
    COUNT: _ABOUT | _CLAIM | _MADE,
}
"""The entries that a manifest of each kind may have: another one could claim something that nothing shows."""

_NAMES = {MANIFEST}.union(*(needed | possible for needed, possible in FILES.values()))

_LEVEL = 4  # of gzip: level 6 takes four times as long for 8 % less, xz seventeen times for 22 %


class Folder(ClosingContext):
    """A folder that is being written, next to its place and under another name until it is complete.

    Use it in `with`: an unfinished folder is removed.

    Args:
        place: its path.
        kind: the kind of certificate, `LIST` or `COUNT`.

    Raises:
        InputError: something is there, or nothing can be written there.
    """

    def __init__(self, place: Path, kind: str) -> None:
        require_free(place)
        self._kind = kind
        self._place = place
        self._temporary = place.absolute().parent / f".cubecsp-{os.urandom(8).hex()}"
        self._files: dict[str, dict[str, Any]] = {}
        with _writing_in(place):
            self._temporary.mkdir(parents=True)

    def close(self) -> None:
        """Remove an unfinished folder."""
        shutil.rmtree(self._temporary, ignore_errors=True)

    @contextlib.contextmanager
    def open_gzip(self, name: str) -> Iterator[BinaryIO]:
        """Open a compressed file to write to; the same content always gives the same bytes."""
        with _writing_in(self._place):
            path = self._temporary / name
            with open(path, "xb") as file, gzip.GzipFile("", "wb", _LEVEL, file, mtime=0) as packed:
                yield packed  # type: ignore[misc]
            self._note(name)

    def write(self, name: str, lines: Iterable[str]) -> None:
        """Write a file."""
        with _writing_in(self._place):
            (self._temporary / name).write_bytes("".join(lines).encode())
            self._note(name)

    def write_json(self, name: str, data: Any) -> None:
        """Write data to a file as JSON."""
        self.write(name, [json.dumps(data, indent=1), "\n"])

    def _note(self, name: str) -> None:
        path = self._temporary / name
        self._files[name] = {"bytes": path.stat().st_size, "sha256": digest(path)}

    def finish(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Write the manifest, put the folder in its place, and return the manifest."""
        manifest = {"format": self._kind, **facts, "files": self._files}
        with _writing_in(self._place):
            text = json.dumps(manifest, indent=2, ensure_ascii=False)
            (self._temporary / MANIFEST).write_text(text + "\n", "utf-8")
            self._replace()
        return manifest

    def _replace(self) -> None:
        """Put the folder in its place; the certificate that was there is removed when that is done."""
        old = self._temporary.with_suffix(".old")
        with contextlib.suppress(FileNotFoundError):
            self._place.rename(old)
        try:
            self._temporary.rename(self._place)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                old.rename(self._place)
            raise
        shutil.rmtree(old, ignore_errors=True)


def require_free(place: Path) -> None:
    """Make sure that the place of a certificate is free, or an empty folder, or another certificate.

    Raises:
        InputError: there is something else.
    """
    try:
        free = not os.path.lexists(place) or (
            place.is_dir()
            and not place.is_symlink()
            and {path.name for path in place.iterdir()} <= _NAMES
        )
    except (OSError, ValueError) as error:
        raise InputError(f"folder {excerpt(str(place))} cannot be used: {error}") from error
    if not free:
        raise InputError(
            f"{excerpt(str(place))} exists and is not a certificate",
            "name a folder that does not exist",
        )


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def _writing_in(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(
            f"folder {excerpt(str(place))} cannot be written: {error.strerror or error}",
            "name another",
        ) from error
