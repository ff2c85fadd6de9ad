"""A folder as one archive, which is sent while it is made."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["send_folder"]


class _Sent(io.RawIOBase):
    """A file that cannot seek: what is written to it is sent."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send

    def writable(self) -> bool:
        """Whether it can be written to."""
        return True

    def write(self, data: Any) -> int:
        """Send the next part of the file."""
        self._send(bytes(data))
        return len(data)


def send_folder(folder: Path, send: Callable[[bytes], None]) -> None:
    """Send the files of a folder as one archive, part by part."""
    archived = io.BufferedWriter(_Sent(send), 1 << 16)
    with zipfile.ZipFile(archived, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, f"{folder.name}/{path.name}")
    archived.flush()
