"""The files of the page. A request can only name files that may be a part of it: nothing hidden, and nothing outside."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path, PurePosixPath
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from cubecsp.files import folder_of

_NAME = re.compile(r"(\w[\w.-]*/)*\w[\w.-]*")
_SUFFIXES = (
    *(".css", ".html", ".ico", ".js", ".json", ".mjs", ".png", ".svg"),
    *(".txt", ".webmanifest", ".woff2"),
)
_OTHERS = {"node_modules", "tests"}

for _suffix in (".js", ".mjs"):  # the registry of Windows may have other types for them
    mimetypes.add_type("text/javascript", _suffix)


def folder() -> Path | None:
    """Return the folder of the page; None if there is none."""
    return folder_of("web")


class PageFiles(StaticFiles):
    """The files of the page in their current state; browsers ask every time whether a file has changed.

    Args:
        root: the folder with the files; None for no page.
    """

    def __init__(self, root: Path | None) -> None:
        super().__init__(directory=root, check_dir=False)

    def has(self, name: str) -> bool:
        """Return whether the path of a URL, without the first slash, is that of a file."""
        parts = PurePosixPath(name)
        return (
            _NAME.fullmatch(name) is not None
            and parts.suffix in _SUFFIXES
            and _OTHERS.isdisjoint(parts.parts)
            and self.lookup_path(name)[1] is not None
        )

    def file_response(self, *args: Any, **more: Any) -> Response:
        """Return the response with a file, or the response that it has not changed."""
        response = super().file_response(*args, **more)
        response.headers["Cache-Control"] = "no-cache"
        return response
