"""The server where the operating system has little to offer, as on Windows."""

from __future__ import annotations

import os

from serving import served, until

LACKING = """
import ctypes, os, select, signal, sys

sys.modules.update(dict.fromkeys(("resource", "fcntl", "pwd", "grp", "termios"), None))
for module, names in {
    os: ("nice", "sysconf", "fork", "getpriority", "setpriority", "getuid", "geteuid"),
    signal: ("SIGHUP", "pthread_sigmask", "setitimer", "alarm"),
    select: ("poll", "epoll"),
    ctypes: ("CDLL",),
}.items():
    for name in names:
        delattr(module, name)
"""


def test_questions_are_answered_and_ended_without_what_only_unix_has(tmp_path, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text(LACKING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with served("--workers", 1) as server:
        assert server.ask("check", {"cubes": "R U"})["status"] == "complete"
        path = server.job("find", {"rules": "at-most=3", "limit": None})
        until(lambda: server.client.get(path).json()["events"] > 10)
        server.client.delete(path)
        told = until(lambda: (told := server.client.get(path).json()).get("answer") and told)
        assert (told["state"], told["answer"]["stopped"]) == ("cancelled", "interrupt")
