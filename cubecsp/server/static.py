"""The files of the page. A request can only name a file that was there at the start, never a path."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path
from typing import NamedTuple

from cubecsp.files import installed

__all__ = ["File", "Site", "folder", "how_to_get_the_player"]

_SUFFIXES = (
    *(".css", ".html", ".ico", ".js", ".json", ".mjs", ".png", ".svg"),
    *(".txt", ".webmanifest", ".woff2"),
)
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".woff2": "font/woff2"}
_OTHERS = {"node_modules", "tests"}
_FIRST = "index.html"
_PLAYER = "player/dist/player.js"


class File(NamedTuple):
    """A file of the page.

    Attributes:
        data: what it holds.
        kind: its media type.
        tag: an ETag, another one for other data.
    """

    data: bytes
    kind: str
    tag: str


def folder() -> Path | None:
    """Return the folder of the page; None if there is none."""
    return installed("web")


def how_to_get_the_player(root: Path) -> str | None:
    """Return how to get the page's 3D player, a clause; None if it is there.

    Args:
        root: the folder of the page.
    """
    if (root / _PLAYER).exists():
        return None
    if (root.parent / "pyproject.toml").exists():
        return "make web builds it"
    return (
        "wheels from PyPI have it (pip install --force-reinstall --no-deps --only-binary cubecsp cubecsp), and where "
        "cubecsp is built from its sources, npm has to be there"
    )


class Site:
    """The files of the page by the path of their URL.

    Args:
        root: the folder with the files; None for no page.
    """

    def __init__(self, root: Path | None) -> None:
        self._paths: dict[str, Path] = {}
        self._read: dict[Path, tuple[int, File]] = {}
        for path in sorted(root.rglob("*")) if root is not None else ():
            parts = path.relative_to(root).parts if root is not None else ()
            hidden = any(part.startswith(".") or part in _OTHERS for part in parts)
            if path.suffix in _SUFFIXES and path.is_file() and not hidden:
                self._paths["/".join(parts)] = path
        if _FIRST in self._paths:
            self._paths[""] = self._paths[_FIRST]

    def get(self, name: str) -> File | None:
        """Return a file, as it is now; None if there is none.

        Args:
            name: the path of the URL, without the first slash.
        """
        path = self._paths.get(name)
        if path is None:
            return None
        try:
            changed = path.stat().st_mtime_ns
            known = self._read.get(path)
            if known is None or known[0] != changed:
                known = self._read[path] = (changed, _file(path))
        except OSError:
            return None
        return known[1]


def _file(path: Path) -> File:
    data = path.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
    if kind.startswith("text/") or path.suffix in (".json", ".svg"):
        kind += "; charset=utf-8"
    return File(data, kind, f'"{hashlib.sha256(data).hexdigest()[:32]}"')
