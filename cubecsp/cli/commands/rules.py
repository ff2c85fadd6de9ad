"""`rules`: every rule and model that can be asked for, and what a rule text means."""

from __future__ import annotations

import argparse
import inspect

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.errors import InputError, excerpt, which_are_known
from cubecsp.models.forms import FORMS, Form
from cubecsp.models.named import MODELS, about
from cubecsp.models.pattern import Pattern
from cubecsp.models.rules import RULES
from cubecsp.models.scope import DOMAINS
from cubecsp.questions.given import pattern_of

_Entry = dict[str, object]

SUMMARY = "every rule with its parameter, one line each; and what a rule text means"
DESCRIPTION = """\
List every rule that find, check and perfect-scramble understand: how it is written, what it is
about, what it demands, and an example; then how rules are composed; then the named models, which
stand for several rules at once. With names of rules, models or words of the
language, tell everything about these, the words that they are written with included. With --explain,
say what rule texts mean, in words, which stickers they look at, what they come to for an engine, and
whether they depend on how the cube is held."""
EPILOG = """\
examples:
  python -m cubecsp rules
  python -m cubecsp rules symmetric
  python -m cubecsp rules any count
  python -m cubecsp rules --explain no-touching=side --size 4
  python -m cubecsp rules --explain "any(solved=F2L, not faces-differ)"
  python -m cubecsp rules --explain ./mine.toml

exit codes: 0 answered, 2 malformed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="tell everything about these")
    parser.add_argument("--explain", nargs="+", metavar="RULE", help="say what these rules mean")
    options.add_size(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the list, all about some names, or the explanation."""
    if args.explain and args.names:
        raise InputError("names and --explain together", "give names, or rules to explain")
    if args.explain:
        _explain(pattern_of(args.explain, args.size), args)
        return 0
    entries = [entry for name in args.names for entry in _found(name)] or _listed()
    if args.json:
        output.print_json(_by_kind(entries))
    else:
        _print(entries, whole=bool(args.names))
    return 0


def _listed() -> list[_Entry]:
    """Return every rule, form and model."""
    return [*map(_rule, RULES), *map(_form, FORMS.values()), *map(_model, MODELS)]


def _rule(name: str) -> _Entry:
    rule, facts = RULES[name], RULES.facts(name)
    return {
        "rule": name if rule.parameter is None else f"{name}={rule.parameter.placeholder}",
        "meaning": rule.summary,
        "scope": rule.scope,
        "parameter": rule.parameter and rule.parameter.meaning,
        "example": rule.example,
        **{key: facts[key] for key in ("cubes", "limits") if key in facts},
    }


def _form(form: Form) -> _Entry:
    return {
        "form": form.written,
        "meaning": form.meaning,
        "scope": form.scope,
        "example": form.example,
    }


def _model(name: str) -> _Entry:
    rules = [str(rule) for rule in MODELS[name].rules]
    return {"model": name, "rules": rules, **about(name).as_dict()}


def _found(name: str) -> list[_Entry]:
    """Return all that is known by a name, with its details and its words.

    Raises:
        InputError: nothing is.
    """
    if name in RULES:
        details = inspect.getdoc(RULES[name]) or ""
        words = RULES[name].vocabulary()
        return [{**_rule(name), "details": details.partition("Args:")[0].strip(), "words": words}]
    if name in MODELS:
        return [_model(name)]
    word = "in" if name in DOMAINS and name != "colours" else name
    forms = [form for form in FORMS.values() if word in form.words]
    if forms:
        words = {domain: " ".join(values) for domain, values in DOMAINS.items()}
        words["0..9"] = "whole numbers, from the first to the last"
        return [
            {**_form(form), **({"words": words} if "in" in form.words else {})} for form in forms
        ]
    known = [*RULES, *MODELS, *dict.fromkeys(w for form in FORMS.values() for w in form.words)]
    raise InputError(
        f"there is no rule, model or word {excerpt(name)}",
        which_are_known(name, known, "cubecsp rules"),
    )


def _by_kind(entries: list[_Entry]) -> dict[str, list[_Entry]]:
    kinds = {"rules": "rule", "forms": "form", "models": "model"}
    return {kind: [e for e in entries if key in e] for kind, key in kinds.items()}


def _print(entries: list[_Entry], *, whole: bool) -> None:
    for entry in entries:
        if "model" in entry:
            _print_model(entry, whole=whole)
            continue
        output.say(entry.get("rule") or entry["form"])
        some = entry.get("cubes", "every size")
        scope = entry["scope"] if some == "every size" else f"{entry['scope']}; cubes: {some}"
        output.say(f"    {entry['meaning']} ({scope})")
        example = str(entry["example"])
        if example != entry.get("rule"):
            short = example if whole or len(example) < 60 else example[:57] + "…"
            output.say(f"    for example  {short}")
        if whole:
            _print_more(entry)


def _print_model(entry: _Entry, *, whole: bool) -> None:
    """Print what a model looks like and how many turns make it; all of it, if it is asked about."""
    output.say(entry["model"])
    turns = ""
    if "length" in entry:
        turns = f" ({entry['length']} turns{'' if entry['optimal'] else ' or fewer'})"
    output.say(f"    {entry['description']}{turns}")
    if whole:
        rules = entry["rules"]
        assert isinstance(rules, list)
        output.say(f"    stands for  {' '.join(rules)}")
        for key in ("moves", "source"):
            if key in entry:
                output.say(f"    {key:10}  {entry[key]}")


def _print_more(entry: _Entry) -> None:
    """Print what is told of a rule that is asked about by name."""
    if "limits" in entry:
        output.say(f"    limits  {entry['limits']}")
    if entry.get("details"):
        output.say(f"\n{entry['details']}")
    words = entry.get("words")
    if isinstance(words, dict) and words:
        width = max(map(len, words))
        output.say("")
        for word, meaning in words.items():
            output.say(f"  {word:{width}}  {meaning}".rstrip())


def _explain(pattern: Pattern, args: argparse.Namespace) -> None:
    from cubecsp.models.wording import explained

    told = explained(pattern)
    puzzle = pattern.puzzle
    if args.json:
        output.print_json(told.as_dict(puzzle))
        return
    for text, meaning in told.meaning.items():
        output.say(f"{text}\n  {meaning}")
    every = range(puzzle.facelet_count)
    output.say(
        f"\nengines look at {len(told.facelets)} of the {len(every)} stickers (crossed, or X)"
    )
    printer = Printer(args, report=True)
    drawn = "".join("X" if facelet in told.facelets else "." for facelet in every)
    letters, marked = ("." * len(every), told.facelets) if printer.colour else (drawn, ())
    printer.net(letters, "", marked=marked)
    relations = ", ".join(f"{number} {words}" for words, number in told.relations.items())
    output.say(f"\nwhat engines are told: {relations or 'nothing'}")
    output.say(f"symmetries: {told.symmetries} of 48; {told.holding}")
    for note in told.notes:
        output.say(f"note: {note}")


COMMAND = Command("rules", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
