"""`rules`: the list of rules, sets of cases and patterns, and the meaning of a rule text."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.exit_codes import ANSWERED
from cubecsp.cli.output_options import Output
from cubecsp.cli.printer import Printer
from cubecsp.cli.query_options import query_of
from cubecsp.errors import InputError
from cubecsp.questions.meaning import Meaning, MeaningAnswer
from cubecsp.questions.rules import Entry, Rules

DESCRIPTION = """\
List every rule that find, check and perfect-scramble understand: how it is written, what it is
about, what it demands, and an example; then how rules are combined; then sets of cases, such as PLL, and
named patterns, which stand for several rules at once. With names of rules, sets, patterns or words of the
language, show everything about these, including the cases of a set, with algorithms, and the words that
parameters use; with a rule's parameter (solved=F2L), what it
says with that value, too. With --explain, say what rule texts mean in
words, which stickers they look at, what they become for an engine, and whether they depend on
the whole-cube orientation."""
EPILOG = """\
examples:
  cubecsp rules
  cubecsp rules symmetric
  cubecsp rules solved=F2L
  cubecsp rules PLL
  cubecsp rules any count
  cubecsp rules --explain no-touching=side --size 4
  cubecsp rules --explain "any(solved=F2L, not faces-differ)"
  cubecsp rules --explain ./mine.toml

exit codes: 0 answered, 2 invalid input"""


def run(args: argparse.Namespace) -> int:
    """Print the list, the details of some names, or the explanation."""
    if "rules" in args and "names" in args:
        raise InputError(
            "names and --explain cannot be given together", "give names, or rules to explain"
        )
    if args.json:
        output.print_json(query_of(args, Meaning if "rules" in args else Rules).answer())
    elif "rules" in args:
        _explain(query_of(args, Meaning).answer(), Printer(args, report=True), args.verbose)
    else:
        _print(query_of(args, Rules).answer().entries, in_full="names" in args)
    return ANSWERED


def _print(entries: Sequence[Entry], *, in_full: bool) -> None:
    for entry in entries:
        if "pattern" in entry:
            _print_pattern(entry, in_full=in_full)
            continue
        if "set" in entry:
            _print_set(entry, in_full=in_full)
            continue
        if "text" in entry:
            output.say(f"{entry['text']}\n    {entry['says']}\n")
        output.say(entry.get("rule") or entry["form"])
        some = entry.get("cubes", "every size")
        scope = entry["scope"] if some == "every size" else f"{entry['scope']}; cubes: {some}"
        output.say(f"    {entry['meaning']} ({scope})")
        example = str(entry["example"])
        if example != entry.get("rule"):
            short = example if in_full or len(example) < 60 else example[:57] + "…"
            output.say(f"    for example  {short}")
        if in_full:
            _print_more(entry)


def _print_pattern(entry: Entry, *, in_full: bool) -> None:
    """Print how a pattern looks and how many turns make it; in full if the user named the pattern."""
    output.say(entry["pattern"])
    turns = ""
    if "length" in entry:
        turns = f" ({entry['length']} turns{'' if entry['optimal'] else ' or fewer'})"
    output.say(f"    {entry['description']}{turns}")
    if in_full:
        output.say(f"    stands for  {' '.join(entry['rules'])}")
        for key in ("moves", "source"):
            if key in entry:
                output.say(f"    {key:10}  {entry[key]}")


def _print_set(entry: Entry, *, in_full: bool) -> None:
    """Print what a set of cases is; its cases, too, if the user named the set."""
    output.say(entry["set"])
    output.say(f"    {entry['meaning']}")
    if not in_full:
        return
    told = {"stands for": " ".join(entry["rules"]), "ignores": ", ".join(entry["ignores"])}
    for key, text in {**told, "cubes": entry["cubes"], "source": entry["source"]}.items():
        if text:
            output.say(f"    {key:10}  {text}")
    for member, facts in entry["cases"].items():
        solving = "; ".join(facts["algorithms"]) or "no moves"
        output.say(f"  {', '.join([member, *facts['names']]):24}  {solving}")


def _print_more(entry: Entry) -> None:
    """Print the details of a rule that the user named."""
    if "limits" in entry:
        output.say(f"    limits  {entry['limits']}")
    if "other_puzzles" in entry:
        output.say(f"    other puzzles  {entry['other_puzzles']}")
    if entry.get("details"):
        output.say(f"\n{entry['details']}")
    words = entry.get("words")
    if isinstance(words, dict) and words:
        width = max(map(len, words))
        output.say("")
        for word, meaning in words.items():
            output.say(f"  {word:{width}}  {meaning}".rstrip())


def _explain(answer: MeaningAnswer, printer: Printer, verbose: bool) -> None:
    described, puzzle = answer.meaning, answer.query.pattern.puzzle
    for text, meaning in described.meaning.items():
        output.say(f"{text}\n  {meaning}")
    every = range(puzzle.facelet_count)
    output.say(
        f"\nengines look at {len(described.facelets)} of the {len(every)} stickers (crossed, or X)"
    )
    drawn = "".join("X" if facelet in described.facelets else "." for facelet in every)
    letters, marked = ("." * len(every), described.facelets) if printer.colour else (drawn, ())
    printer.net(letters, "", marked=marked)
    output.say("")
    if verbose:
        relations = ", ".join(f"{number} {words}" for words, number in described.relations.items())
        output.say(f"relations for engines: {relations or 'none'}")
    output.say(f"symmetries: {described.symmetries} of 48; {described.holding}")
    for note in described.notes:
        output.say(f"note: {note}")


COMMAND = Command("rules", DESCRIPTION, EPILOG, run, (Rules, Meaning), (Output,))
