"""Parsers of arguments that report errors like the rest of cubecsp, and make help texts when needed."""

from __future__ import annotations

import argparse
import re
from functools import partial
from typing import Any, NoReturn

from cubecsp.errors import InputError
from cubecsp.suggestions import suggestion


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Treats help texts that are made later (see `cubecsp.cli.query_options`) as empty until they are made.

    argparse makes a formatter for each declared argument too, so the width of the terminal is used only if it
    is given.
    """

    def __init__(self, prog: str, width: int = 80) -> None:
        super().__init__(prog, width=width)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return "" if callable(action.help) else super()._get_help_string(action)


_OPTION = re.compile(r"-[A-Za-z]|--([a-z][a-z-]*(=.*)?)?", re.DOTALL)
"""The shape of an option: `-o`, `--json`, `--limit=3`, `--`."""

_LACKS_VALUE = re.compile(r"argument (?:-\w/)?(\S+): expected (?:at least )?one argument")


class ArgumentParser(argparse.ArgumentParser):
    """Reports errors like the rest of cubecsp, and handles output that cannot be written.

    Args:
        how: the arguments of `argparse.ArgumentParser`.
    """

    def __init__(self, **how: Any) -> None:
        super().__init__(**how, formatter_class=_HelpFormatter, allow_abbrev=False)

    def format_help(self) -> str:
        """Return the help, including the texts that are made later."""
        import shutil  # slow to import

        width = shutil.get_terminal_size().columns - 2
        self.formatter_class = partial(_HelpFormatter, width=width)
        for action in self._actions:
            if callable(action.help):
                action.help = action.help()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise an `InputError`, which the command line reports."""
        message = _LACKS_VALUE.sub(r"\1 needs a value", message)
        message = message.replace("the following arguments are required: ", "missing ")
        raise InputError(message, f"see `{self.prog} --help`")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            raise InputError(
                f"invalid {_name_of(action)} {value!r}",
                suggestion(str(value), map(str, action.choices)),
            )

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Return the value that a text states; the error for one that is invalid names the option."""
        read = self._registry_get("type", action.type, action.type)
        try:
            return read(arg_string)
        except InputError as error:
            name = _name_of(action)
            if not action.option_strings or name in error.problem:
                raise
            raise InputError(f"{name}: {error.problem}", error.remedy) from None

    def _parse_optional(self, arg_string: str) -> Any:
        """Return the option that an argument names; None for none: a cube may begin with an unknown sticker."""
        known = arg_string[:2] in self._option_string_actions  # as in -oFILE
        if arg_string[:1] == "-" and not known and not _OPTION.fullmatch(arg_string):
            return None
        return super()._parse_optional(arg_string)


def _name_of(action: argparse.Action) -> str:
    """Return what messages call an argument: its longest option, or what stands for it in the usage."""
    return max(action.option_strings, key=len, default=str(action.metavar or action.dest))
