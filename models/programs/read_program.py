"""The text of a user's logic program, read and checked before clingo grounds it.

clingo's own parser reads it, so it may contain rules, constraints, choices, `#const`, `#defined`, `#heuristic`,
and `#minimize`, `#maximize` and weak constraints, which say what is best. `#show` is left out, since an answer
has to show the cube. Words have to be those of the vocabulary or of the program itself, with the right number
of arguments, and the program may not redefine those of the vocabulary: that would change what a cube is.

A program that runs code (`#script`) or reads other files (`#include`) is refused, unless that is allowed.
An `#include` is handled before clingo sees the text, since its parser would open the file; if it is allowed, the
file's text takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cubecsp.errors import InputError, excerpt
from cubecsp.files import read_whole
from cubecsp.interface import spelled
from cubecsp.models.engines.vocabulary import WORDS, WORKINGS
from cubecsp.models.programs import ALLOWED
from cubecsp.models.programs.clingo_parser import parse
from cubecsp.models.programs.program import ProgramLine, ProgramSource, Word
from cubecsp.stopping.deadline import look
from cubecsp.suggestions import suggestion

if TYPE_CHECKING:
    from clingo.ast import AST

MAX_BYTES = 1_000_000
"""The largest size of a program, and of each file that it includes."""

_DROPPED = ("ShowSignature", "ShowTerm")
_TAKEN = ("Rule", "Minimize", *_DROPPED, "Definition", "Defined", "Heuristic", "Comment", "Script")
_WHAT_IS_TAKEN = (
    "write rules, constraints, #const, #defined, #heuristic, #minimize, #maximize and :~"
)
_INCLUDE = re.compile(r'\s*#include\s+"([^"]*)"\s*\.\s*(?:%[^*].*)?')
_COMMENT = re.compile(r"\s*%(?!.*(?:\*%|%\*))")  # a line that is an #include, whatever surrounds it
_MOST_FILES = 100


def read_program(
    text: str, name: str, folder: Path | None = None, allow: Iterable[str] = ()
) -> ProgramSource:
    """Return a program that has been read and checked.

    Args:
        text: the program.
        name: its name, in messages too.
        folder: where the files are that it includes.
        allow: some of `ALLOWED`.

    Raises:
        InputError: the program is malformed, does what is not allowed, uses unknown words, or redefines
            words of the vocabulary.
        EngineError: clingo is not installed.
    """
    for word in sorted({*allow}.difference(ALLOWED)):
        raise InputError(f"allow={excerpt(word)}: unknown value", suggestion(word, ALLOWED))
    included: set[Path] | None = set() if "include" in allow else None
    lines = [*_all_lines(text.removeprefix("\ufeff"), name, folder, included)]
    statements = parse(name, lines)
    for statement in statements:
        _check_kind(statement, lines, allow)
    defined = _own_words(statements, lines)
    used, named = _uses(statements, lines, defined)
    minimised = [s for s in statements if s.ast_type.name == "Minimize"]
    priorities = dict.fromkeys(str(statement.priority) for statement in minimised)
    if len(priorities) > 1:
        raise InputError(
            f"{_line(minimised[-1], lines)}: several priorities ({' and '.join(priorities)})",
            "use one priority, and a larger weight for what matters more",
        )
    return ProgramSource(
        name,
        _without_shows(statements, lines),
        used.intersection(WORDS),
        frozenset(defined),
        named,
        tuple(map(_cost, minimised)),
        bool(minimised) and all(str(s.weight).startswith("-") for s in minimised),
        any(s.ast_type.name == "Script" for s in statements),
    )


def _all_lines(
    text: str, where: str, folder: Path | None, included: set[Path] | None
) -> Iterator[ProgramLine]:
    """Yield the lines of a text, those of the files that it includes in their place; None if it may not."""
    for number, content in enumerate(text.splitlines(), 1):
        line = ProgramLine(where, number, content)
        if "#include" not in content or _COMMENT.match(content):
            yield line
        elif included is None:
            raise InputError(
                f"{line}: #include reads another file",
                f"put everything into one program, or allow it: {spelled('allow', ['include'])}",
            )
        else:
            yield from _file(line, folder, included)


def _file(line: ProgramLine, folder: Path | None, included: set[Path]) -> Iterator[ProgramLine]:
    """Yield the lines of the file that a line includes; none if it was included before."""
    match = _INCLUDE.fullmatch(line.text)
    if match is None:
        raise InputError(
            f"{line}: {excerpt(line.text)}", 'write #include "FILE.lp". alone on a line'
        )
    path = ((folder or Path()) / match[1]).resolve()
    if path in included:
        return
    included.add(path)
    if len(included) > _MOST_FILES:
        raise InputError(f"{line}: more than {_MOST_FILES} files", "put them into fewer")
    try:
        text = read_whole(path, MAX_BYTES).decode("utf-8-sig")
    except (InputError, UnicodeDecodeError) as error:
        problem = error.problem if isinstance(error, InputError) else f"{path.name} is not text"
        raise InputError(f"{line}: {problem}") from error
    yield from _all_lines(text, f"file {excerpt(path.name)}", path.parent, included)


def _without_shows(
    statements: Sequence[AST], lines: Sequence[ProgramLine]
) -> tuple[ProgramLine, ...]:
    """Return the lines with `#show` statements replaced by blanks."""
    texts = [line.text.encode() for line in lines]
    for statement in statements:
        if statement.ast_type.name in _DROPPED:
            begin, end = statement.location.begin, statement.location.end
            for number in range(begin.line, end.line + 1):
                text = texts[number - 1]
                first = begin.column - 1 if number == begin.line else 0
                last = end.column - 1 if number == end.line else len(text)
                texts[number - 1] = text[:first] + b" " * (last - first) + text[last:]
    return tuple(
        ProgramLine(line.where, line.number, text.decode())
        for line, text in zip(lines, texts, strict=True)
    )


def _check_kind(statement: AST, lines: Sequence[ProgramLine], allow: Iterable[str]) -> None:
    """Make sure that a statement is of a kind that is allowed."""
    kind = statement.ast_type.name
    if kind == "Program" and statement.name == "base" and not statement.parameters:
        return
    line = _line(statement, lines)
    if kind == "Script" and "script" not in allow:
        raise InputError(
            f"{line}: #script runs code",
            f"say it in rules, or allow it: {spelled('allow', ['script'])}",
        )
    if kind not in _TAKEN or any(_nodes(statement, "TheoryAtom")):
        what = excerpt(str(statement).split("\n")[0])
        raise InputError(f"{line}: {what} is not allowed here", _WHAT_IS_TAKEN)


def _own_words(statements: Iterable[AST], lines: Sequence[ProgramLine]) -> dict[Word, ProgramLine]:
    """Return the words that a program defines, each with its first line; they have to be its own."""
    defined: dict[Word, ProgramLine] = {}
    for statement in statements:
        if statement.ast_type.name == "Defined":
            defined.setdefault((statement.name, statement.arity), _line(statement, lines))
        elif statement.ast_type.name == "Rule":
            for atom in _made_true(statement.head):
                defined.setdefault(_word(atom), _line(atom, lines))
    for (word, number), line in defined.items():
        if (word, number) in WORDS:
            raise InputError(
                f"{line}: {word}/{number} is a word of the vocabulary, whose meaning is fixed",
                f"to demand it, forbid its opposite (:- not {word}(…).); for something else choose another word",
            )
        if word in WORKINGS:
            raise InputError(
                f"{line}: {word} is used by the program of the cube itself",
                f"rename yours, for example to my_{word}",
            )
    return defined


def _uses(
    statements: Sequence[AST], lines: Sequence[ProgramLine], defined: Iterable[Word]
) -> tuple[frozenset[Word], tuple[tuple[ProgramLine, Word, int, str], ...]]:
    """Return the words that a program uses, and what it names where the vocabulary wants a name."""
    atoms = [
        atom
        for statement in statements
        for node in _nodes(statement, "SymbolicAtom")
        for atom in _atoms(node.symbol)
    ]
    known = dict.fromkeys((*WORDS, *defined))
    for atom in atoms:
        word, number = _word(atom)
        if (word, number) in known:
            continue
        line = _line(atom, lines)
        if numbers := [n for name, n in known if name == word]:
            sorts = WORDS.get((word, numbers[0]), ("…",) * numbers[0])
            arguments = ",".join(sort.replace(" ", "-") or "number" for sort in sorts)
            raise InputError(
                f"{line}: {word} has {' or '.join(map(str, numbers))} arguments, not {number}",
                f"write {word}({arguments})",
            )
        raise InputError(
            f"{line}: {word}/{number} is not defined",
            suggestion(word, dict.fromkeys(name for name, _ in known)),
        )
    constants = {s.name for s in statements if s.ast_type.name == "Definition"}
    named = []
    for atom in atoms:
        for argument, sort in enumerate(WORDS.get(_word(atom), ())):
            value = atom.arguments[argument]
            if not sort or value.ast_type.name != "SymbolicTerm":
                continue
            line, symbol = _line(value, lines), value.symbol
            if symbol.type.name != "Function" or symbol.arguments or not symbol.name:
                raise InputError(
                    f"{line}: {_word(atom)[0]} expects the name of a {sort}, not {excerpt(str(symbol))}",
                    "write names in small letters without quotes, such as u1 and white",
                )
            if symbol.name not in constants:
                named.append((line, _word(atom), argument, symbol.name))
    return frozenset(map(_word, atoms)), tuple(named)


def _made_true(head: AST) -> Iterator[AST]:
    """Yield the atoms that the head of a rule may make true."""
    if head.ast_type.name == "Literal":
        literals = [head]
    else:
        literals = [one.literal for one in _nodes(head, "ConditionalLiteral")]
    for literal in literals:
        if literal.atom.ast_type.name == "SymbolicAtom":
            yield from _atoms(literal.atom.symbol)


def _atoms(symbol: AST) -> Iterator[AST]:
    """Yield the atoms that a symbol stands for: several if it lists arguments with `;`."""
    if symbol.ast_type.name == "Pool":
        for argument in symbol.arguments:
            yield from _atoms(argument)
    else:
        yield symbol


def _word(atom: AST) -> Word:
    """Return the word of an atom; `-` in front of it is a part of its name."""
    match atom.ast_type.name:
        case "UnaryOperation":
            name, number = _word(atom.argument)
            return f"-{name}", number
        case "SymbolicTerm":  # without arguments
            return atom.symbol.name, 0
        case _:
            return atom.name, len(atom.arguments)


def _nodes(tree: AST, kind: str) -> Iterator[AST]:
    """Yield the nodes of a kind in a tree; look at the deadline, since programs may have many of them."""
    from clingo.ast import AST, ASTSequence

    look()
    waiting: list[Any] = [tree]
    for node in waiting:  # grows while it is walked
        if isinstance(node, AST):
            if node.ast_type.name == kind:
                yield node
            waiting += [getattr(node, key) for key in node.child_keys]
        elif isinstance(node, ASTSequence):
            waiting += node


def _line(node: Any, lines: Sequence[ProgramLine]) -> ProgramLine:
    begin: int = node.location.begin.line
    return lines[begin - 1]


def _cost(minimised: AST) -> str:
    """Return the rule that says what a statement minimises."""
    what = ",".join(map(str, minimised.terms))
    body = "; ".join(map(str, minimised.body))
    return f"cost({minimised.weight},({what}{',' if len(minimised.terms) == 1 else ''}))" + (
        f" :- {body}." if body else "."
    )
