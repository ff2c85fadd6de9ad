"""The parts of the reference pages that show everything with a name to choose it by.

`{{ REGISTRY: name }}` stands for a section on each of what is in a registry, `{{ PATTERNS }}` for one on each
named pattern, with its picture, `{{ KINDS }}` for a table with a picture of each kind of symmetry,
`{{ OPTIONS }}` for a table of the options of engines, `{{ RESULT: name }}` for a table of the values of a result,
`{{ GROUNDS: cubes }}` and `{{ GROUNDS: states }}` for the statements that a certificate rests on,
`{{ QUESTION: name }}` for a section on a question, `{{ TERMS }}` for a table of words to avoid, and
`{{ SIZES: name }}` for a table of the sizes of cubes and the limits of what is in a registry.
"""

from __future__ import annotations

import base64
import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from question_sections import question

from cubecsp import Cube, picture
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.commands.about import REGISTRIES
from cubecsp.cli.parser import parser_of
from cubecsp.models.engines import ENGINES, AutoEngine
from cubecsp.models.patterns import PATTERNS, about
from cubecsp.models.proofs.grounds import GROUNDS, Ground
from cubecsp.models.rules import RULES
from cubecsp.models.rules.symmetric import EXAMPLES, KINDS, Symmetric
from cubecsp.puzzle.cube.sizes import ANY_SIZE, sizes_in_words

sys.path.append(str(Path(__file__).parents[1] / "results"))

from kept import FOLDER, results  # the scripts of results/ are in no package

_QUESTION = re.compile(r"^\{\{ QUESTION: (\w+) \}\}$", re.MULTILINE)  # a separate paragraph


def filled_in(markdown: str) -> str:
    """Return a page with these parts filled in."""
    whole = {
        "PATTERNS": models,
        "KINDS": kinds,
        "OPTIONS": options,
        "TERMS": avoided,
        "GROUNDS: cubes": grounds_about_cubes,
        "GROUNDS: states": grounds_about_states,
    }
    for name, made in whole.items():
        if f"{{{{ {name} }}}}" in markdown:
            markdown = markdown.replace(f"{{{{ {name} }}}}", made())
    markdown = re.sub(r"\{\{ SIZES: (\w+) \}\}", lambda match: sizes(match[1]), markdown)
    markdown = re.sub(r"\{\{ RESULT: (\S+) \}\}", lambda match: result(match[1]), markdown)
    markdown = _QUESTION.sub(lambda match: question(match[1]), markdown)
    return re.sub(r"\{\{ REGISTRY: (\w+) \}\}", lambda match: registered(match[1]), markdown)


def models() -> str:
    """Return a section for each named pattern: picture, description, moves, source and rules."""
    return "\n\n".join(f"## {name}\n\n{_model(name)}" for name in PATTERNS)


def _model(name: str) -> str:
    known = about(name)
    parts = [known.description]
    if known.moves is not None:
        drawing = picture(known.moves, view="cube", back="beside", title=f"the pattern {name}")
        turns = (
            "no fewer turns make it" if known.optimal else "whether fewer turns do is not proven"
        )
        parts = [drawing.svg(240), *parts, f"- `{known.moves}`: {known.length} turns; {turns}"]
    if known.source:
        parts.append(f"- Source: {known.source}")
    parts.append(f"- As rules: `{PATTERNS[name]}`")
    return "\n\n".join(parts)


def kinds() -> str:
    """Return a table of the kinds of symmetry, with a cube of each."""
    rows = ["| kind | what it is | a cube |", "|---|---|---|"]
    for kind in KINDS:
        meaning, _, _ = Symmetric.vocabulary()[kind].rpartition("; ")
        listed = "none"
        if kind in EXAMPLES:
            title = f"a cube of symmetry {kind}"
            drawn = picture(Cube.from_moves(EXAMPLES[kind]), view="cube", title=title).svg()
            data = base64.b64encode(drawn.encode()).decode()
            image = f'<img src="data:image/svg+xml;base64,{data}" alt="{title}" width="90">'
            listed = f"{image} `{EXAMPLES[kind]}`"
        rows.append(f"| `{kind}` | {meaning} | {listed} |")
    return "\n".join(rows)


def avoided() -> str:
    """Return a table of the words that pages and messages avoid, with what they say instead."""
    table = tomllib.loads((Path(__file__).parent / "terms.toml").read_text("utf-8"))
    rows = [f"| {term['avoid']} | {term['write']} |" for term in table["term"]]
    return "\n".join(["| not | but |", "|---|---|", *rows])


def sizes(kind: str) -> str:
    """Return a table of the sizes of cubes, other puzzles, threads and limits of a registry.

    Of commands it has only those that do not take every size.
    """
    facts = {name: REGISTRIES[kind].facts(name) for name in REGISTRIES[kind]}
    every = sizes_in_words(ANY_SIZE)
    columns = {
        "cubes": "cubes",
        "other_puzzles": "other puzzles",
        "threads": "threads",
        "limits": "limits",
    }
    if kind == "commands":
        facts = {name: its for name, its in facts.items() if its["cubes"] != every}
    columns = {
        key: head for key, head in columns.items() if any(key in its for its in facts.values())
    }
    rows = [f"| | {' | '.join(columns.values())} |", "|---" * (len(columns) + 1) + "|"]
    for name, its in facts.items():
        rows.append(f"| `{name}` | {' | '.join(its.get(key, '') for key in columns)} |")
    return "\n".join(rows)


def options() -> str:
    """Return a table of the options of all engines."""
    engines = (AutoEngine(), *ENGINES.values())
    rows = [
        f"| `{engine.name}` | `{one.written}` | {one.help} | {one.expected} | {one.default_in_words} |"
        for engine in engines
        for one in engine.options
    ]
    return "\n".join(
        ["| engine | option | what it does | values | default |", "|---|---|---|---|---|", *rows]
    )


def grounds_about_cubes() -> str:
    """Return a table of every statement that the claim of a certificate rests on."""
    return _grounds("statement", GROUNDS)


def grounds_about_states() -> str:
    """Return a table of the statements that have a separate text for states of other puzzles."""
    own = [one.about_states for one in GROUNDS if one.other_puzzles]
    return _grounds("statement about states", own)


def _grounds(title: str, grounds: Iterable[Ground]) -> str:
    rows = [f"| {one.statement} | {one.rests_for} | {one.means} | {one.how} |" for one in grounds]
    return "\n".join([f"| {title} | certificates | `verify` | how |", "|---|---|---|---|", *rows])


def registered(kind: str) -> str:
    """Return a section for each object of a registry: summary, facts, and its help or docstrings."""
    level = "##" if kind == "commands" else "###"  # commands have a page to themselves
    return "\n\n".join(f"{level} `{name}`\n\n{_described(kind, name)}" for name in REGISTRIES[kind])


def _described(kind: str, name: str) -> str:
    facts = REGISTRIES[kind].facts(name)
    summary = facts.pop("summary")
    listed = "\n".join(f"- {fact.replace('_', ' ')}: {words}" for fact, words in facts.items())
    return f"{summary[0].upper()}{summary[1:]}.\n\n{listed}\n\n{_more(kind, name)}"


def _more(kind: str, name: str) -> str:
    """Return the help of a command, otherwise the docstrings of the module, with examples of rules."""
    if kind == "commands":
        return f"```text\n{_help(name)}\n```"
    module = f"{REGISTRIES[kind].package}.{name.replace('-', '_')}"
    if kind == "samplers" and name in REGISTRIES["counters"]:
        return f"[`{module}`][{module}]"
    module = f"::: {module}"
    return f"For example `{RULES[name].example}`.\n\n{module}" if kind == "rules" else module


def _help(name: str) -> str:
    return parser_of(COMMANDS[name]).format_help().rstrip()


def result(name: str) -> str:
    """Return the introduction of a result, its picture, and its values with commands and published values."""
    kept = results()[name]
    drawn = (FOLDER / f"{name}.svg").exists()
    lines = [f"![{kept.title}](results/{name}.svg)", ""] if drawn else []
    rows = [kept.about, "", *lines, "| | | how known |", "|---|---|---|"]
    for value in kept.values:
        command = f"`{value.command}`"
        asked = command if value.asked in command else f"{value.asked}<br>{command}"
        others = [
            "<br>published: "
            + f"{one.answer} ({f'<{one.source}>' if one.source.startswith('http') else one.source})"
            + (f", {one.remark}" if one.remark else "")
            for one in value.published
        ]
        rows.append(f"| {asked} | {value.written()} | {value.how()}{''.join(others)} |")
    return "\n".join(rows)
