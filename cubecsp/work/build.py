"""The build of this installation, for comparison with that on another machine."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from cubecsp.version import __version__

_SUFFIXES = {".py", ".toml", ".lark"}
_PACKAGES = ("cubecsp", "cubecsp.models", "cubecsp.search")  # these may lie in separate folders
_DATA = ("cubecsp/results/", "cubecsp/web/")  # installed in the package, but not in an editable one


class Build(NamedTuple):
    """An installation.

    Attributes:
        version: the version of the package.
        python: its version, in the precision on which pickles depend, such as `3.11`.
        sources: a checksum of all Python files and rules.
        machine: the machine for which the compiled part was compiled.
        native: a checksum of the compiled part, which differs between machines.
    """

    version: str
    python: str
    sources: str
    machine: str
    native: str

    def differs(self, other: Build) -> str | None:
        """Return the difference between another installation and this one, a clause; None if it gives the same answers."""
        if other.version != self.version:
            return f"cubecsp {other.version}, and this is {self.version}"
        if other.python != self.python:
            return f"Python {other.python}, and this is {self.python}"
        if other.sources != self.sources:
            return f"other files of cubecsp {other.version} ({other.sources}, here {self.sources})"
        if other.machine == self.machine and other.native != self.native:
            return f"another compiled part of cubecsp {other.version} ({other.native}, here {self.native})"
        return None


@cache
def build() -> Build:
    """Return the build that this process runs."""
    python = "{}.{}".format(*sys.version_info[:2])
    machine = f"{platform.system()} {platform.machine()}"
    return Build(__version__, python, _sources(), machine, _native())


def _sources() -> str:
    digest = hashlib.blake2b(digest_size=4)
    for name, path in sorted(_files().items()):
        content = path.read_bytes()
        digest.update(f"{name} {len(content)} ".encode() + content)
    return digest.hexdigest()


def _files() -> dict[str, Path]:
    """Return the files of the code by their installed names."""
    entries = {}
    for package in _PACKAGES:
        spec = find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            if not (Path(folder) / "__init__.py").is_file():
                continue  # the checkout around it, which an editable installation also names
            for path in _below(Path(folder)):
                name = Path(*package.split("."), path.relative_to(folder)).as_posix()
                if path.suffix in _SUFFIXES and not name.startswith(_DATA):
                    entries[name] = path
    return entries


def _below(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder, also through links, since some installations consist of links."""
    for where, _, names in os.walk(folder, followlinks=True):
        yield from (Path(where, name) for name in names)


def _native() -> str:
    spec = find_spec("cubecsp._native")
    assert spec is not None
    assert spec.origin is not None
    return hashlib.blake2b(Path(spec.origin).read_bytes(), digest_size=4).hexdigest()
