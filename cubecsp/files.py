"""Read files up to a limit; write files whole or not at all."""

from __future__ import annotations

import contextlib
import io
import os
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from cubecsp.errors import InputError, excerpt
from cubecsp.stopping.pipes import Input, OutputFile, open_descriptor

_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d{1,9})", re.ASCII)
_DEEP_KEY = re.compile(
    r"""(?:^|[\[{,])[ \t]*+(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){500}""",
    re.MULTILINE,
)
_STANDARD = {"/dev/stdout": 1, "/dev/stderr": 2}


def folder_of(name: str) -> Path | None:
    """Return a folder that belongs to the package and has no code to import, in whichever way it is installed.

    Args:
        name: the name of the folder: `web`.

    Returns:
        None if it was not installed.
    """
    from importlib.util import find_spec  # an editable installation knows where the folder is

    spec = find_spec(f"cubecsp.{name}")
    places = spec.submodule_search_locations if spec else None
    return next(filter(Path.is_dir, map(Path, places or ())), None)


def prepare_folder(folder: Path) -> None:
    """Make sure that files can be written into `folder`; make it if it does not exist.

    Raises:
        InputError: it cannot be made or written to.
    """
    import tempfile  # slow to import, and needed for folders only

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"folder {str(folder)!r} cannot be written to: {error.strerror or error}",
            "name another",
        ) from error


def read_whole(path: Path, most: int) -> bytes:
    """Return the content of a file, up to `most` bytes: a device or a pipe may never end.

    Raises:
        InputError: it cannot be read, or it is larger.
    """
    try:
        with io.BufferedReader(Input(open_descriptor(path, os.O_RDONLY))) as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # null in a name
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"file {excerpt(str(path))} cannot be read: {why}") from error
    if len(data) > most:
        raise InputError(f"file {excerpt(str(path))} is too large", f"the limit is {most} bytes")
    return data


def read_toml(path: Path, most: int) -> dict[str, Any]:
    """Return the content of a TOML file of up to `most` bytes.

    Raises:
        InputError: it cannot be read, is larger, or is not TOML.
    """
    import tomllib

    data = read_whole(path, most)
    try:
        text = data.decode("utf-8")
        if _DEEP_KEY.search(
            text
        ):  # for which tomllib takes a time that grows with the square of its length
            raise ValueError("a key has more than 500 parts")
        return tomllib.loads(text)
    # tomllib raises others too: for text that is not UTF-8, numbers of thousands of digits, nested brackets.
    except (ValueError, RecursionError) as error:
        raise InputError(f"file {excerpt(str(path))} is not TOML: {error}") from error


def write_whole(path: Path, content: str | bytes) -> Path:
    """Write a file completely or not at all: under another name first, then renamed.

    Pipes, terminals, `/dev/stdout` and whatever else is not an ordinary file are written to directly. Links
    are followed. A file that replaces another gets the permissions of the old one.

    Raises:
        InputError: it cannot be written.
    """
    try:
        data = content.encode("utf-8") if isinstance(content, str) else content
        number = _descriptor(path)
        before = _mode(path)
        if number is not None:
            sys.stdout.flush()
            _send(os.dup(number), data)
        elif before is not None and not stat.S_ISREG(before):
            _send(open_descriptor(path, os.O_WRONLY), data)
        else:
            real = Path(os.path.realpath(path))
            temporary = real.parent / f".cubecsp-{os.urandom(8).hex()}"
            with replacing(real, temporary) as file:
                file.write(data)
                if before is not None:
                    os.chmod(temporary, stat.S_IMODE(before))
    except BrokenPipeError:  # the reader has seen enough: that is no mistake of the user
        raise
    except (OSError, ValueError) as error:  # null in a name, half a surrogate pair in a text
        why = error.strerror if isinstance(error, OSError) else None
        raise InputError(f"{str(path)!r} cannot be written: {why or error}") from error
    return path


def _send(descriptor: int, data: bytes) -> None:
    with OutputFile(descriptor) as output:
        output.write(data)


@contextlib.contextmanager
def replacing(path: Path, temporary: Path) -> Iterator[BinaryIO]:
    """Give a new file, with the permissions that the umask leaves, that takes the place of `path` at the end.

    Args:
        path: the file to replace.
        temporary: its name until then, in the same folder.

    Raises:
        OSError: it cannot be written; nothing is left behind.
    """
    try:
        with open(temporary, "xb") as file:
            yield file
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):  # the first error is the one to report
            temporary.unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int | None:
    """Return the type and permissions of what exists at a path, None if nothing does."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _descriptor(path: Path) -> int | None:
    """Return which of the process's open files a path stands for, if it does.

    Opening it by its name would truncate a file that the shell has opened, perhaps to append to it.
    """
    name = str(path)
    match = _DESCRIPTOR.fullmatch(name)
    return int(match[1]) if match else _STANDARD.get(name)
