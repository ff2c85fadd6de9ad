"""Has the reference show the parameters of classes made by `cubecsp.frozen.frozen`, as it does those of other data classes."""

from __future__ import annotations

from typing import Any

import griffe


class FrozenClasses(griffe.Extension):
    """Lets `@frozen` count as `@dataclass`."""

    def on_class_instance(self, *, cls: griffe.Class, **_: Any) -> None:
        """Replace the name of the decorator, before the built-in extension looks for it."""
        for decorator in cls.decorators:
            value = decorator.value
            if isinstance(value, griffe.Expr) and value.canonical_path == "cubecsp.frozen.frozen":
                name = griffe.ExprName("dataclasses.dataclass")
                arguments = value.arguments if isinstance(value, griffe.ExprCall) else []
                decorator.value = griffe.ExprCall(name, arguments)
