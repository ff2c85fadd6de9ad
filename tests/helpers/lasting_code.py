"""Caches and variables that outlive a question, read off the code of the package: nothing has to be loaded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = {"cubecsp": "cubecsp", "models": "cubecsp.models", "search": "cubecsp.search"}
"""The packages by the folders that they are in."""

CACHES = {"cache", "lru_cache"}
CONTAINERS = {
    *("Counter", "OrderedDict", "WeakKeyDictionary", "WeakSet", "WeakValueDictionary"),
    *("bytearray", "defaultdict", "deque", "dict", "list", "set"),
    *("ContextVar", "Lock", "RLock", "ThreadPoolExecutor", "local"),
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
LITERALS = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)


def names() -> list[str]:
    """Return the names of all modules, those under which they are imported."""
    return [name for name, _ in _modules()]


def caches() -> set[str]:
    """Return the functions that are decorated as cached, however deep they stand in a module."""
    return {
        ".".join([module, *path, node.name])
        for module, tree in _modules()
        for path, node in _inside(tree, ())
        if isinstance(node, FUNCTIONS)
        and any(_name(decorator) in CACHES for decorator in node.decorator_list)
    }


def variables() -> set[str]:
    """Return the variables of modules and classes that are not written as constants and in which something can be kept.

    These are such that begin with a container, and such that a function declares global.
    """
    kept = set()
    for module, tree in _modules():
        for path, node in _inside(tree, ()):
            if isinstance(node, ast.Global):
                kept |= {f"{module}.{name}" for name in node.names}
            elif isinstance(node, ast.Assign | ast.AnnAssign) and _is_container(node.value):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                kept |= {".".join([module, *path, _name(target)]) for target in targets}
    return {name for name in kept if not _is_constant(name.rpartition(".")[2])}


@cache
def _modules() -> list[tuple[str, ast.Module]]:
    """Return the modules of the package, by name."""
    modules = []
    for folder, package in PACKAGES.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            name = ".".join([package, *parts])
            modules.append((name, ast.parse(path.read_text(encoding="utf-8"))))
    return modules


def _inside(
    node: ast.AST, path: tuple[str, ...], *, passing: bool = False
) -> Iterator[tuple[tuple[str, ...], ast.AST]]:
    """Yield all statements of a module with the names of what they stand in, but no assignments to what passes with a call."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            continue
        if not (passing and isinstance(child, ast.Assign | ast.AnnAssign)):
            yield path, child
        function = isinstance(child, FUNCTIONS)
        named = function or isinstance(child, ast.ClassDef)
        inner = (*path, child.name) if named else path
        yield from _inside(child, inner, passing=passing or function)


def _is_container(value: ast.AST | None) -> bool:
    return isinstance(value, LITERALS) or (
        isinstance(value, ast.Call) and _name(value) in CONTAINERS
    )


def _is_constant(name: str) -> bool:
    return name.strip("_").isupper() or name in ("__all__", "example")


def _name(node: ast.AST) -> str:
    """Return the last name in what is called, subscripted or named."""
    match node:
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return _name(inner)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""
