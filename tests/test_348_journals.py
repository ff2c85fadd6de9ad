"""Journals may come from anywhere: what is read from one is right, or refused, or the answer says that it rests on it.

Every journal here was made by someone who knows the format, checksums included. Whatever was changed, no question
ends in an internal error, and a wrong answer says that units came from a file; done again, these expose it.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from asking import ask
from hypothesis import given, settings
from hypothesis import strategies as st
from journals import edited, header, lines, opened, rewrite, sealed

from cubecsp import Cube, InputError, PocketCube, count, find, prove, solve
from cubecsp.models.counting import effort
from cubecsp.questions.answer import Answer
from cubecsp.work.journal import Journal

LATE = ["order=6", "solved=F2L+edges"]
CORNERS = ["permuted=all", "no-touching=across"]
SOLVED = [Cube.from_moves("R U F"), PocketCube.from_moves("R U"), Cube.from_moves("L2 D")]
CUBES = [Cube.from_moves(moves) for moves in ("R U F", "L2 D", "U R2 B'", "F D")] * 5


@dataclass(frozen=True)
class Asked:
    """A question that can be resumed.

    Attributes:
        ask: asks it, with keyword arguments.
        others: arguments that make another question of it, whose journals are refused.
        proven: whether the answer is proven, so that nothing of it rests on a file.
    """

    ask: Callable[..., Answer]
    others: tuple[dict[str, Any], ...]
    proven: bool = False

    def content(self, **how: Any) -> tuple[Any, Answer]:
        """What the answer says, and the answer."""
        answer = self.ask(**how)
        cubes = [(r.facelets, r.solution, r.optimal, r.proven, r.unsolved) for r in answer]
        return (answer.status, answer.count, answer.classes, cubes), answer


def _walked(**how: Any) -> Answer:
    return count(how.pop("rules", CORNERS), method="corner-walk", **how)


def _listed(**how: Any) -> Answer:
    return count(how.pop("rules", LATE), method="listing", **how)


def _found(**how: Any) -> Answer:
    return find(how.pop("rules", LATE), limit=None, **how)


def _proven(**how: Any) -> Answer:
    folder = Path("certificate")
    shutil.rmtree(folder, ignore_errors=True)
    return prove(how.pop("rules", LATE), folder, **how)


def _solved(**how: Any) -> Answer:
    return solve(how.pop("cubes", CUBES), effort=how.pop("effort", 500), **how)


def _best(**how: Any) -> Answer:
    return solve(SOLVED, **{"method": "optimal", "table": "tiny"} | how)


FEWER = ["order=6", "solved=F2L+edges", "not-home=URF"]
QUESTIONS = {
    "count by walking": Asked(_walked, ({"classes": True}, {"rules": [*CORNERS, "not-home=URF"]})),
    "count classes": Asked(
        lambda **how: _walked(**{"classes": True} | how), ({"classes": False},)
    ),
    "count by listing": Asked(_listed, ({"rules": FEWER}, {"classes": True})),
    "find": Asked(_found, ({"use_symmetry": False}, {"rules": FEWER})),
    "prove": Asked(_proven, ({"rules": FEWER},), proven=True),
    "solve": Asked(_solved, ({"effort": 600}, {"method": "optimal", "effort": None})),
    "solve in the fewest": Asked(
        _best, ({"metric": "qtm"}, {"max_length": 9}, {"table": "small"}, {"method": "two-phase", "table": None})
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def journals(tmp_path_factory):
    """A finished journal of each question, and the right answer."""
    made = {}
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("journals")
        patch.chdir(folder)
        patch.setattr(
            effort, "_ROWS", 3
        )  # a walk in many units, here and in all tests of this module
        for number, (name, asked) in enumerate(QUESTIONS.items()):
            file = folder / f"{number}.db"
            content, _ = asked.content(resume=file)
            made[name] = file, content
        yield made


@pytest.fixture(params=QUESTIONS)
def finished(request, journals, tmp_path, monkeypatch):
    """A question, a copy of its journal, and the right answer."""
    monkeypatch.chdir(tmp_path)
    original, content = journals[request.param]
    file = tmp_path / "work.db"
    shutil.copy(original, file)
    return QUESTIONS[request.param], file, content


def check(asked: Asked, file: Path, right: Any) -> str:
    """Ask, and return what becomes of the journal: it is refused, or right, or wrong and found out."""
    copy = file.with_suffix(".again")
    shutil.copy(file, copy)
    try:
        content, answer = asked.content(resume=file)
    except InputError as error:
        assert str(file) in error.problem
        assert "name another" in error.remedy
        return "refused"
    assert answer.units is not None
    if content == right:
        return "right"
    assert not asked.proven
    assert answer.units.resumed > 0
    assert answer.as_dict()["resumed"] == answer.units.resumed
    assert "from" in answer.resting()
    with pytest.raises(InputError, match="when done again"):
        asked.content(resume=copy, check_journal=1.0)
    return "found out"


# What an answer says


def test_an_answer_says_how_much_rests_on_the_file(finished):
    asked, file, right = finished
    number = len(lines(file))
    for share in (None, 1.0):
        content, answer = asked.content(resume=file, check_journal=share)
        assert content == right
        told = answer.as_dict()
        assert (told["resumed"], told["repeated"]) == (number, number if share else 0)
        if not asked.proven:
            assert f"{number} unit" in answer.sentence()
            assert ("were not done again" in answer.sentence()) == (share is None and number > 1)
    plain = asked.content()[1].as_dict()
    assert "resumed" not in plain
    begun = asked.content(resume=file.with_name("new.db"))[1]
    assert begun.as_dict()["resumed"] == 0
    assert "new.db" not in begun.sentence() or asked.proven


def test_a_share_of_a_large_journal_is_done_again(tmp_path):
    """Each unit is chosen by itself, at random, and others every time."""
    file, numbers = tmp_path / "work.db", []
    _found(resume=file, use_symmetry=False)  # in 323 units
    for share in (0.05, 0.05, 0.5, 1):
        units = _found(resume=file, use_symmetry=False, check_journal=share).units
        assert units.resumed == len(lines(file)) > 300
        numbers.append(units.repeated)
    assert 0 < numbers[0] < 60
    assert 100 < numbers[2] < 220
    assert numbers[3] > 300


def test_a_share_makes_sense():
    for share in (0, -1, 1.5, math.nan, True, "all"):
        with pytest.raises(InputError, match="a share of"):
            count(CORNERS, resume="x.db", check_journal=share)
    with pytest.raises(InputError, match="no file of finished work to check"):
        count(CORNERS, check_journal=0.5)


# The question


def test_a_journal_of_another_question_is_refused(finished):
    """Whatever the answer depends on is a part of the question."""
    asked, file, right = finished
    for other in asked.others:
        with pytest.raises(InputError, match=r"finished work of (another question|\w+)"):
            asked.content(resume=file, **other)
    assert check(asked, file, right) == "right"


@pytest.mark.parametrize("first", [True, False])
def test_a_journal_of_other_symmetries_is_refused(tmp_path, first):
    """The units of a search for one cube of each orbit have few of the cubes."""
    file = tmp_path / "work.db"
    _found(resume=file, use_symmetry=first)
    with pytest.raises(InputError, match=r"find order=6 .* with other symmetries, not of find"):
        _found(resume=file, use_symmetry=not first)


def test_a_journal_is_of_one_question_only(journals, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, (original, _) in journals.items():
        for other, asked in QUESTIONS.items():
            if other != name:
                copy = tmp_path / "work.db"
                shutil.copy(original, copy)
                with pytest.raises(InputError, match="finished work of another question"):
                    asked.content(resume=copy)


def test_a_forged_question_does_not_make_its_units_right(finished, journals):
    """The header of this question, before the units of each other one."""
    asked, file, right = finished
    head = header(file)
    for original, _ in journals.values():
        rewrite(file, lines(original), head)
        check(asked, file, right)


# Lines


def _changed(units, draw, number):
    """Do to a list of units what a forger might; `draw` chooses."""
    i, j = draw(st.integers(0, number - 1)), draw(st.integers(0, number - 1))
    key, _, _, result = units[i]
    half = len(result) // 2
    action = draw(st.sampled_from(sorted(_ACTIONS)))
    if action == "bytes":
        at = draw(st.integers(0, len(result)))
        units[i][3] = result[:at] + draw(st.binary(min_size=1, max_size=3)) + result[at + 1 :]
    elif action == "number":
        number = draw(
            st.sampled_from([b"0", b"1", b"7", b"+1", b"01", b"-1", b"1e3", b"9" * 30, b"9" * 50])
        )
        units[i][3] = number
    elif action == "time":
        value = draw(st.sampled_from([math.inf, -math.inf, -1.0, 1e300, 5, "x", b"1.0", "nan"]))
        units[i][draw(st.sampled_from([1, 2]))] = value
    else:
        _ACTIONS[action](units, i, j, key, result, half)  # fmt: skip


_ACTIONS = {
    "bytes": None,
    "number": None,
    "time": None,
    "drop": lambda units, i, *_: units.pop(i),
    "drop all": lambda units, *_: units.clear(),
    "empty": lambda units, i, *_: units[i].__setitem__(3, b""),
    "double": lambda units, i, j, key, result, half: units[i].__setitem__(3, result * 2),
    "cut": lambda units, i, j, key, result, half: units[i].__setitem__(3, result[:half]),
    "begin late": lambda units, i, j, key, result, half: units[i].__setitem__(3, result[half:]),
    "turn round": lambda units, i, j, key, result, half: units[i].__setitem__(
        3, result[half:] + result[:half]
    ),
    "of another": lambda units, i, j, key, result, half: units[j].__setitem__(3, result),
    "foreign": lambda units, i, j, key, result, half: units.append([key + b" ", 1.0, 1.0, result]),
    "key of another kind": lambda units, i, j, key, *_: units[i].__setitem__(0, key.decode()),
    "result of another kind": lambda units, i, j, key, *_: units[i].__setitem__(3, "text"),
}


@settings(max_examples=120)
@given(data=st.data())
def test_whatever_is_changed_is_refused_or_said(journals, tmp_path_factory, data):
    """Changed lines of every question: the answer is right, or refused, or found out when it is done again."""
    name = data.draw(st.sampled_from([name for name in QUESTIONS if name != "prove"]))
    folder = tmp_path_factory.mktemp("forged")
    file = folder / "work.db"
    original, right = journals[name]
    shutil.copy(original, file)

    def edit(units):
        for _ in range(data.draw(st.integers(1, 2))):
            if units:
                _changed(units, data.draw, len(units))

    edited(file, edit)
    check(QUESTIONS[name], file, right)


@pytest.mark.parametrize("action", sorted(a for a, edit in _ACTIONS.items() if edit))
@pytest.mark.parametrize("name", QUESTIONS)
def test_each_change_of_a_line(journals, tmp_path, monkeypatch, name, action):
    """Only a missing unit is done again without a word; only a missing cube goes unnoticed until it is."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "work.db"
    original, right = journals[name]
    shutil.copy(original, file)
    units = lines(file)
    at = max(range(len(units)), key=lambda i: len(units[i][3]))
    _ACTIONS[action](units, at, (at + 1) % len(units), *units[at][::3], len(units[at][3]) // 2)
    rewrite(file, units)
    become = check(QUESTIONS[name], file, right)
    if action in ("drop", "drop all"):
        assert become == "right"
    elif (
        action == "result of another kind"
        or (action == "double" and "walking" not in name and "classes" not in name)
        or (action in ("foreign", "key of another kind") and "solve" not in name)
    ):
        assert become == "refused"


def test_cubes_that_are_missing_are_found_by_the_proof(journals, tmp_path, monkeypatch):
    """A certificate is of all cubes: whatever a file leaves out is found, and the file is to blame."""
    monkeypatch.chdir(tmp_path)
    original, right = journals["prove"]
    shutil.copy(original, "work.db")
    edited(Path("work.db"), lambda units: units[3].__setitem__(3, b""))
    with pytest.raises(InputError, match=r"work\.db' cannot be right: it has not all cubes"):
        prove(LATE, "certificate", resume="work.db")
    assert not Path("certificate").exists()


@pytest.mark.parametrize("share", [True, False])
def test_numbers_that_give_no_whole_classes_are_refused(journals, tmp_path, share):
    asked, (original, right) = QUESTIONS["count classes"], journals["count classes"]
    for change in (1, -1, 5):
        file = tmp_path / f"{change}.db"
        shutil.copy(original, file)

        def edit(units, change=change):
            line = max(units, key=lambda unit: int(unit[3]))
            line[3] = str(int(line[3]) + change).encode()

        edited(file, edit)
        problem = "whole number of classes|at most|something else when done again"
        with pytest.raises(InputError, match=problem):
            asked.content(resume=file, check_journal=1.0 if share else None)


def test_a_number_is_at_most_what_the_unit_can_hold(journals, tmp_path):
    file = tmp_path / "work.db"
    original, _ = journals["count by walking"]
    shutil.copy(original, file)
    edited(file, lambda units: units[0].__setitem__(3, b"999999999999999999"))
    with pytest.raises(InputError, match="cubes where there are at most"):
        _walked(resume=file)


_NOT_MOVES = [
    ("turns", [0, 1, 2]), ("turns", [1.0]), ("turns", [True]), ("turns", "R U"), ("turns", [10**30]),
    ("turns", [-1]), ("turns", None), ("metric", "qtm"), ("metric", ["htm"]), ("optimal", 1),
    ("optimal", "yes"), ("proven", 30), ("proven", -1), ("proven", 2.0), ("seconds", math.nan),
    ("seconds", math.inf), ("seconds", -1.0), ("seconds", "1"), ("nodes", -5), ("nodes", None),
    ("stopped", "time"), ("stopped", {}), ("unsolved", "a dragon ate it"), ("stages", [[1, "x"]]),
    ("stages", []), ("stages", [[3, "\x1b[31m"]]), ("stages", [[3, "x" * 999]]), ("phases", 1),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), _NOT_MOVES)
def test_what_is_said_of_moves_has_to_be_possible(journals, tmp_path, key, value):
    file = tmp_path / "work.db"
    original, _ = journals["solve"]
    shutil.copy(original, file)

    def edit(units):
        every = json.loads(units[0][3])
        every[0][key] = value
        units[0][3] = json.dumps(every).encode()

    edited(file, edit)
    with pytest.raises(InputError, match="its unit '[0-9a-f]+' is wrong: it"):
        _solved(resume=file)


@pytest.mark.parametrize(
    "written",
    [b"[" * 10**5, b"NaN", b"[]", b"{}", b'[{"a":' * 10**4, b"\xff\xfe", b"", b"9" * 10**4],
    ids=lambda written: repr(written[:6]),
)
@pytest.mark.parametrize("question", ["solve", "solve in the fewest"])
def test_no_json_is_too_odd_to_be_refused(journals, tmp_path, written, question):
    file = tmp_path / "work.db"
    original, _ = journals[question]
    shutil.copy(original, file)
    edited(file, lambda units: units[0].__setitem__(3, written))
    with pytest.raises(InputError, match="is wrong: it is no"):
        QUESTIONS[question].content(resume=file)


@pytest.mark.parametrize("size", [4, 5])
def test_moves_of_larger_cubes_and_their_stages_are_remembered(tmp_path, size):
    from cubecsp.puzzle.cubes import cube_class

    file, cube = tmp_path / "work.db", cube_class(size).from_moves("Rw U Fw2 D L2 Uw")
    plain = solve([cube]).cubes[0]
    for _ in range(2):
        kept = solve([cube], resume=file).cubes[0]
        assert (kept.solution, kept.phases) == (plain.solution, plain.phases)
    assert kept.phases


# The header


@settings(max_examples=30)
@given(data=st.data())
def test_headers_are_read_strictly(journals, tmp_path_factory, data):
    name = data.draw(st.sampled_from(["count by walking", "find", "solve"]))
    file = tmp_path_factory.mktemp("headers") / "work.db"
    original, right = journals[name]
    shutil.copy(original, file)
    head, units = header(file), lines(file)
    key = data.draw(st.sampled_from(sorted(head)))
    value = data.draw(
        st.sampled_from(["", "{}", "[" * 10**4, b"\xff", b"", 5, 1.5, "nan", "\ud7ff", "x" * 5000])
    )
    seal = data.draw(st.booleans())
    change = data.draw(st.sampled_from(["value", "drop", "add", "name"]))
    if change == "value":
        head[key] = value
    elif change == "add":
        head["more"] = value
    else:
        old = head.pop(key)
        if change == "name":
            head[key + " "] = old
    rewrite(file, units, sealed(head) if seal and key != "seal" else head)
    check(QUESTIONS[name], file, right)


# Tables and pages


SCHEMAS = {
    "a view that calls itself": "DROP TABLE unit; CREATE VIEW unit AS WITH RECURSIVE r(n) AS "
    "(SELECT 1 UNION ALL SELECT n + 1 FROM r) "
    "SELECT n AS key, 1.0 AS cost, 1.0 AS seconds, x'00' AS result, x'00' AS checksum FROM r",
    "a view of the header": "DROP TABLE job; CREATE VIEW job AS WITH RECURSIVE r(n) AS "
    "(SELECT 1 UNION ALL SELECT n FROM r) SELECT n AS name, n AS value FROM r",
    "a trigger": "CREATE TRIGGER t BEFORE INSERT ON unit BEGIN DELETE FROM unit; END",
    "an index": "CREATE INDEX i ON unit (cost)",
    "another column": "ALTER TABLE unit ADD COLUMN more TEXT",
    "another table": "CREATE TABLE more (x)",
    "other types": "DROP TABLE unit; CREATE TABLE unit (key, cost, seconds, result, checksum)",
    "a generated column": "DROP TABLE unit; CREATE TABLE unit (key BLOB PRIMARY KEY, cost REAL, "
    "seconds REAL, result BLOB AS (x'00'), checksum BLOB) WITHOUT ROWID",
    "no tables": "DROP TABLE unit; DROP TABLE job",
    "one table": "DROP TABLE job",
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_other_tables_are_refused_before_they_are_read(finished, schema):
    asked, file, _ = finished
    with opened(file) as database:
        database.executescript(SCHEMAS[schema])
    with pytest.raises(InputError, match="not a file of finished work, or it is damaged"):
        asked.content(resume=file)


def test_pages_that_are_read_again_and_again_are_refused(journals, tmp_path):
    """A tree whose branches are all the same one: a small file of more lines than anyone can read."""
    file = tmp_path / "work.db"
    original, _ = journals["find"]
    shutil.copy(original, file)
    with opened(file) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    edited(file, lambda units: units.extend([b"%d" % k, 1.0, 1.0, bytes(900)] for k in range(99)))
    with opened(file) as database:
        (root,) = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'unit'"
        ).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    data = bytearray(file.read_bytes())
    page = memoryview(data)[(root - 1) * size : root * size]
    assert page[0] == 2  # an inner page of an index
    cells = [int.from_bytes(page[12 + 2 * k : 14 + 2 * k], "big") for k in range(2)]
    page[cells[1] : cells[1] + 4] = page[cells[0] : cells[0] + 4]
    file.write_bytes(data)
    with pytest.raises(InputError, match="or it is damaged"):
        _found(resume=file)


# What is no file


def _fifo(path):
    os.mkfifo(path)


def _socket(path):
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


NO_FILES = {
    "pipe": _fifo,
    "socket": _socket,
    "folder": Path.mkdir,
    "link to a pipe": lambda path: (os.mkfifo(f"{path}.pipe"), path.symlink_to(f"{path}.pipe")),
    "zeros": lambda path: path.symlink_to("/dev/zero"),
    "null": lambda path: path.symlink_to("/dev/null"),
    "itself": lambda path: path.symlink_to(path),
    "nothing behind a file": lambda path: (Path("x").touch(), path.symlink_to("x/y")),
}


@pytest.mark.parametrize("beside", ["", "-wal", "-journal"])
@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file_is_refused_at_once(tmp_path, monkeypatch, kind, beside):
    if beside and kind in ("itself", "nothing behind a file"):
        pytest.skip("SQLite takes that for nothing")
    monkeypatch.chdir(tmp_path)
    NO_FILES[kind](Path(f"work.db{beside}"))
    for command in (
        ["count", *CORNERS, "--method", "corner-walk"],
        ["find", *LATE, "--limit", "all"],
        ["prove", *LATE, "-o", "certificate"],
        ["solve", "R U F"],
    ):
        told = ask(*command, "--resume", "work.db")
        assert (told.code, told.out) == (2, "")
        assert "work.db" in told.err


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path):
    file = tmp_path / "work.db"
    file.touch(mode=0o000)
    with pytest.raises(InputError, match="nothing can be written there"):
        _walked(resume=file)


def test_odd_names_are_names_of_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:x?mode=memory", "a b%20c", "-x.db"):
        for _ in range(2):
            answer = _walked(resume=name)
        assert Path(name).is_file()
        assert answer.units.resumed == len(lines(Path(name)))
    for name in ("a\0b", "x" * 300):
        with pytest.raises(InputError, match="cannot be used"):
            _walked(resume=name)


# The command line


def test_what_is_found_late_leaves_no_half_of_an_answer(journals, tmp_path, monkeypatch):
    """The cubes of sound units are printed already, and the end says what happened."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(journals["find"][0], "work.db")
    edited(Path("work.db"), lambda units: units[-1].__setitem__(3, units[-1][3] * 2))
    for more in ([], ["--json"]):
        told = ask("find", *LATE, "--limit", "all", "--resume", "work.db", *more)
        assert told.code == 2
        assert "is there twice" in told.err
        if more:
            json.loads(told.out)


def test_a_journal_open_here_is_in_use(tmp_path, journals):
    from squares import Squares

    with Journal(tmp_path / "work.db", Squares()), pytest.raises(InputError, match="in use"):
        Journal(tmp_path / "work.db", Squares())
