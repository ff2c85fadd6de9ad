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
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cubecsp.deadline import look
from cubecsp.door import spelled
from cubecsp.errors import InputError, excerpt
from cubecsp.files import read_whole
from cubecsp.frozen import frozen
from cubecsp.models.engines.vocabulary import WORDS, WORKINGS, Vocabulary
from cubecsp.models.programs import ALLOWED
from cubecsp.models.programs.parsing import MalformedError, parse
from cubecsp.models.programs.program import Line, Word
from cubecsp.suggestions import which_are_known

if TYPE_CHECKING:
    from clingo.ast import AST

__all__ = ["MAX_BYTES", "Source", "read_program"]

MAX_BYTES = 1_000_000
"""How large a program may be, and each file that it includes."""

_TAKEN = [
    "Rule",
    "Minimize",
    "ShowSignature",
    "ShowTerm",
    "Definition",
    "Defined",
    "Heuristic",
    "Comment",
    "Script",
]
_DROPPED = ("ShowSignature", "ShowTerm")
_WHAT_IS_TAKEN = (
    "write rules, constraints, #const, #defined, #heuristic, #minimize, #maximize and :~"
)
_INCLUDE = re.compile(r'\s*#include\s+"([^"]*)"\s*\.\s*(?:%[^*].*)?')
_COMMENT = re.compile(r"\s*%(?!.*(?:\*%|%\*))")  # a line that is an #include, whatever surrounds it
_MOST_FILES = 100

_At = tuple[int, int]  # line and column, from 1


@frozen
class Source:
    """A program after reading.

    Attributes:
        name: its name.
        lines: of the program, `#show` left out.
        words: those of the vocabulary that it uses.
        own: the words that it defines itself.
        named: what it names where the vocabulary wants a name: the line, the word, which argument, the name.
        costs: what it minimises: rules that say so as `cost(WEIGHT,WHAT)`.
        maximises: whether everything that it says about what is best is to be maximised.
        code: whether it runs code.
        longest: the rule that is probably at fault if grounding does not end, or has very many results.
    """

    name: str
    lines: tuple[Line, ...]
    words: frozenset[Word]
    own: frozenset[Word]
    named: tuple[tuple[Line, Word, int, str], ...]
    costs: tuple[str, ...]
    maximises: bool
    code: bool
    longest: Line | None = None

    def require(self, vocabulary: Vocabulary) -> None:
        """Make sure that what it names exists.

        Raises:
            InputError: a colour, sticker, slot and so on is not one of the puzzle.
        """
        for line, (word, _), argument, name in self.named:
            sort = WORDS[word, _][argument]
            if name not in vocabulary.things[sort]:
                known = vocabulary.things[sort]
                raise InputError(
                    f"{line}: there is no {sort} {excerpt(name)}, which {word} names",
                    which_are_known(name, known, "cubecsp export --to asp"),
                )


def read_program(
    text: str, name: str, folder: Path | None = None, allow: Iterable[str] = ()
) -> Source:
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
    allowed = frozenset(allow)
    unknown = allowed.difference(ALLOWED)
    if unknown:
        word = min(unknown)
        raise InputError(
            f"programs cannot be allowed {excerpt(word)}", which_are_known(word, ALLOWED)
        )
    reader = _Reader(name, folder, allowed)
    return reader.read(text)


class _Reader:
    """Reads one program."""

    def __init__(self, name: str, folder: Path | None, allowed: frozenset[str]) -> None:
        self._name = name
        self._folder = folder
        self._allowed = allowed
        self._included: set[Path] = set()
        self._lines: list[Line] = []

    def read(self, text: str) -> Source:
        """Return the program."""
        self._lines = [*self._expanded(text.removeprefix("\ufeff"), self._name, self._folder)]
        statements = self._parsed()
        for statement in statements:
            self._check_kind(statement)
        constants = {s.name for s in statements if s.ast_type.name == "Definition"}
        uses = _Uses()
        for statement in statements:
            uses.add(statement)
        for (word, number), at in uses.defined.items():
            self._check_definition(word, number, at)
        for (word, number), at in uses.used.items():
            if (word, number) not in uses.defined and (word, number) not in WORDS:
                self._unknown(word, number, at, uses)
        if uses.unnamed:
            at, word, sort, written = uses.unnamed[0]
            raise InputError(
                f"{self._at(at)}: {word} expects the name of a {sort} there, and {excerpt(written)} is not one",
                "names are written in small letters and without quotes, as u1 and white",
            )
        named = [
            (self._lines[at[0] - 1], word, argument, constant)
            for at, word, argument, constant in uses.named
            if constant not in constants
        ]
        minimised = [s for s in statements if s.ast_type.name == "Minimize"]
        self._check_priorities(minimised)
        return Source(
            self._name,
            self._without_shows(statements),
            frozenset(uses.used).intersection(WORDS),
            frozenset(uses.defined),
            tuple(named),
            tuple(map(_cost, minimised)),
            bool(minimised) and all(str(s.weight).startswith("-") for s in minimised),
            any(s.ast_type.name == "Script" for s in statements),
            self._longest(statements),
        )

    # ------------------------------------------------------------ the text

    def _expanded(self, text: str, where: str, folder: Path | None) -> Iterator[Line]:
        """Yield the lines of a text, those of the files that it includes in their place."""
        for number, content in enumerate(text.splitlines(), 1):
            line = Line(where, number, content)
            if "#include" not in content or _COMMENT.match(content):
                yield line
            else:
                yield from self._file(line, folder)

    def _file(self, line: Line, folder: Path | None) -> Iterator[Line]:
        """Yield the lines of the file that a line includes; none if it was included before."""
        if "include" not in self._allowed:
            raise InputError(
                f"{line}: #include reads another file",
                f"put everything into one program, or allow it: {spelled('allow', ['include'])}",
            )
        match = _INCLUDE.fullmatch(line.text)
        if match is None:
            raise InputError(
                f"{line}: {excerpt(line.text)}", 'write #include "FILE.lp". alone on a line'
            )
        path = ((folder or Path()) / match[1]).resolve()
        if path in self._included:
            return
        self._included.add(path)
        if len(self._included) > _MOST_FILES:
            raise InputError(f"{line}: more than {_MOST_FILES} files", "put them into fewer")
        try:
            text = read_whole(path, MAX_BYTES).decode("utf-8-sig")
        except (InputError, UnicodeDecodeError) as error:
            problem = error.problem if isinstance(error, InputError) else f"{path.name} is not text"
            raise InputError(f"{line}: {problem}") from error
        yield from self._expanded(text, f"file {excerpt(path.name)}", path.parent)

    def _parsed(self) -> list[AST]:
        """Return the statements of the program.

        Raises:
            InputError: it is malformed.
        """
        statements: list[AST] = []
        try:
            parse("".join(f"{line.text}\n" for line in self._lines), statements.append)
        except MalformedError as error:
            place = self._name
            if error.line is not None and self._lines:
                place = str(self._lines[min(error.line, len(self._lines)) - 1])
            raise InputError(f"{place}: {error.problem}", error.remedy) from error
        return statements

    def _without_shows(self, statements: list[AST]) -> tuple[Line, ...]:
        """Return the lines with `#show` statements replaced by blanks."""
        texts = [line.text.encode() for line in self._lines]
        for statement in statements:
            if statement.ast_type.name in _DROPPED:
                begin, end = statement.location.begin, statement.location.end
                for number in range(begin.line, end.line + 1):
                    text = texts[number - 1]
                    first = begin.column - 1 if number == begin.line else 0
                    last = end.column - 1 if number == end.line else len(text)
                    texts[number - 1] = text[:first] + b" " * (last - first) + text[last:]
        return tuple(
            Line(line.where, line.number, text.decode())
            for line, text in zip(self._lines, texts, strict=True)
        )

    # ------------------------------------------------------------ what it says

    def _at(self, at: _At) -> Line:
        return self._lines[at[0] - 1]

    def _check_kind(self, statement: AST) -> None:
        """Make sure that a statement is of a kind that is allowed."""
        kind = statement.ast_type.name
        if kind == "Program" and statement.name == "base" and not statement.parameters:
            return
        line = self._at(_begin(statement))
        if kind == "Script" and "script" not in self._allowed:
            raise InputError(
                f"{line}: #script runs code",
                f"say it in rules, or allow it: {spelled('allow', ['script'])}",
            )
        if kind not in _TAKEN or any(_nodes(statement, "TheoryAtom")):
            what = excerpt(str(statement).split("\n")[0])
            raise InputError(f"{line}: {what} is not allowed here", _WHAT_IS_TAKEN)

    def _check_definition(self, word: str, number: int, at: _At) -> None:
        """Make sure that a word that the program defines is its own."""
        line, atom = self._at(at), f"{word}/{number}"
        if (word, number) in WORDS:
            raise InputError(
                f"{line}: {atom} is a word of the vocabulary, whose meaning is fixed",
                f"to demand it, forbid its opposite (:- not {word}(…).); for something else choose another word",
            )
        if word in WORKINGS:
            raise InputError(
                f"{line}: {word} is used by the program of the cube itself",
                f"rename yours, for example to my_{word}",
            )

    def _unknown(self, word: str, number: int, at: _At, uses: _Uses) -> None:
        line = self._at(at)
        known = [*WORDS, *uses.defined]
        numbers = [str(n) for name, n in known if name == word]
        if numbers:
            raise InputError(
                f"{line}: {word} has {' or '.join(numbers)} arguments, not {number}",
                f"write {word}({_arguments_of(word, int(numbers[0]))})",
            )
        raise InputError(
            f"{line}: nothing says what {word}/{number} is",
            which_are_known(word, dict.fromkeys(name for name, _ in known)),
        )

    def _longest(self, statements: list[AST]) -> Line | None:
        """Return the line of the rule that counts on from its own results, or that has most variables."""
        rules = [statement for statement in statements if statement.ast_type.name == "Rule"]
        if not rules:
            return None
        follows = [
            ({*_words_in(r.head)}, {word for part in r.body for word in _words_in(part)})
            for r in rules
        ]

        def from_itself(number: int) -> bool:
            heads, reached = follows[number]
            while more := {w for into, out in follows if into & reached for w in out} - reached:
                reached = reached | more
            return bool(heads & reached)

        for number, rule in enumerate(rules):
            if any(_nodes(rule.head, "BinaryOperation")) and from_itself(number):
                return self._at(_begin(rule))
        most = max(rules, key=lambda rule: len({node.name for node in _nodes(rule, "Variable")}))
        return self._at(_begin(most))

    def _check_priorities(self, minimised: list[AST]) -> None:
        """Make sure that what is best is weighed with a single priority."""
        priorities = dict.fromkeys(str(statement.priority) for statement in minimised)
        if len(priorities) > 1:
            line = self._at(_begin(minimised[-1]))
            raise InputError(
                f"{line}: several priorities ({' and '.join(priorities)})",
                "use one priority, and a larger weight for what matters more",
            )


class _Uses:
    """The words that statements use and define, each with its first place."""

    def __init__(self) -> None:
        self.used: dict[Word, _At] = {}
        self.defined: dict[Word, _At] = {}
        self.named: list[tuple[_At, Word, int, str]] = []
        self.unnamed: list[tuple[_At, str, str, str]] = []

    def add(self, statement: AST) -> None:
        """Note the words of a statement."""
        if statement.ast_type.name == "Defined":
            self.defined.setdefault((statement.name, statement.arity), _begin(statement))
            return
        heads = [*_heads(statement)]
        for symbol in heads:
            for function in _functions(symbol):
                self.defined.setdefault(_word(function), _begin(function))
        for atom in _nodes(statement, "SymbolicAtom"):
            for function in _functions(atom.symbol):
                self._use(function)

    def _use(self, function: AST) -> None:
        word = _word(function)
        self.used.setdefault(word, _begin(function))
        for argument, (sort, value) in enumerate(
            zip(WORDS.get(word, ()), _arguments(function), strict=False)
        ):
            if not sort or value.ast_type.name != "SymbolicTerm":
                continue
            if _is_constant(value.symbol):
                self.named.append((_begin(value), word, argument, value.symbol.name))
            else:
                self.unnamed.append((_begin(value), word[0], sort, str(value.symbol)))


def _heads(statement: AST) -> Iterator[AST]:
    """Yield the symbols that a statement may make true."""
    if statement.ast_type.name != "Rule":
        return
    head = statement.head
    match head.ast_type.name:
        case "Literal":
            literals = [head]
        case "Aggregate" | "Disjunction":
            literals = [element.literal for element in head.elements]
        case "HeadAggregate":
            literals = [element.condition.literal for element in head.elements]
        case _:
            literals = []
    for literal in literals:
        if literal.atom.ast_type.name == "SymbolicAtom":
            yield literal.atom.symbol


def _words_in(tree: AST) -> Iterator[Word]:
    """Yield the words of the atoms in a tree."""
    for atom in _nodes(tree, "SymbolicAtom"):
        yield from map(_word, _functions(atom.symbol))


def _functions(symbol: AST) -> Iterator[AST]:
    """Yield the atoms that a symbol stands for: several if it lists arguments with `;`."""
    match symbol.ast_type.name:
        case "Pool":
            for argument in symbol.arguments:
                yield from _functions(argument)
        case _:
            yield symbol


def _word(function: AST) -> Word:
    """Return the word of an atom; `-` in front of it is a part of its name."""
    match function.ast_type.name:
        case "UnaryOperation":
            name, number = _word(function.argument)
            return f"-{name}", number
        case "SymbolicTerm":  # without arguments
            return function.symbol.name, 0
        case _:
            return function.name, len(function.arguments)


def _arguments(function: AST) -> Iterable[Any]:
    return function.arguments if function.ast_type.name == "Function" else ()


def _is_constant(symbol: Any) -> bool:
    return symbol.type.name == "Function" and not symbol.arguments and bool(symbol.name)


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


def _arguments_of(word: str, number: int) -> str:
    """Return the arguments of a word, for a message."""
    sorts = WORDS.get((word, number), ("…",) * number)
    return ",".join(sort.replace(" ", "-") or "number" for sort in sorts)


def _begin(node: AST) -> _At:
    begin = node.location.begin
    return begin.line, begin.column


def _cost(minimised: AST) -> str:
    """Return the rule that says what a statement minimises."""
    what = ",".join(map(str, minimised.terms))
    body = "; ".join(map(str, minimised.body))
    return f"cost({minimised.weight},({what}{',' if len(minimised.terms) == 1 else ''}))" + (
        f" :- {body}." if body else "."
    )
