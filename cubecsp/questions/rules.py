"""The vocabulary of questions: every rule, the forms that combine rules, sets of cases, and named patterns."""

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.models.cases import CaseSet, all_sets, case_names, case_text, set_called
from cubecsp.models.core.rule import Rule
from cubecsp.models.language.forms import FORMS, Form
from cubecsp.models.language.rule_text import rules_in
from cubecsp.models.patterns import NAMES, PATTERNS, about
from cubecsp.models.rules import RULES
from cubecsp.models.rules.case import NamedCase
from cubecsp.puzzle.cube.sizes import sizes_in_words
from cubecsp.questions.answers.answer import Answer, Status
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.parameter import Param
from cubecsp.questions.asking.query import Query
from cubecsp.questions.asking.value_kinds import Many, Text
from cubecsp.suggestions import suggestion

__all__ = ["Entry", "Rules", "RulesAnswer", "rules"]

Entry = dict[str, Any]
"""The entry of a rule, a form, a set of cases or a pattern."""

_NAME = re.compile(r"[\w-]*|[=!]=")  # of a rule, pattern or word; other texts state rules


_KINDS = {"rules": "rule", "forms": "form", "sets": "set", "patterns": "pattern"}


@dataclass(repr=False)
class RulesAnswer(Answer):
    """The answer to `rules`.

    Attributes:
        entries: the entry of each rule, form, set of cases and pattern.
    """

    entries: Sequence[Entry] = ()

    def sentence(self) -> str:
        """Return the sentence with the number of each kind."""
        counted = [
            plural(len(names), _KINDS[kind]) for kind, names in self.as_dict().items() if names
        ]
        return f"{', '.join(counted)}."

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints: the entries as lists of rules, of forms, of sets and of patterns."""
        return {kind: [e for e in self.entries if key in e] for kind, key in _KINDS.items()}


@frozen(kw_only=True)
class Rules(Query[RulesAnswer]):
    """The parameters of `rules`.

    Raises:
        InputError: nothing has this name, or a rule text is malformed.
    """

    name: ClassVar[str] = "rules"
    example: ClassVar[Mapping[str, Any]] = {"names": ["symmetric"]}
    is_quick: ClassVar[bool] = True

    names: Annotated[
        "str | Iterable[str]",
        Param(
            "explain these rules, sets of cases, patterns, words, or rule texts",
            Many(Text("NAME"), 100),
            usual="a list of everything",
        ),
    ] = field(default=(), kw_only=False)

    def answer(self) -> RulesAnswer:
        """Return the answer."""
        entries = [entry for name in self.names for entry in _entries_for(name)] or _all_entries()
        return RulesAnswer(query=self, status=Status.COMPLETE, entries=entries)


QUESTION = Rules
rules = asks(Rules)


def _all_entries() -> list[Entry]:
    """Return every rule, form, set of cases and pattern."""
    rules, forms = map(_rule, RULES), map(_form, FORMS.values())
    return [*rules, *forms, *map(_set, all_sets()), *map(_pattern, PATTERNS)]


def _rule(name: str) -> Entry:
    rule, facts = RULES[name], RULES.facts(name)
    return {
        "rule": rule.form(),
        "meaning": rule.summary,
        "scope": rule.scope,
        "parameter": rule.parameter and rule.parameter.meaning,
        "example": rule.example,
        **{key: facts[key] for key in ("cubes", "other_puzzles", "limits") if key in facts},
    }


def _form(form: Form) -> Entry:
    return {
        "form": form.written,
        "meaning": form.meaning,
        "scope": form.scope,
        "example": form.example,
    }


def _set(one: CaseSet, only: str | None = None) -> Entry:
    """Return the entry of a set, with all its cases or only one."""
    names: dict[str, list[str]] = {member: [] for member in one.members}
    for name, member in (*one.aliases.items(), *one.names.items()):
        names[member].append(name)
    return {
        "set": one.name,
        "meaning": one.description,
        "rules": list(one.rules),
        "cubes": sizes_in_words(one.sizes),
        "ignores": list(one.ignores),
        "source": one.source,
        "cases": {
            member: {"names": names[member], "algorithms": [*filter(None, algorithms)]}
            for member, algorithms in one.members.items()
            if only in (None, member)
        },
    }


def _pattern(name: str) -> Entry:
    facts = about(name)
    return {"pattern": name, "rules": [*facts.rules], **facts.as_dict()}


def _full_entry(name: str) -> Entry:
    """Return the full description of a rule: its entry, details and words."""
    details = inspect.getdoc(RULES[name]) or ""
    words = RULES[name].vocabulary()
    return {**_rule(name), "details": details.partition("Args:")[0].strip(), "words": words}


def _entry_of(rule: Rule) -> Entry:
    """Return the entry of a rule with its parameter: its demand, and the full description of the rule of that name."""
    if isinstance(rule, NamedCase):
        return _set(rule.set, rule.member)
    text, says = str(rule), rule.describe()
    if rule.name in RULES:
        return {**_full_entry(rule.name), "text": text, "says": says}
    return {"rule": text, "meaning": says, "scope": rule.scope, "example": text}


def _entries_for(name: str) -> list[Entry]:
    """Return all entries with a name, with details and words, or the meaning of a rule text.

    Raises:
        InputError: there is no such name, or the text is malformed.
    """
    if name in RULES:
        return [_full_entry(name)]
    if name in PATTERNS:
        return [_pattern(name)]
    if (found := set_called(name)) is not None:
        return [_set(found)]
    from cubecsp.models.language.scope import DOMAINS, TOUCHING  # which loads lark: seldom needed

    word = "in" if name in DOMAINS and name != "colours" else name
    forms = [form for form in FORMS.values() if word in form.words]
    if forms:
        words = {
            domain: (", " if " " in values[0] else " ").join(values)
            for domain, values in DOMAINS.items()
        }
        words["0..9"] = "integers, from the first to the last"
        words |= {f"touching {way}": meaning for way, meaning in TOUCHING.items()}
        return [
            {**_form(form), **({"words": words} if "in" in form.words else {})} for form in forms
        ]
    if not _NAME.fullmatch(name) or case_text(name):
        return [*map(_entry_of, rules_in(name, NAMES))]
    known = [
        *RULES,
        *PATTERNS,
        *case_names(),
        *dict.fromkeys(w for form in FORMS.values() for w in form.words),
    ]
    raise InputError(
        f"unknown rule, pattern or word {excerpt(name)}",
        suggestion(name, known, "cubecsp rules"),
    )
