"""`serve`: the HTTP API and the page."""

from __future__ import annotations

import argparse
import contextlib
import socket
from typing import TYPE_CHECKING, Annotated

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.exit_codes import ANSWERED
from cubecsp.errors import InputError
from cubecsp.questions.asking.parameter import Cli, Param, options
from cubecsp.questions.asking.shared_parameters import LIMITS
from cubecsp.questions.asking.value_kinds import Flag, Many, Seconds, Text, Whole
from cubecsp.server.limits import ServerLimits

if TYPE_CHECKING:
    from cubecsp.server.http_server import Server

DESCRIPTION = """\
Serve the page, and the HTTP API behind it, until Ctrl-C: every question as JSON, long ones as jobs with
progress. Only programs on this machine can ask, unless --host says otherwise."""
EPILOG = """\
examples:
  cubecsp serve --open
  cubecsp serve --port 9000 --workers 4 --time-limit 300

exit codes: 0 ended by Ctrl-C or SIGTERM, 2 invalid input, or the port is taken"""


_USUAL = ServerLimits()
_WHERE = "where"


@options
class ServeOptions:
    """The address of the server, and its limits."""

    host: Annotated[
        str,
        Param(
            "the address to listen on; 0.0.0.0 is every address of this machine",
            Text("ADDRESS"),
            group=_WHERE,
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int, Param("the port; 0 chooses a free one", Whole(0, 65_535), usual="8000", group=_WHERE)
    ] = 8000
    allow_host: Annotated[
        tuple[str, ...],
        Param(
            "another host name of the server; may be given several times",
            Many(Text("NAME")),
            group=_WHERE,
        ),
    ] = ()
    allow_origin: Annotated[
        tuple[str, ...],
        Param(
            "let pages from this origin ask, too, such as https://example.org",
            Many(Text("ORIGIN")),
            usual="only its own",
            group=_WHERE,
        ),
    ] = ()
    open: Annotated[bool, Param("open the page in a browser", Flag(), group=_WHERE)] = False
    workers: Annotated[
        int,
        Param(
            "processes for questions that may take long",
            Whole(1),
            usual="one for each core",
            group=LIMITS,
        ),
    ] = _USUAL.workers
    max_jobs: Annotated[
        int, Param("how many questions may wait or run at a time", Whole(1), group=LIMITS)
    ] = _USUAL.jobs
    question_time: Annotated[
        float,
        Param(
            "end a question after this many seconds, with what is known then",
            Seconds(),
            usual=f"{_USUAL.time:g}",
            group=LIMITS,
            cli=Cli(("--time-limit",)),
        ),
    ] = _USUAL.time


def run(args: argparse.Namespace) -> int:
    """Serve."""
    try:
        from cubecsp.server.app import create
        from cubecsp.server.http_server import (  # an extra
            Server,
            exposed_url,
            listening_socket,
            url,
        )
    except ImportError as error:
        raise InputError(
            f"the server needs {error.name}, which is not installed",
            "pip install 'cubecsp[server]'",
        ) from error
    limits = ServerLimits(workers=args.workers, jobs=args.max_jobs, time=args.question_time)
    app = create(limits, hosts=args.allow_host, origins=args.allow_origin)
    with listening_socket(args.host, args.port) as listening:
        output.say(url(listening), flush=True)
        output.remark("Ctrl-C ends it")
        if (exposed := exposed_url(listening)) is not None:
            output.remark(
                f"on a phone in the same network: {exposed}\n"
                "everyone in that network can ask, without a password, and unencrypted; photos work there, a live "
                "camera needs HTTPS"
            )
        if args.open:
            _open(url(listening))
        serve_requests(Server(app, limits), listening)
    return ANSWERED


def serve_requests(server: Server, listening: socket.socket) -> None:
    """Let a server answer requests until Ctrl-C or SIGTERM."""
    with contextlib.suppress(KeyboardInterrupt):
        server.run([listening])


def _open(where: str) -> None:
    import webbrowser

    if not webbrowser.open(where):
        output.remark(f"cubecsp serve: no browser was found; open {where}")


COMMAND = Command("serve", DESCRIPTION, EPILOG, run, options=(ServeOptions,))
