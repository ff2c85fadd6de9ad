"""The promises of `docs/compatibility.md`, as lines of text.

    python tests/helpers/promises.py

writes it to `tests/promises.txt`. Texts, defaults of options and numbers may change, and are not in it.
"""

from __future__ import annotations

import inspect
import json
import os
import tempfile
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

from asking import USUAL, WITHOUT_JSON, ask, parser_of_all, write_files

from cubecsp.cli import exit_codes
from cubecsp.cli.commands.about import REGISTRIES
from cubecsp.models import PATTERNS
from cubecsp.server.app import create

PROMISES = Path(__file__).parents[1] / "promises.txt"
MODULES = ("cubecsp", "cubecsp.models", "cubecsp.puzzle")
"""The modules whose names are promised; of the first, the members of classes, too."""
OF_THE_QUESTION = {
    *(
        "certificate",
        "data",
        "engine_options",
        "files",
        "limits",
        "parity",
        "pattern",
        "plan",
        "query",
        "refused",
    ),
    *("statistics", "versions"),
}
"""Keys whose values have keys that depend on the question, or on how it is answered."""


def promises() -> str:
    """Return all promises, one a line."""
    parts = (_names(), _options(), _codes(), _answers(), _manifests(), _routes())
    return "".join(f"{line}\n" for part in parts for line in part)


def _names() -> Iterator[str]:
    for module in MODULES:
        found = import_module(module)
        for name in sorted(found.__all__):
            thing = getattr(found, name)
            yield f"python {module}.{name}{_signature(thing)}"
            if inspect.isclass(thing) and module == "cubecsp":
                own = (one for one in sorted(vars(thing)) if not one.startswith("_"))
                members = " ".join(f"{one}{_signature(getattr(thing, one))}" for one in own)
                yield f"python members of {name}: {members}"
    for kind, registry in {**REGISTRIES, "patterns": PATTERNS}.items():
        yield f"{kind}: {' '.join(registry)}"


def _signature(thing: object) -> str:
    """Return the parameters of what can be called; `...` stands for each default."""
    if not callable(thing) or (inspect.isclass(thing) and issubclass(thing, Enum)):
        return ""
    try:
        signature = inspect.signature(thing)
    except ValueError:
        return "(...)"  # written in C
    empty = inspect.Parameter.empty
    bare = [
        one.replace(annotation=empty, default=empty if one.default is empty else ...)
        for one in signature.parameters.values()
    ]
    return str(inspect.Signature(bare)).replace("Ellipsis", "...")


def _options() -> Iterator[str]:
    for command, parser in parser_of_all().items():
        flags = [
            "/".join(action.option_strings) or action.metavar or action.dest
            for action in parser._actions
        ]
        yield f"command {command}: {' '.join(map(str, flags))}"


def _codes() -> Iterator[str]:
    for name in filter(str.isupper, sorted(vars(exit_codes))):
        yield f"exit code {getattr(exit_codes, name)}: {name}"


def _answers() -> Iterator[str]:
    """Yield the keys of the JSON of a quick question to every command."""
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder))
        before = os.getcwd()
        os.chdir(folder)
        try:
            for command, arguments in USUAL.items():
                if command not in {*WITHOUT_JSON, "about"}:  # whose keys are names
                    answer = ask(command, *arguments, "--json").json
                    yield f"answer of {command}: {' '.join(sorted(_keys(answer)))}"
        finally:
            os.chdir(before)


def _keys(answer: Any, above: str = "") -> set[str]:
    """Return the keys of an answer, those of what it has below them as `cubes.facelets`."""
    if isinstance(answer, list):
        return {key for one in answer for key in _keys(one, above)}
    if not isinstance(answer, dict):
        return set()
    below = {
        key: set() if key in OF_THE_QUESTION else _keys(answer[key], f"{above}{key}.")
        for key in answer
    }
    return {f"{above}{key}" for key in answer}.union(*below.values())


def _manifests() -> Iterator[str]:
    """Yield the keys of the manifest of each kind of certificate."""
    for kind, more in {"list": [], "symmetry": ["--symmetry"], "count": ["--count"]}.items():
        with tempfile.TemporaryDirectory() as folder:
            ask("prove", "solved=all", "--size", "2", *more, "-o", folder)
            manifest = json.loads(Path(folder, "manifest.json").read_text("utf-8"))
            yield f"certificate of a {kind}: {' '.join(sorted(_keys(manifest)))}"


def _routes() -> Iterator[str]:
    schema = create().openapi()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
            taken = schema["components"]["schemas"].get(name, {}).get("properties", {})
            yield f"{method.upper()} {path}: {' '.join(sorted(taken))}".rstrip()


if __name__ == "__main__":
    PROMISES.write_text(promises(), encoding="utf-8")
