"""`rules`: every rule and model that can be asked for, and what a rule text means."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.models.named import MODELS
from cubecsp.models.pattern import Pattern
from cubecsp.models.rules import FORMS, RULES
from cubecsp.models.text import parse_pattern
from cubecsp.puzzle.puzzle import CUBE

SUMMARY = "every rule with its parameter, one line each; and what a rule text means"
DESCRIPTION = """\
List every rule that find, check and perfect-scramble understand: how it is written, what it is
about, what it demands, and an example; then how rules are composed; then the named models, which
stand for several rules at once. With --explain, say what rule texts mean, in words, which stickers
they look at, what they come to for an engine, and whether they depend on how the cube is held."""
EPILOG = """\
examples:
  python -m cubecsp rules
  python -m cubecsp rules --explain "any(solved=F2L, not faces-differ)"
  python -m cubecsp rules --explain ./mine.toml

exit codes: 0 answered, 2 malformed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--explain", nargs="+", metavar="RULE", help="say what these rules mean")
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the list, or the explanation."""
    if args.explain:
        _explain(parse_pattern(args.explain), args)
    elif args.json:
        output.print_json(_listed())
    else:
        _print(_listed())
    return 0


def _listed() -> dict[str, list[dict[str, object]]]:
    rules: list[dict[str, object]] = [
        {
            "rule": name if rule.parameter is None else f"{name}={rule.parameter.placeholder}",
            "meaning": rule.summary,
            "scope": rule.scope,
            "parameter": rule.parameter and rule.parameter.meaning,
            "example": rule.example,
            **{
                key: RULES.facts(name)[key]
                for key in ("cubes", "limits")
                if key in RULES.facts(name)
            },
        }
        for name, rule in RULES.items()
    ]
    forms: list[dict[str, object]] = [
        {"form": form, "meaning": meaning, "scope": scope, "example": example}
        for form, (scope, meaning, example) in FORMS.items()
    ]
    models: list[dict[str, object]] = [
        {"model": name, "rules": [str(rule) for rule in model.rules]}
        for name, model in MODELS.items()
    ]
    return {"rules": rules, "forms": forms, "models": models}


def _print(listed: dict[str, list[dict[str, object]]]) -> None:
    for entry in (*listed["rules"], *listed["forms"]):
        output.say(entry.get("rule") or entry["form"])
        some = entry.get("cubes", "every size")
        scope = entry["scope"] if some == "every size" else f"{entry['scope']}; cubes: {some}"
        output.say(f"    {entry['meaning']} ({scope})")
        example = str(entry["example"])
        if example != entry.get("rule"):
            output.say(f"    for example  {example if len(example) < 60 else example[:57] + '…'}")
    for model in listed["models"]:
        rules = model["rules"]
        assert isinstance(rules, list)
        output.say(f"\n{model['model']} stands for\n  {' '.join(rules)}")


def _explain(pattern: Pattern, args: argparse.Namespace) -> None:
    from cubecsp.models.wording import explained

    told = explained(pattern)
    puzzle = pattern.puzzle
    if args.json:
        output.print_json(told.as_dict(puzzle))
        return
    for text, meaning in told.meaning.items():
        output.say(f"{text}\n  {meaning}")
    names = [puzzle.names[facelet] for facelet in told.facelets]
    marks = " (crossed, or X)" * (puzzle == CUBE)
    output.say(f"\nengines look at {len(names)} of the {puzzle.facelet_count} stickers{marks}")
    if puzzle == CUBE:
        printer = Printer(args, report=True)
        drawn = "".join("X" if f in told.facelets else "." for f in range(puzzle.facelet_count))
        blank = "." * puzzle.facelet_count
        letters, marked = (blank, told.facelets) if printer.colour else (drawn, ())
        printer.net(letters, "", marked=marked)
    else:
        output.say(" ".join(names))
    kinds = ", ".join(f"{number} {kind}" for kind, number in told.kinds.items()) or "none"
    output.say(f"\nprimitive relations: {kinds}")
    output.say(f"symmetries: {told.symmetries} of 48; {told.holding}")
    for note in told.notes:
        output.say(f"note: {note}")


COMMAND = Command("rules", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
