"""Files whose other end may make the process wait: the writer of its input, or the reader of its output.

Each wait ends when somebody asks the process to stop (`cubecsp.stopping.signals`).
"""

from __future__ import annotations

import errno
import io
import os
import select
import stat
import threading
from typing import TYPE_CHECKING

from cubecsp.stopping.signals import is_ready, look

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

_PATIENCE = 2.0
"""Seconds to wait for the reader after which a process that was asked to stop writes no more."""
_AT_ONCE = getattr(select, "PIPE_BUF", 512)  # bytes that a pipe takes whole or not at all
_MOST = 1 << 20  # bytes of a read


class Input(io.FileIO):
    """Input from a file, a pipe, a terminal or a socket, which may never end.

    Args:
        descriptor: the descriptor of the open file.
        owner: the object that closes the file, and stays open as long as this one; without it, this object closes the file.
    """

    def __init__(self, descriptor: int, *, owner: object = None) -> None:
        super().__init__(descriptor, "rb", closefd=owner is None)
        self._owner = owner

    read = io.RawIOBase.read  # type: ignore[assignment]  # by way of `readinto`, as this:
    readall = io.RawIOBase.readall

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        """Read some bytes.

        Raises:
            KeyboardInterrupt: somebody has asked the process to stop.
        """
        is_ready(self.fileno())
        look()
        return super().readinto(memoryview(buffer)[:_MOST])


class OutputFile(io.FileIO):
    """Output to a pipe, a terminal or a socket, whose reader may stop reading.

    Lines of up to 4,096 bytes (POSIX: `PIPE_BUF`) are written whole or not at all. If somebody asks the
    process to stop, `write` keeps the bytes that the reader has not taken, and `flush` goes on as long as the
    reader does.

    Args:
        descriptor: the descriptor of the open file.
        owner: the object that closes the file, and stays open as long as this one; without it, this object closes the file.
    """

    def __init__(self, descriptor: int, *, owner: object = None) -> None:
        super().__init__(descriptor, "wb", closefd=owner is None)
        self._owner = owner
        self._left = bytearray()
        self._lock = threading.Lock()

    def write(self, data: ReadableBuffer) -> int:
        """Write bytes, perhaps later; see the class.

        Raises:
            OSError: bytes, these or earlier ones, cannot be written.
        """
        with self._lock:
            self._left += data
            self._send(io.DEFAULT_BUFFER_SIZE)
        return memoryview(data).nbytes

    def flush(self) -> None:
        """Write all waiting bytes.

        Raises:
            OSError: it cannot be written.
            BrokenPipeError: the process was asked to stop, and the reader has stopped reading.
        """
        if not self._left:
            return
        with self._lock:
            if not self._send(0, _PATIENCE):
                self._left.clear()
                raise BrokenPipeError(errno.EPIPE, "nobody reads the output")

    def _send(self, most: int, patience: float = 0) -> bool:
        """Write until at most this many bytes wait; return whether that succeeded."""
        while len(self._left) > most:
            if not is_ready(self.fileno(), to_write=True, patience=patience):
                return False
            piece = self._left[:_AT_ONCE]
            del self._left[: os.write(self.fileno(), piece[: piece.rfind(b"\n") + 1] or piece)]
        return True


def open_descriptor(path: str | os.PathLike[str], flags: int) -> int:
    """Return a descriptor of a file; wait for a FIFO until somebody opens its other end.

    Raises:
        OSError: it cannot be opened.
        KeyboardInterrupt: somebody has asked the process to stop.
    """
    flags |= getattr(os, "O_BINARY", 0)
    if stat.S_ISFIFO(os.stat(path).st_mode):
        from cubecsp.stopping.waiting import in_thread  # it loads modules that only FIFOs need here

        return in_thread(lambda: os.open(path, flags), undo=os.close)
    return os.open(path, flags)
