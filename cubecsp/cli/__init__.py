"""The command line: `python -m cubecsp COMMAND …`, one file per command in `cubecsp.cli.commands`.

Exit codes mean the same in every command: 0 answered, 1 the answer is no, 2 the question is malformed or
cannot be processed, 3 stopped before it was complete, 70 an internal error. Every failure is reported here:
one sentence on standard error and, if the answer was to be JSON, one object on standard output. Everything
else is imported inside `main`, so that Ctrl-C during the imports is handled here too.
"""

from __future__ import annotations

import contextlib
import gc
import sys
import warnings
from collections.abc import Sequence

from cubecsp.cli import streams
from cubecsp.cli.exit_codes import FAULTY, MALFORMED, STOPPED
from cubecsp.errors import (
    CubecspError,
    FilterWarning,
    InputError,
    LimitError,
    in_one_sentence,
    visible,
)
from cubecsp.interface import Interface, through


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with `argv` (default: the process's own) and return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    streams.prepare()
    from cubecsp.stopping.signals import catch_signals

    with catch_signals(), through(Interface.COMMAND_LINE):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", FilterWarning)  # notes say so instead
                return _run_command(arguments)
        except BrokenPipeError:  # the reader of our output has seen enough
            code = STOPPED
        except KeyboardInterrupt:
            code = _report_failure(arguments, STOPPED, "interrupted")
        except OSError as error:
            what = "the output cannot be written" if error.filename is None else error.filename
            _say(arguments, f"{what}: {error.strerror or error}")
            code = MALFORMED
        streams.discard_output()
    return code


def _run_command(arguments: list[str]) -> int:
    """Run the command in `arguments`, print its output to the end, and return the exit code."""
    from cubecsp.cli.overview import require_command
    from cubecsp.stopping.deadline import Deadline, look

    try:
        require_command(arguments)
        from cubecsp.cli.parser import parse_arguments  # it loads the modules of the questions

        args = parse_arguments(arguments)
        if not gc.isenabled():  # see `cubecsp.__main__`
            gc.freeze()
            gc.enable()
        with Deadline(getattr(args, "time_limit", None)).enforce():  # of reading the rules, too
            look()  # many modules were imported
            code: int = args.run(args)
    except SystemExit as end:  # argparse has printed the help
        code = end.code if isinstance(end.code, int) else 0
    except LimitError as error:
        code = _report_failure(arguments, STOPPED, error.problem, error.remedy)
    except InputError as error:
        code = _report_failure(arguments, MALFORMED, error.problem, error.remedy)
    except CubecspError as error:
        code = _report_failure(arguments, MALFORMED, str(error))
    except MemoryError:
        code = _report_failure(arguments, STOPPED, "there is not enough memory for the answer")
    except OSError:
        raise
    except Exception as error:
        code = _report_bug(arguments, error)  # any other error is a bug of cubecsp
    sys.stdout.flush()
    return code


def _report_bug(arguments: list[str], error: Exception) -> int:
    """Report an internal error and say how to pass it on; with `--verbose`, show where it happened."""
    import platform
    import traceback

    from cubecsp.version import __version__

    if "--verbose" in arguments:
        _write("".join(traceback.format_exception(error)).rstrip())
    text = ": ".join(filter(None, [type(error).__name__, str(error)]))
    versions = f"cubecsp {__version__}, Python {platform.python_version()}"
    return _report_failure(
        arguments,
        FAULTY,
        f"this is an error in cubecsp, not in your question ({text})",
        f"please report it with the command, its output with --verbose, and the versions: "
        f"{versions}, {platform.system()}",
    )


def _report_failure(arguments: list[str], code: int, problem: str, remedy: str = "") -> int:
    """Say why there is no answer, also as JSON if the user asked for that, and return `code`."""
    _say(arguments, in_one_sentence(problem, remedy))
    if "--json" in arguments:
        from cubecsp.cli.output import print_error

        data = {"code": code, "problem": problem, "remedy": remedy}
        with contextlib.suppress(OSError):  # it has been said already, or has no reader
            print_error({key: value for key, value in data.items() if value})
    return code


def _say(arguments: list[str], message: str) -> None:
    """Say something on standard error, on one line that begins with the command."""
    called = f"cubecsp {arguments[0]}" if arguments and arguments[0][:1].isalpha() else "cubecsp"
    _write(visible(f"{called}: {message}"))


def _write(text: str) -> None:
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:  # the exit code has to suffice
        streams.discard_output()
