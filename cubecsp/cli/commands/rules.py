"""`rules`: every rule and model that can be asked for, and what a rule text means."""

from __future__ import annotations

import argparse

from cubecsp.cli import options, output
from cubecsp.cli.command import Command
from cubecsp.cli.printer import Printer
from cubecsp.errors import InputError
from cubecsp.models.pattern import Pattern
from cubecsp.questions.given import pattern_of
from cubecsp.questions.listing import Entry, by_kind, entries_of

SUMMARY = "every rule with its parameter, one line each; and what a rule text means"
DESCRIPTION = """\
List every rule that find, check and perfect-scramble understand: how it is written, what it is
about, what it demands, and an example; then how rules are combined; then the named models, which
stand for several rules at once. With names of rules, models or words of the language, show everything
about these, including the words that their parameters use; with a rule's parameter (solved=F2L), what it
says with that value, too. With --explain, say what rule texts mean in
words, which stickers they look at, what they become for an engine, and whether they depend on how the
cube is held."""
EPILOG = """\
examples:
  python -m cubecsp rules
  python -m cubecsp rules symmetric
  python -m cubecsp rules solved=F2L
  python -m cubecsp rules any count
  python -m cubecsp rules --explain no-touching=side --size 4
  python -m cubecsp rules --explain "any(solved=F2L, not faces-differ)"
  python -m cubecsp rules --explain ./mine.toml

exit codes: 0 answered, 2 malformed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="show everything about these names, or rules"
    )
    parser.add_argument("--explain", nargs="+", metavar="RULE", help="say what these rules mean")
    options.add_size(parser)
    options.add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the list, all about some names, or the explanation."""
    if args.explain and args.names:
        raise InputError(
            "names and --explain cannot be given together", "give names, or rules to explain"
        )
    if args.explain:
        _explain(pattern_of(args.explain, args.size), args)
        return 0
    entries = entries_of(args.names)
    if args.json:
        output.print_json(by_kind(entries))
    else:
        _print(entries, whole=bool(args.names))
    return 0


def _print(entries: list[Entry], *, whole: bool) -> None:
    for entry in entries:
        if "model" in entry:
            _print_model(entry, whole=whole)
            continue
        if "text" in entry:
            output.say(f"{entry['text']}\n    {entry['says']}\n")
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


def _print_model(entry: Entry, *, whole: bool) -> None:
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


def _print_more(entry: Entry) -> None:
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
    output.say(f"\nwhat engines get: {relations or 'nothing'}")
    output.say(f"symmetries: {told.symmetries} of 48; {told.holding}")
    for note in told.notes:
        output.say(f"note: {note}")


COMMAND = Command.by_hand("rules", SUMMARY, DESCRIPTION, EPILOG, add_arguments, run)
