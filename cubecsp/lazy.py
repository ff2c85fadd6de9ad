"""Names of a package that are imported from its modules when they are first used.

So a package can offer everything, and no user waits for more than is used.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping

TYPE_CHECKING = False  # not so for type checkers; see `cubecsp`

if TYPE_CHECKING:
    from typing import Any

__all__ = ["importer"]


def importer(
    package: str, homes: Mapping[str, Iterable[str]], packages: Iterable[str] = ()
) -> Callable[[str], Any]:
    """Return a `__getattr__` for a package.

    Args:
        package: its name.
        homes: modules, and which names of each the package has too.
        packages: names of packages in it that are imported in the same way.
    """
    module_of = {name: module for module, names in homes.items() for name in names}
    inner = frozenset(packages)

    def imported(name: str) -> Any:
        if name in inner:
            return importlib.import_module(f"{package}.{name}")
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(module_of[name]), name)
        setattr(sys.modules[package], name, value)  # so that it is looked up once
        return value

    return imported
