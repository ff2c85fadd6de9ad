"""Names of a package that are imported when they are first used, so that importing the package is quick.

Its stub, `__init__.pyi`, lists its names and the modules that define them, for editors, type checkers and
this module.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import cache
from typing import Any


def importer(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package; it has `__all__` by the former.

    A package inside it that the stub names is imported, too, but is not a part of `__all__`.
    """

    @cache
    def homes() -> dict[str, str]:
        import ast  # commands use no such names, and do without it

        with open(f"{sys.modules[package].__file__}i", encoding="utf-8") as stub:
            statements = ast.parse(stub.read()).body
        imports = [one for one in statements if isinstance(one, ast.ImportFrom)]
        return {name.name: one.module or "" for one in imports for name in one.names}

    def look_up(name: str) -> Any:
        home = homes().get(name)
        if name == "__all__":
            value: Any = sorted(name for name, home in homes().items() if home != package)
        elif home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        elif home == package:
            value = importlib.import_module(f"{package}.{name}")
        else:
            value = getattr(importlib.import_module(home), name)
        setattr(sys.modules[package], name, value)  # so that it is looked up once
        return value

    return look_up, lambda: sorted(homes())
