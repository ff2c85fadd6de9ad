"""`serve`: the HTTP API and the page."""

from __future__ import annotations

import argparse
import contextlib
import socket
from typing import TYPE_CHECKING

from cubecsp.cli import options, output
from cubecsp.cli.codes import ANSWERED
from cubecsp.cli.command import Command
from cubecsp.errors import InputError
from cubecsp.server.limits import Limits

if TYPE_CHECKING:
    from cubecsp.server.running import Server

SUMMARY = "every question over HTTP, and a page to ask them on"
DESCRIPTION = """\
Serve the page, and the HTTP API behind it, until Ctrl-C: every question as JSON, long ones as jobs with
progress. Only programs on this machine can ask, unless --host says otherwise."""
EPILOG = """\
examples:
  python -m cubecsp serve --open
  python -m cubecsp serve --port 9000 --workers 4 --time-limit 300

exit codes: 0 ended by Ctrl-C or SIGTERM, 2 malformed, or the port is taken"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    usual = Limits()
    group = parser.add_argument_group("where")
    group.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="the address to listen on (default: 127.0.0.1; 0.0.0.0 is every address of this machine)",
    )
    group.add_argument(
        "--port",
        type=_port,
        default=8000,
        metavar="N",
        help="the port (default: 8000; 0 chooses a free one)",
    )
    group.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another name that the server goes by, besides its addresses and localhost; may be given "
        "several times",
    )
    group.add_argument(
        "--allow-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="also let pages from this origin ask, such as https://example.org (default: only its own); "
        "may be given several times",
    )
    group.add_argument("--open", action="store_true", help="open the page in a browser")
    group = parser.add_argument_group("limits")
    group.add_argument(
        "--workers",
        type=options.count,
        default=usual.workers,
        metavar="N",
        help="processes for questions that may take long (default: one for each core)",
    )
    group.add_argument(
        "--max-jobs",
        type=options.count,
        default=usual.jobs,
        metavar="N",
        help=f"how many questions may wait or run at a time (default: {usual.jobs})",
    )
    group.add_argument(
        "--time-limit",
        dest="question_time",  # of each question, not of this command
        type=options.seconds,
        default=usual.time,
        metavar="S",
        help=f"end a question after S seconds, with what is known then (default: {usual.time:g})",
    )


def _port(text: str) -> int:
    port = options.whole(text)
    if port > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port")
    return port


def run(args: argparse.Namespace) -> int:
    """Serve."""
    try:
        from cubecsp.server.app import create
        from cubecsp.server.running import Server, bound, url  # an extra
    except ImportError as error:
        raise InputError(
            f"the server needs {error.name}, which is not installed",
            "pip install 'cubecsp[server]'",
        ) from error
    limits = Limits(workers=args.workers, jobs=args.max_jobs, time=args.question_time)
    app = create(limits, hosts=args.allow_host, origins=args.allow_origin)
    with bound(args.host, args.port) as listening:
        output.say(url(listening), flush=True)
        output.remark("Ctrl-C ends it")
        if args.open:
            _open(url(listening))
        until_ended(Server(app, limits), listening)
    return ANSWERED


def until_ended(server: Server, listening: socket.socket) -> None:
    """Have a server answer requests until Ctrl-C or SIGTERM."""
    with contextlib.suppress(KeyboardInterrupt):
        server.run([listening])


def _open(where: str) -> None:
    import webbrowser

    if not webbrowser.open(where):
        output.remark(f"cubecsp serve: no browser was found; open {where}")


COMMAND = Command.by_hand(
    "serve", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run, distribution="fastapi"
)
