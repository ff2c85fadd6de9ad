"""What comes before every command: help for all of them and for topics, and `--version`. It loads no command."""

from __future__ import annotations

from argparse import SUPPRESS
from collections.abc import Sequence

from cubecsp.cli.argument_parser import ArgumentParser
from cubecsp.cli.commands import COMMANDS, GROUPS
from cubecsp.errors import InputError, excerpt
from cubecsp.suggestions import suggestion
from cubecsp.version import __version__

_HELP = "help"
"""The word that asks for help, with a command or a topic behind it."""

_EXAMPLES = """\
start here:
  cubecsp perfect-scramble               all 48 perfect scrambles, and moves that make them
  cubecsp rules                          every rule that can be asked for
  cubecsp find every-colour at-most=2 no-touching=side --limit 3
  cubecsp solve "R U R' U'"              the moves that solve a cube

exit codes: 0 answered, 1 the answer is no, 2 invalid input, 3 stopped before complete,
70 an internal error
"""


def require_command(arguments: Sequence[str]) -> None:
    """Make sure that the arguments begin with the name of a command.

    Raises:
        SystemExit: help, or the version, was asked for, and has been printed.
        InputError: there is no such command, option or topic.
    """
    if arguments[:1] == [_HELP]:
        _explain(" ".join(arguments[1:]))
        raise SystemExit(0)
    if arguments and not arguments[0].startswith("-"):
        if arguments[0] not in COMMANDS:
            COMMANDS.find(arguments[0])  # which says what there is
        return
    _overview().parse_args(arguments)  # which ends here: with help, or an error


def _explain(name: str = "") -> None:
    """Print the help for a command, for a topic, or for all."""
    from cubecsp.cli.topics import TOPICS

    if not name:
        _overview().print_help()
    elif name in TOPICS:
        from cubecsp.cli.output import say

        say(TOPICS[name]())
    elif name in COMMANDS:
        from cubecsp.cli.parser import parser_of

        parser_of(COMMANDS[name]).print_help()
    else:
        known = suggestion(name, [*TOPICS, *COMMANDS], "cubecsp help")
        raise InputError(f"no help for {excerpt(name)}", known)


def _overview() -> ArgumentParser:
    """Return the parser that knows the names and summaries of all commands, and loads none of them."""
    from cubecsp.cli.topics import TOPICS

    topics = (
        "`cubecsp COMMAND --help` explains a command, and `cubecsp help TOPIC` what several have in common:\n"
        f"{', '.join(TOPICS)}"
    )
    parser = ArgumentParser(
        prog="cubecsp",
        usage="cubecsp COMMAND [OPTIONS]",
        description="Ask questions about Rubik's cubes: say what a cube should look like, and get\nthe "
        f"matching cubes and the moves that make them.\n\n{_commands()}",
        epilog=f"{topics}\n\n{_EXAMPLES}",
    )
    parser.add_argument("--version", action="version", version=f"cubecsp {__version__}")
    names = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, help=SUPPRESS)
    for name in COMMANDS:
        names.add_parser(name)
    return parser


def _commands() -> str:
    """Return a line on each command, by groups."""
    width = max(map(len, COMMANDS)) + 2
    others = [name for name in COMMANDS if all(name not in names for names in GROUPS.values())]
    groups = [*GROUPS.items(), *([("others", others)] if others else [])]
    parts = [
        [f"{group}:", *(f"  {name:{width}}{COMMANDS.summary(name)}" for name in names)]
        for group, names in groups
    ]
    return "\n\n".join("\n".join(lines) for lines in parts)
