"""The places where the process waits for others: who writes its input, who reads its output, other programs.

Each of them ends when somebody asks the process to stop (`cubecsp.interrupts`).
"""

from __future__ import annotations

import errno
import io
import os
import select
import stat
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from cubecsp.deadline import Deadline, look
from cubecsp.errors import OutOfTimeError
from cubecsp.interrupts import is_ready
from cubecsp.interrupts import look as look_for_signals

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

__all__ = ["Input", "Output", "completed", "in_thread", "opened"]

T = TypeVar("T")

_TICK = 0.1  # seconds between looks
_PATIENCE = 2.0
"""Seconds without a sign of the reader, after which a process that was asked to stop writes no more."""
_AT_ONCE = getattr(select, "PIPE_BUF", 512)  # bytes that a pipe takes whole or not at all
_MOST = 1 << 20  # bytes of a read


class Input(io.FileIO):
    """What is read from a file, a pipe, a terminal or a socket, which may never end.

    Args:
        descriptor: of the open file.
        owned: whether it is closed with this object.
    """

    def __init__(self, descriptor: int, *, owned: bool = True) -> None:
        super().__init__(descriptor, "rb", owned)

    read = io.RawIOBase.read  # type: ignore[assignment]  # by way of `readinto`, as this:
    readall = io.RawIOBase.readall

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        """Read some bytes.

        Raises:
            KeyboardInterrupt: somebody has asked the process to stop.
        """
        is_ready(self.fileno())
        look_for_signals()
        return super().readinto(memoryview(buffer)[:_MOST])


class Output(io.FileIO):
    """What is written to a pipe, a terminal or a socket, whose reader may stop reading.

    Lines of up to 4,096 bytes (POSIX: `PIPE_BUF`) are written whole or not at all. If somebody asks the process
    to stop, `write` keeps what the reader has not taken, and `flush` goes on as long as the reader does.

    Args:
        descriptor: of the open file.
        owned: whether it is closed with this object.
    """

    def __init__(self, descriptor: int, *, owned: bool = True) -> None:
        super().__init__(descriptor, "wb", owned)
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
        """Write all that waits.

        Raises:
            OSError: it cannot be written.
            BrokenPipeError: the process was asked to stop, and the reader has stopped reading.
        """
        with self._lock:
            if not self._send(0, _PATIENCE):
                self._left.clear()
                raise BrokenPipeError(errno.EPIPE, "nobody reads the output")

    def _send(self, most: int, patience: float = 0) -> bool:
        """Write until at most so many bytes wait; return whether that could be."""
        while len(self._left) > most:
            if not is_ready(self.fileno(), to_write=True, patience=patience):
                return False
            piece = self._left[:_AT_ONCE]
            del self._left[: os.write(self.fileno(), piece[: piece.rfind(b"\n") + 1] or piece)]
        return True


def opened(path: str | os.PathLike[str], flags: int) -> int:
    """Return a descriptor of a file; a FIFO is waited for until somebody opens its other end.

    Raises:
        OSError: it cannot be opened.
        KeyboardInterrupt: somebody has asked the process to stop.
    """
    flags |= getattr(os, "O_BINARY", 0)
    if stat.S_ISFIFO(os.stat(path).st_mode):
        return in_thread(lambda: os.open(path, flags), undo=os.close)
    return os.open(path, flags)


def in_thread(work: Callable[[], T], *, undo: Callable[[T], object] | None = None) -> T:
    """Return what `work` returns, which may wait without looking: it is left to itself if this has to end.

    Args:
        work: a function.
        undo: what it is followed by if it returns only after that.

    Raises:
        OutOfTimeError: the time of what is under way is over.
        KeyboardInterrupt: somebody has asked the process to stop.
    """
    from concurrent import futures  # which few commands need

    done: futures.Future[T] = futures.Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        while not futures.wait([done], _TICK).done:
            look()
    except BaseException:
        if undo is not None:
            done.add_done_callback(lambda ended: ended.exception() or undo(ended.result()))
        raise
    return done.result()


def completed(
    command: Sequence[str],
    *,
    stdin: str = "",
    seconds: float | None = None,
    keep_stdout: bool = True,
) -> subprocess.CompletedProcess[str]:
    """Run another program to its end, and return its output; it is killed if this has to end before.

    Args:
        command: the program and its arguments.
        stdin: its standard input.
        seconds: how long it may take; None for no limit.
        keep_stdout: whether its standard output is wanted, besides its standard error.

    Raises:
        TimeoutError: it takes longer.
        OutOfTimeError: the time of what is under way is over.
        KeyboardInterrupt: somebody has asked the process to stop.
    """
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command,
        stdin=pipe,
        stdout=pipe if keep_stdout else subprocess.DEVNULL,
        stderr=pipe,
        encoding="utf-8",
        errors="replace",
    )
    try:
        with Deadline(seconds).obeyed():
            streams = in_thread(lambda: process.communicate(stdin))
    except OutOfTimeError:
        look()
        raise TimeoutError from None
    finally:
        process.kill()
    return subprocess.CompletedProcess(command, process.returncode, *streams)
