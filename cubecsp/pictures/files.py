"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from cubecsp.errors import InputError

__all__ = ["prepare_folder", "write_whole"]


def prepare_folder(folder: Path) -> None:
    """Make sure that files can be written into `folder`, making it if need be.

    Raises:
        InputError: it cannot be made or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"folder {str(folder)!r} cannot be written to: {error.strerror or error}",
            "name another with -o",
        ) from error


def write_whole(path: Path, content: str | bytes) -> Path:
    """Write a whole file or none: under another name first, then renamed.

    Raises:
        InputError: it cannot be written.
    """
    try:
        data = content.encode("utf-8") if isinstance(content, str) else content
        temporary = path.parent / f".cubecsp-{secrets.token_hex(8)}"
        try:
            with open(temporary, "xb") as file:  # its mode is as the umask says
                file.write(data)
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:  # null in a name, half a surrogate pair in a text
        why = error.strerror if isinstance(error, OSError) else None
        raise InputError(f"{str(path)!r} cannot be written: {why or error}") from error
    return path
