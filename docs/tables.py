"""The parts of pages that follow from the program: `python docs/tables.py` writes them into the pages.

A part stands between `<!-- part: NAME -->` and `<!-- end of part -->`, so that the pages can be read where they are
kept. `tests/docs/test_docs.py` compares. The site adds pictures where a comment names a pattern or a kind of symmetry.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from unittest.mock import patch

from cubecsp import Cube, count, picture
from cubecsp.cli.commands import COMMANDS
from cubecsp.cli.commands.about import REGISTRIES
from cubecsp.cli.parser import parser_of
from cubecsp.models.cases import all_sets
from cubecsp.models.engines import ENGINES, AutoEngine
from cubecsp.models.patterns import PATTERNS, about
from cubecsp.models.proofs.grounds import GROUNDS, Ground
from cubecsp.models.rules.symmetric import EXAMPLES, KINDS, Symmetric
from cubecsp.puzzle.cube.sizes import ANY_SIZE, sizes_in_words

DOCS = Path(__file__).parent
ROOT = DOCS.parent

sys.path.append(str(ROOT / "results"))

from kept import FOLDER, results  # noqa: E402  # the scripts of results/ are in no package

_PART = re.compile(
    r"(?<=^<!-- part: )([^\n]+)( -->\n).*?(?=^<!-- end of part -->$)", re.DOTALL | re.MULTILINE
)
_LONGEST_RULES = 120
_PICTURE = re.compile(r"<!-- (pattern|symmetry): (\S+) -->")


def renewed(page: str) -> str:
    """Return a page with its parts as they are now."""
    return _PART.sub(lambda part: f"{part[1]}{part[2]}\n{_made(part[1])}\n\n", page)


def _made(name: str) -> str:
    """Return the part with a name, `sizes of counters` for example."""
    kind, _, which = name.partition(" of ")
    makers = {"result": result, "sizes": sizes, "grounds": grounds}
    if kind in makers:
        return makers[kind](which)
    parts = {
        "commands": commands,
        "named patterns": patterns,
        "sets of cases": cases,
        "kinds of symmetry": kinds,
        "opening of the README": opening,
        "options of engines": options,
        "words to avoid": avoided,
    }
    return parts[name]()


def with_pictures(page: str) -> str:
    """Return a page with a picture in place of each comment that names one."""
    return _PICTURE.sub(
        lambda named: _of_pattern(named[2]) if named[1] == "pattern" else _of_kind(named[2]), page
    )


def _of_pattern(name: str) -> str:
    moves = about(name).moves
    assert moves is not None
    return picture(moves, view="cube", back="beside", title=f"the pattern {name}").svg(240)


def _of_kind(kind: str) -> str:
    title = f"a cube of symmetry {kind}"
    return (
        picture(Cube.from_moves(EXAMPLES[kind]), view="cube", title=title).svg(90).replace("\n", "")
    )


def opening() -> str:
    """Return the text between the title of the README and its first section, with links that fit in docs/."""
    text = (ROOT / "README.md").read_text("utf-8")
    return in_docs(text.split("\n## ")[0].partition("\n")[2]).strip()


def in_docs(text: str) -> str:
    """Return a text of the root folder with the links that lead to the same pages from docs/."""
    links = {
        "](docs/": "](",
        'src="results/': 'src="../results/',
        "](CHANGELOG.md": "](changelog.md",
        "](CONTRIBUTING.md": "](contributing.md",
    }
    for there, here in links.items():
        text = text.replace(there, here)
    return text


def commands() -> str:
    """Return a section for each command, with its help."""
    with patch.dict(os.environ, COLUMNS="100"):
        return "\n\n".join(_command(name) for name in COMMANDS)


def _command(name: str) -> str:
    summary = COMMANDS.summary(name)
    about = f"{summary[0].upper()}{summary[1:]}."
    help_text = parser_of(COMMANDS[name]).format_help().rstrip()
    return f"## `{name}`\n\n{about}\n\n```text\n{help_text}\n```"


def patterns() -> str:
    """Return a section for each named pattern: description, moves, source and rules."""
    return "\n\n".join(f"## {name}\n\n{_pattern(name)}" for name in PATTERNS)


def _pattern(name: str) -> str:
    known = about(name)
    parts = [known.description]
    if known.moves is not None:
        turns = (
            "no fewer turns make it" if known.optimal else "whether fewer turns do is not proven"
        )
        picture = f"<!-- pattern: {name} -->"
        parts = [picture, *parts, f"- `{known.moves}`: {known.length} turns; {turns}"]
    if known.source:
        parts.append(f"- Source: {known.source}")
    parts.append(f"- As rules: `{PATTERNS[name]}`")
    return "\n\n".join(parts)


def cases() -> str:
    """Return a table of the sets of cases: rules, cubes, cases with names, what is ignored, and what they are."""
    rows = ["| set | cubes | cases | ignores | what it is | rules |", "|---|---|---|---|---|---|"]
    for one in all_sets():
        size = one.sizes[-1]
        number = "not known" if one.name == "pair" else f"{count(one.name, size=size).count:,}"
        named = len(one.members) - ("solved" in one.members) or ""
        rules = " ".join(one.rules)
        if len(rules) > _LONGEST_RULES:
            rules = f"cubecsp rules {one.name}"
        ignored = ", ".join(one.ignores)
        rows.append(
            f"| `{one.name}` | {number} | {named} | {ignored} | {one.description} | `{rules}` |"
        )
    return "\n".join(rows)


def kinds() -> str:
    """Return a table of the kinds of symmetry, with a cube of each."""
    rows = ["| kind | what it is | a cube |", "|---|---|---|"]
    for kind in KINDS:
        meaning, _, _ = Symmetric.vocabulary()[kind].rpartition("; ")
        example = f"<!-- symmetry: {kind} --> `{EXAMPLES[kind]}`" if kind in EXAMPLES else "none"
        rows.append(f"| `{kind}` | {meaning} | {example} |")
    return "\n".join(rows)


def avoided() -> str:
    """Return a table of the words that pages and messages avoid, with what they say instead."""
    table = tomllib.loads((DOCS / "terms.toml").read_text("utf-8"))
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


def grounds(of: str) -> str:
    """Return a table of the statements that a certificate rests on: those about cubes, or those about states."""
    if of == "cubes":
        return _grounds("statement", GROUNDS)
    own = [one.about_states for one in GROUNDS if one.other_puzzles]
    return _grounds("statement about states", own)


def _grounds(title: str, grounds: Iterable[Ground]) -> str:
    rows = [f"| {one.statement} | {one.rests_for} | {one.means} | {one.how} |" for one in grounds]
    return "\n".join([f"| {title} | certificates | `verify` | how |", "|---|---|---|---|", *rows])


def result(name: str) -> str:
    """Return the introduction of a result, its picture, and its values with commands and published values."""
    kept = results()[name]
    drawn = (FOLDER / f"{name}.svg").exists()
    lines = [f"![{kept.title}](../results/{name}.svg)", ""] if drawn else []
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


def main() -> None:
    """Write the parts into all pages."""
    for path in sorted(DOCS.rglob("*.md")):
        page = path.read_text("utf-8")
        now = renewed(page)
        if now != page:
            path.write_text(now, "utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
