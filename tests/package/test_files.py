"""Files are read up to a limit, and written whole or not at all."""

from __future__ import annotations

import builtins
import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from patience import PATIENCE

from cubecsp.errors import InputError
from cubecsp.files import prepare_folder, read_toml, read_whole, write_whole

pytestmark = pytest.mark.quick


class Full:
    """A file on a full disk, or one at which Ctrl-C is pressed."""

    def __init__(self, file, error):
        self.file, self.error = file, error

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def write(self, data):
        self.file.write(data[: len(data) // 2])
        self.file.flush()
        raise self.error


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), KeyboardInterrupt()])
def test_what_cannot_be_written_leaves_all_as_it_was(tmp_path, monkeypatch, there, error):
    path = tmp_path / "a.cnf"
    if there:
        path.write_text("before")
    real = builtins.open
    monkeypatch.setattr(builtins, "open", lambda *a, **k: Full(real(*a, **k), error))
    with pytest.raises((InputError, KeyboardInterrupt)):
        write_whole(path, "x" * 100)
    monkeypatch.undo()
    assert [p.name for p in tmp_path.iterdir()] == (["a.cnf"] if there else [])
    assert not there or path.read_text() == "before"


def test_permissions_are_those_of_the_umask_or_of_what_was_there(tmp_path):
    path = tmp_path / "a"
    before = os.umask(0o027)
    try:
        write_whole(path, "one")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o604)
    write_whole(path, "two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604
    assert path.read_text() == "two"


def test_a_link_stays_one(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("before")
    link.symlink_to(path)
    write_whole(link, "after")
    assert link.is_symlink()
    assert path.read_text() == "after"


def test_a_pipe_is_written_to(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    got = []
    reader = threading.Thread(target=lambda: got.append(path.read_text()), daemon=True)
    reader.start()
    write_whole(path, "text")
    reader.join(PATIENCE)
    assert got == ["text"]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_pipe_that_nobody_reads_any_more_is_no_mistake_of_the_user(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: path.open("rb").close(), daemon=True)
    reader.start()
    with pytest.raises(BrokenPipeError):
        write_whole(path, "x" * 1_000_000)  # more than a pipe holds
    reader.join(PATIENCE)


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
@pytest.mark.parametrize("to", ["pipe", "file"])
def test_standard_output_by_its_names(tmp_path, name, to):
    """Also if it is a file with content: `>>` adds to that."""
    code = (
        "import sys; from pathlib import Path; from cubecsp.files import write_whole; "
        f"print('one'); write_whole(Path({name!r}), 'two'); print('three')"
    )
    path = tmp_path / "out"
    path.write_text("zero\n")
    with open(path, "a") as file:
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE if to == "pipe" else file,
            text=True,
            check=True,
        )
    said = done.stdout if to == "pipe" else path.read_text().removeprefix("zero\n")
    assert said == "one\ntwothree\n"


@pytest.mark.parametrize("name", ["", "no/such/folder/a", "a\0b"])
def test_names_that_are_none(tmp_path, name):
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(tmp_path / name, "text")


def test_reading_ends_at_the_limit(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_whole(path, 5) == b"12345"
    with pytest.raises(InputError, match="too large; the limit is 4 bytes"):
        read_whole(path, 4)
    endless = tmp_path / "endless"
    endless.symlink_to("/dev/zero")
    with pytest.raises(InputError, match="too large"):
        read_whole(endless, 1000)
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_whole(Path("/no/such/file"), 1)
    with pytest.raises(InputError, match="cannot be read"):
        read_whole(Path("a\0b"), 1)


@pytest.mark.parametrize(
    "text",
    ["= 3", "a = " + "[" * 5_000, "a = " + "9" * 20_000, "a = 1\na = 2", "a = '\udc80'", "a = 1e"],
    ids=range(6),
)
def test_what_is_no_toml(tmp_path, text):
    path = tmp_path / "a.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match="is not TOML"):
        read_toml(path, 30_000)


def test_toml(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("a = 1\n[b]\nc = 'ü'\n", "utf-8")
    assert read_toml(path, 100) == {"a": 1, "b": {"c": "ü"}}


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o4711])
def test_every_permission_of_a_file_is_left_to_its_successor(tmp_path, mode):
    path = tmp_path / "a"
    path.write_text("one")
    path.chmod(mode)
    assert write_whole(path, b"two\xff") == path
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_bytes() == b"two\xff"


def test_a_folder_is_made_and_tried_before_anything_is_written(tmp_path, monkeypatch):
    folder = tmp_path / "new" / "folder"
    prepare_folder(folder)
    prepare_folder(folder)
    assert list(folder.iterdir()) == []
    (tmp_path / "file").write_text("")
    for wrong in (tmp_path / "file", tmp_path / "file" / "folder"):
        with pytest.raises(
            InputError, match=r"folder '.*file.*' cannot be written to: .*name another"
        ):
            prepare_folder(wrong)

    def full(**_):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    with pytest.raises(InputError, match="cannot be written to: Read-only file system"):
        prepare_folder(folder)


@pytest.mark.parametrize("name", ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"])
def test_standard_error_by_its_names(name):
    code = f"from pathlib import Path; from cubecsp.files import write_whole; write_whole(Path({name!r}), 'a')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "a")
