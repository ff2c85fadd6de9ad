"""`tables`: list, make, check and remove the tables that move search keeps on disk."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Annotated

from cubecsp.cli import output
from cubecsp.cli.command import Command
from cubecsp.cli.output_options import Json
from cubecsp.errors import InputError
from cubecsp.memory import size_in_words
from cubecsp.questions.asking.parameter import Param, options
from cubecsp.questions.asking.value_kinds import Flag, Text
from cubecsp.questions.finding.cached_sums import SUMMARIES
from cubecsp.search import known_tables
from cubecsp.search.table_cache import CacheFile, KnownTable, cache_folder, listing, remove, store
from cubecsp.suggestions import suggestion

DESCRIPTION = """\
List the tables that move search keeps in your cache folder, and those that it could make. They are
made on first use; make the large ones beforehand, or remove those that take too much room. Files left
behind by processes that were killed are listed too, and removed with their table. The environment
variable CUBECSP_CACHE, if set, names the folder."""
EPILOG = """\
examples:
  cubecsp tables                            what is stored, and what could be
  cubecsp tables --make two-phase-large     two-phase then uses it by itself
  cubecsp tables --verify                   read every table in full
  cubecsp tables --remove all

exit codes: 0 done, 1 --verify found a damaged table, 2 invalid input or not to be written"""


@options
class TablesOptions(Json):
    """The actions on tables."""

    make: Annotated[str | None, Param("make a table now, again if it exists", Text("NAME"))] = None
    remove: Annotated[str | None, Param("delete a table, or `all`", Text("NAME"))] = None
    verify: Annotated[bool, Param("check the contents of every table in full", Flag())] = False


def run(args: argparse.Namespace) -> int:
    """List tables, or make, remove or check them."""
    asked = [f"--{name}" for name in ("make", "remove", "verify") if getattr(args, name)]
    if len(asked) > 1:
        raise InputError(f"{' and '.join(asked)} cannot be given together", "give one of them")
    known = {table.spec.path.stem: table for table in known_tables()}
    if args.make is not None:
        table = _table(args.make, known)
        return _print_files("made", [store(table.spec, table.make)], args)
    if args.remove is not None:
        return _print_files("removed", _remove(args.remove), args)
    result = listing((table.spec for table in known.values()), verify=args.verify)
    if args.json:
        output.print_json(_as_dict(result, known))
    else:
        _print(result, known)
        if args.verify:
            output.say(_verdict(result))
    return 1 if args.verify and any(table.state == "damaged" for table in result) else 0


def _table(name: str, tables: dict[str, KnownTable]) -> KnownTable:
    if name not in tables:
        raise InputError(f"unknown table {name!r}", suggestion(name, tables))
    return tables[name]


def _print_files(done: str, files: list[Path], args: argparse.Namespace) -> int:
    """Print how many files were made, checked or removed."""
    if args.json:
        output.print_json({done: [str(file) for file in files]})
    else:
        for file in files:
            output.say(f"{done} {file}")
    return 0


def _remove(name: str) -> list[Path]:
    there = {_stem(table) for table in listing()}
    if name != "all" and name not in there:
        known = f"there are {', '.join(sorted(there))}" if there else "there are none"
        raise InputError(f"no table {name!r} is stored in {cache_folder()}", known)
    return list(remove(None if name == "all" else name))


def _stem(table: CacheFile) -> str:
    """Return the name of a file for users; anybody may have put it there, under any name."""
    stem = table.file.name.split(".")[0]
    return stem if stem.isprintable() else ascii(stem)


_REMARKS = {
    "ok": "",
    "damaged": "  (damaged: will be made again when needed)",
    "old": "  (old: will be made again when needed)",
    "leftover": "  (left by a process that was killed: --remove deletes it)",
}


def _print(listed: list[CacheFile], named: dict[str, KnownTable]) -> None:
    output.say(f"in {cache_folder()}:")
    for table in listed:
        stem = _stem(table)
        summary = named[stem].summary if stem in named else _purpose(table)
        title = stem if table.state != "leftover" else ascii(table.file.name)[1:-1]
        output.say(
            f"  {title:32} {size_in_words(table.bytes):>8}  {summary}{_REMARKS[table.state]}"
        )
    if not listed:
        output.say("  nothing yet")
    output.say("could be made:")
    there = _stored_names(listed)
    for name, possible in named.items():
        if name not in there:
            output.say(f"  {name:32} {size_in_words(possible.spec.size):>8}  {possible.summary}")


def _purpose(table: CacheFile) -> str:
    """Return the purpose of a table that is not used by a method of solving."""
    return SUMMARIES.get(table.name, "no longer used")


def _verdict(listed: list[CacheFile]) -> str:
    damaged = [_stem(table) for table in listed if table.state == "damaged"]
    if damaged:
        return f"damaged: {', '.join(damaged)}"
    return f"OK: {len(_stored_names(listed))} tables checked in full, none damaged"


def _stored_names(listed: list[CacheFile]) -> set[str]:
    return {_stem(table) for table in listed if table.state != "leftover"}


def _as_dict(listed: list[CacheFile], named: dict[str, KnownTable]) -> dict[str, object]:
    stored = [
        {"name": _stem(t), "file": str(t.file), "bytes": t.bytes, "state": t.state} for t in listed
    ]
    there = _stored_names(listed)
    possible = [
        {"name": name, "bytes": table.spec.size, "summary": table.summary}
        for name, table in named.items()
        if name not in there
    ]
    return {"folder": str(cache_folder()), "stored": stored, "possible": possible}


COMMAND = Command("tables", DESCRIPTION, EPILOG, run, options=(TablesOptions,))
