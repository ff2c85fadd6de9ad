"""The parts of a function: conditions that must all hold, each of which can be run without the others.

`all(a != b for a, b in pairs)` reads every pair before it says yes, so it takes millions of runs to learn all
that it says. Each of the pairs takes a few. So the source of a function is rewritten: `and`, `all(…)`,
`not any(…)`, `if …: return False` and loops of these become a generator of parts, none of which has been run.

A part may be run alone only if no other part changes what it does. That is proved, not tried: all that the
source contains has to be an expression of the kinds below, over plain values and functions of the same sort. None
of these changes a value that exists already. (Reasons that were guessed from runs, with the other stickers
left undecided, would need a run for every colouring of these to be proved.)
"""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import chain, combinations, dropwhile, islice, pairwise, product
from types import CodeType, FunctionType
from typing import Any

from cubecsp.models.custom.undecided import UndecidedSticker
from cubecsp.models.custom.view import ListOfView, StickerView

Part = Callable[[StickerView], bool]
"""Runs one part of a function."""

_PLAIN = (str, int, float, bool, type(None))
_CONTAINERS = (tuple, list, set, frozenset, dict, range)
_LAZY = (zip, map, enumerate, reversed, filter, pairwise, combinations, product, chain)
"""Functions whose results can be read only once."""
_FUNCTIONS = (
    *(len, set, list, tuple, dict, sorted, sum, min, max, abs, all, any, ord, bool, int, range),
    *(Counter, *_LAZY),
)
_ATTRIBUTES = [
    "centre",
    "corners",
    "edges",
    "rows",
    "count",
    "index",
    "get",
    "keys",
    "values",
    "items",
    "join",
    "isdisjoint",
    "issubset",
]
_REFUSED = (ast.Lambda, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Is, ast.IsNot)
"""Expressions that change something, or would tell a sticker from itself once it is known."""
_STATEMENTS = (ast.Assign, ast.For, ast.If, ast.Return)
_MAX_PARTS = 1_000


class _NotSplitError(Exception):
    """The parts of a function cannot be run one by one, as far as can be seen."""


def parts_of(function: Callable[..., Any], argument: StickerView) -> list[Part]:
    """Return the parts of a function of one argument, none if they cannot be told apart.

    Args:
        function: the function.
        argument: a view of which nothing is decided: which parts there are may not depend on colours.
    """
    try:
        generator = _generator(function)
        number = sum(1 for _ in islice(generator(argument), _MAX_PARTS + 1))
    except (Exception, UndecidedSticker):  # its source may be missing, or be of any sort
        return []
    return [partial(_run, generator, i) for i in range(number)] if number <= _MAX_PARTS else []


def _run(generator: Callable[[Any], Iterator[Callable[[], object]]], i: int, view: Any) -> bool:
    """Run a part of a function. Parts have to be called, if at all, before the next is asked for."""
    return bool(next(islice(generator(view), i, None))())


def _generator(function: Callable[..., Any]) -> Callable[[Any], Iterator[Callable[[], object]]]:
    """Return a function that yields the parts of `function`."""
    arguments, body, names = _source(function)
    _check(arguments, body, names, {function})
    (argument,) = arguments
    assigns = [statement for statement in body if isinstance(statement, ast.Assign)]
    stored = Counter(_stored(chain.from_iterable(map(ast.walk, body))))
    assigned = _stored(chain.from_iterable(ast.walk(one.targets[0]) for one in assigns))
    looped = dropwhile(lambda statement: not isinstance(statement, ast.For), body)
    if (
        stored[argument]  # a name has several meanings
        or any(stored[name] > 1 for name in assigned)
        or any(one in assigns for one in looped)  # it might use what the loop leaves behind
        or not isinstance(body[-1], ast.Return)
        or [names["all"], names["any"], names["list"]] != [all, any, list]
    ):
        raise _NotSplitError
    later = _Later({one.targets[0].id for one in assigns if isinstance(one.targets[0], ast.Name)})
    lines = [f"def parts({argument}):", *_lines([later.visit(statement) for statement in body])]
    space = names | {"list": ListOfView, "__joined__": chain.from_iterable, "__once__": cache}
    exec("\n".join(lines), space)  # the function's own source, rearranged  # nosec B102
    return space["parts"]  # type: ignore[no-any-return]


def _source(function: Callable[..., Any]) -> tuple[list[str], list[ast.stmt], dict[str, Any]]:
    """Return the arguments of a function, its statements, and the values of names from outside."""
    code = function.__code__
    file, start = inspect.findsource(code)
    if code not in _codes(compile("".join(file), code.co_filename, "exec", dont_inherit=True)):
        raise _NotSplitError  # the file has changed since it was read
    nodes = ast.walk(ast.parse(textwrap.dedent("".join(inspect.getblock(file[start:])))))
    (node,) = [each for each in nodes if isinstance(each, ast.FunctionDef | ast.Lambda)]
    if any(value for field, value in ast.iter_fields(node.args) if field != "args"):
        raise _NotSplitError
    body: list[ast.stmt] = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
    if isinstance(body[0], ast.Expr):  # the docstring
        del body[0]
    cells = (cell.cell_contents for cell in function.__closure__ or ())
    closure = dict(zip(code.co_freevars, cells, strict=True))
    names = {**vars(builtins), **function.__globals__, **closure}
    return [argument.arg for argument in node.args.args], body, names


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a piece of code and all that it contains."""
    yield code
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    yield from chain.from_iterable(map(_codes, inner))


def _check(
    arguments: list[str], body: list[ast.stmt], names: Mapping[str, object], seen: set[object]
) -> None:
    """Make sure that running a function, or some of its expressions, changes nothing.

    Raises:
        _NotSplitError: that is not certain.
    """
    nodes = [node for statement in body for node in ast.walk(statement)]
    bound = {*arguments, *_stored(nodes)}
    used_up = {node.iter for node in nodes if isinstance(node, ast.comprehension | ast.For)}
    for node in nodes:  # a function of somebody else might return its argument
        match node:
            case ast.Call(ast.Name(id=name), [first, *_]) if _is_known(names.get(name)):
                used_up.add(first)
    makers = {call.func for call in used_up if isinstance(call, ast.Call)}
    made = {node for node in nodes if isinstance(node, ast.GeneratorExp)}
    if made - used_up or not all(_is_harmless(node, bound) for node in nodes):
        raise _NotSplitError  # who reads a generator next would find less
    for node in nodes:
        if isinstance(node, ast.Name) and (node.id in names or node.id not in bound):
            value = names[node.id]
            if _is_known(value, _LAZY) and node not in makers:
                raise _NotSplitError
            _check_value(value, seen)


def _is_harmless(node: ast.AST, bound: set[str]) -> bool:
    """Return whether a node by itself is of a kind that changes nothing."""
    match node:
        case ast.Attribute(attr=name, ctx=ast.Load()):
            return name in _ATTRIBUTES
        case ast.Attribute() | ast.Subscript(ctx=ast.Store()):
            return False
        case ast.Call(ast.Name(id=name)):
            return name not in bound
        case ast.Call(func):
            return isinstance(func, ast.Attribute)
        case ast.stmt():
            return isinstance(node, _STATEMENTS)
    return not isinstance(node, _REFUSED)


def _stored(nodes: Iterable[ast.AST]) -> list[str]:
    """Return the names that are given values, each as often as that happens."""
    return [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]


def _is_known(value: object, functions: Iterable[object] = _FUNCTIONS) -> bool:
    return any(value is one for one in functions)


def _check_value(value: object, seen: set[object]) -> None:
    """Make sure that a value from outside is plain, or a function that changes nothing."""
    if type(value) in _CONTAINERS:
        for one in (*value, *value.values()) if isinstance(value, dict) else value:  # type: ignore[attr-defined]
            _check_value(one, seen)
    elif isinstance(value, FunctionType):
        if value not in seen:
            seen.add(value)
            _check(*_source(value), seen)
    elif type(value) not in _PLAIN and not _is_known(value):
        raise _NotSplitError


class _Later(ast.NodeTransformer):
    """Calls a function in the place of a name, so that nothing is computed before a part needs it."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        later = node.id in self._names and isinstance(node.ctx, ast.Load)
        return ast.Call(node, [], []) if later else node


def _lines(body: list[ast.stmt], margin: str = " ") -> Iterator[str]:
    """Yield the lines of code that yields the parts of some statements.

    Args:
        body: the statements.
        margin: more than a blank in a loop, which nothing but a failure may leave.
    """
    for statement in body:
        match statement:
            case ast.Assign([ast.Name(id=name)], value) if margin == " ":
                yield f" {name} = __once__(lambda: {ast.unparse(value)})"
                yield f" __{name}_True__ = lambda: {_parts(value)}"
                yield f" __{name}_False__ = lambda: {_parts(value, wanted=False)}"
            case ast.Assign([ast.Tuple()]) if margin == " ":
                yield f" {ast.unparse(statement)}"
            case ast.If(test, [ast.Return(ast.Constant(value=False))], []):
                yield f"{margin}yield from {_parts(test, wanted=False)}"
            case ast.For(target, each, inside, []):
                yield f"{margin}for {ast.unparse(target)} in {ast.unparse(each)}:"
                yield from _lines(inside, f"{margin} ")
            case ast.Return(ast.expr() as value) if margin == " " and statement is body[-1]:
                yield f" yield from {_parts(value)}"
            case _:
                raise _NotSplitError


def _parts(value: ast.expr, *, wanted: bool = True) -> str:
    """Return code for the parts of "`value` is true", or with `wanted` false of "it is false"."""
    match value:
        case ast.UnaryOp(ast.Not(), operand):
            return _parts(operand, wanted=not wanted)
        case ast.BoolOp(joint, values) if isinstance(joint, ast.And) == wanted:
            return f"__joined__(({''.join(f'{_parts(one, wanted=wanted)}, ' for one in values)}))"
        case ast.Call(ast.Name(id="all" | "any" as name), [ast.GeneratorExp(one, loops)], []) if (
            name == "all"
        ) == wanted:
            return f"__joined__({_parts(one, wanted=wanted)}{''.join(map(ast.unparse, loops))})"
        case ast.Call(ast.Name(id=name), [], []):
            return f"__{name}_{wanted}__()"
    return f"((lambda: {'' if wanted else 'not '}({ast.unparse(value)})),)"
