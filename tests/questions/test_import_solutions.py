"""Solutions of other solvers: checked against every rule, and never a way to run code."""

from __future__ import annotations

import itertools
import json
import re

import pytest
from test_export import solved_by_pysat

from cubecsp import InputError, Status, export, find, import_solution, read, rule, solve_all
from cubecsp.cli import main
from cubecsp.models import Pattern, Solved
from cubecsp.models.engines.exports import EXPORTS
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.models.language.rule_text import rules_in
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.questions.moving.plans import export_moves

pytestmark = pytest.mark.usefixtures("terminal")

QUESTION = parse_pattern(["order=6", "solved=F2L+edges"])
SOLVED = Pattern((Solved("all"),))
ONE = f"""\
corners = [WRG, WGO, WOB, WBR, YGR, YOG, YBO, YRB];
edges = [WR, WG, WO, WB, YR, YG, YO, YB, GR, GO, BO, BR];
{"-" * 10}
"""


def with_header(change, to="mzn"):
    """Return an exported file with another header."""
    text = export(SOLVED, to)
    line, rest = text.split("\n", 1)
    mark, header = line.split("cubecsp ", 1)
    return f"{mark}cubecsp {change(json.loads(header))}\n{rest}"


def test_every_cube_that_is_imported_satisfies_every_rule():
    text = export(QUESTION, "cnf")
    output = solved_by_pysat(text)
    answer = import_solution(text, output)
    assert answer.query["solutions"] == 231
    assert answer.query["left_out"] == ["order=6"]
    assert (answer.status, answer.count) == (Status.COMPLETE, 54)
    assert {r.cube for r in answer} == {r.cube for r in find(QUESTION, limit=None)}
    assert json.loads(text.split("cubecsp ", 1)[1].split("\n")[0])["left_out"] == ["order=6"]
    # A solver that stopped says nothing about others, nor one whose solutions are all dropped.
    some = output.split("\n")[:50]
    assert import_solution(text, some).status is Status.PARTIAL
    broken = next(line for line in some if import_solution(text, [line]).count == 0)
    assert import_solution(text, [broken]).status is Status.UNKNOWN
    assert import_solution(text, [broken, "s UNSATISFIABLE"]).status is Status.INFEASIBLE


@pytest.mark.ordinary(4)
@pytest.mark.parametrize(
    ("said", "status"),
    [
        (["s SATISFIABLE"], Status.PARTIAL),
        (["s SATISFIABLE", "c Models         : 1"], Status.COMPLETE),
        (["s SATISFIABLE", "c Models         : 1+"], Status.PARTIAL),
        (["s SATISFIABLE", "c Models         : 2"], Status.PARTIAL),
        (["s UNSATISFIABLE"], Status.COMPLETE),
        (["c UNSATISFIABLE core"], Status.PARTIAL),
        (["s UNKNOWN"], Status.PARTIAL),
    ],
)
def test_what_clause_solvers_say_about_others(said, status):
    text = export(SOLVED, "cnf")
    values = solved_by_pysat(text).split("\n")[0]
    assert import_solution(text, [values, *said]).status is status
    silent = {"s UNSATISFIABLE": Status.INFEASIBLE, "s UNKNOWN": Status.UNKNOWN}.get(said[-1])
    if silent:
        assert import_solution(text, said).status is silent
    else:
        with pytest.raises(InputError, match="no solution"):
            import_solution(text, said)


@pytest.mark.parametrize(
    ("output", "status"),
    [
        (ONE, Status.PARTIAL),
        (ONE + "=" * 10, Status.COMPLETE),
        (ONE + ONE + "=" * 10, Status.COMPLETE),
        ("=====UNSATISFIABLE=====", Status.INFEASIBLE),
        ("=====UNKNOWN=====", Status.UNKNOWN),
        (ONE + "% time elapsed: 0.3 s\n", Status.PARTIAL),
    ],
)
def test_what_minizinc_says_about_others(output, status):
    answer = import_solution(export(SOLVED, "mzn"), output)
    assert answer.status is status
    assert answer.count == ("corners" in output)


PUT = "put(urf,wrg) put(ufl,wgo) put(ulb,wob) put(ubr,wbr) put(dfr,ygr) put(dlf,yog) put(dbl,ybo) put(drb,yrb) "
PUT += "put(ur,wr) put(uf,wg) put(ul,wo) put(ub,wb) put(dr,yr) put(df,yg) put(dl,yo) put(db,yb) "
PUT += "put(fr,gr) put(fl,go) put(bl,bo) put(br,br)"


@pytest.mark.parametrize(
    ("output", "status"),
    [
        (f"Answer: 1\n{PUT}\nSATISFIABLE\n\nModels       : 1", Status.COMPLETE),
        (f"Answer: 1 (Time: 0.004s)\n{PUT}\nSATISFIABLE\n\nModels       : 1+", Status.PARTIAL),
        (f"ANSWER\n{PUT.replace(') ', '). ')}.\nINTERRUPTED : 1", Status.PARTIAL),
        ("UNSATISFIABLE\n\nModels       : 0", Status.INFEASIBLE),
        ("UNKNOWN\n\nModels       : 0", Status.UNKNOWN),
        ("UNKNOWN\n\nTIME LIMIT   : 1\nModels       : 0+", Status.UNKNOWN),
        ("UNKNOWN\n", Status.UNKNOWN),
    ],
)
def test_what_clingo_says_about_others(output, status):
    answer = import_solution(export(SOLVED, "asp"), output)
    assert answer.status is status
    assert answer.count == ("put" in output)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("put(urf,wrg)", ""), "does not say what slot urf holds; give what clingo prints"),
        (("put(urf,wrg)", "put(urf,wrw)"), "does not say what slot urf holds"),
        (("put(urf,wrg)", "put(urf,wgo)"), "is not a cube"),
        (("put(urf,wrg)", "put(urf,gwr)"), "is not solvable"),
    ],
)
def test_answers_of_clingo_that_are_no_cubes_are_refused(change, message):
    with pytest.raises(InputError, match=message):
        import_solution(export(SOLVED, "asp"), PUT.replace(*change))


@pytest.mark.parametrize(
    "change",
    [
        lambda h: json.dumps({**h, "size": 10**6}),
        lambda h: json.dumps({**h, "size": -1}),
        lambda h: json.dumps({**h, "size": 51}),
        lambda h: json.dumps({**h, "size": "x"}),
        lambda h: json.dumps({**h, "size": 3.0}),
        lambda h: json.dumps({**h, "size": True}),
        lambda h: json.dumps({**h, "size": None}),
        lambda h: json.dumps({**h, "rules": "solved=all"}),
        lambda h: json.dumps({**h, "rules": [3]}),
        lambda h: json.dumps({**h, "rules": {"solved=all": 1}}),
        lambda h: json.dumps({**h, "own": "x"}),
        lambda h: json.dumps({**h, "own": [[]]}),
        lambda h: json.dumps([h]),
        lambda _: "[" * 100_000,
        lambda _: '{"size": ' + "9" * 10_000 + "}",
        lambda _: '{"rules": [], "size": 3',
        lambda _: "",
        lambda h: json.dumps({**h, "more": "x" * 2_000_000}),
    ],
    ids=range(18),
)
def test_damaged_headers_are_refused(change):
    with pytest.raises(InputError, match="damaged"):
        import_solution(with_header(change), ONE)


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "rules",
    [
        ["./own.py"],
        ["own.py:ran"],
        ["own.toml"],
        ["any(own.py, solved=all)"],
        ["no-such-rule"],
        ["not " * 5_000 + "solved=all"],
        ["all(a in stickers: all(b in stickers: all(c in stickers: solved=all)))"],
    ],
)
@pytest.mark.parametrize("own", [[], ["own"]])
def test_headers_name_no_code(tmp_path, monkeypatch, rules, own):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text("open('ran', 'w')\n")
    (tmp_path / "own.toml").write_text("rules = ['solved=all']\n")
    text = with_header(lambda h: json.dumps({**h, "rules": rules, "own": own}))
    with pytest.raises(InputError):
        import_solution(text, ONE)
    assert not (tmp_path / "ran").exists()


def test_rules_of_ones_own_are_given_by_the_user(tmp_path, capsys):
    own = tmp_path / "own.py"
    own.write_text(
        "from cubecsp import rule\n@rule(on='face')\ndef calm(face):\n    return face[0] == face[8]\n"
    )
    question = parse_pattern([str(own), "any(calm, solved=all)", "solved=F2L+edges"])
    text = export(question, "cnf")
    file, output = tmp_path / "q.cnf", tmp_path / "out"
    file.write_text(text)
    output.write_text(solved_by_pysat(text))
    with pytest.raises(InputError, match="custom rule, 'calm'; give it with rules="):
        import_solution(text, "v 1 0")
    with pytest.raises(InputError, match="a rule, not its text"):
        import_solution(text, "v 1 0", rules="calm")
    assert main(["import-solution", str(file), str(output)]) == 2
    assert main(["import-solution", str(file), str(output), "--rules", str(own)]) == 0
    expected = {r.facelets for r in find(question, limit=None)}
    assert set(capsys.readouterr().out.split("\n")[:-2]) == expected
    assert {
        r.facelets for r in import_solution(text, output.read_text(), question.rules)
    } == expected
    assert main(["import-solution", str(file), str(output), "--rules", str(file)]) == 2

    @rule(on="face")
    def calm(face):
        return face[0] != face[8]

    with pytest.raises(InputError, match="two different rules are called calm"):
        export(question.including(calm), "cnf")


PLANNED = export_moves("U D R2", turns="U,U',D,D',R2")
PLANS = [*itertools.permutations(["D'", "U'"])]


def printed(*plans, models=None):
    """Return what clingo prints, or nearly."""
    answers = [
        " ".join(f'occurs("{move}",{number})' for number, move in enumerate(plan, 1))
        for plan in plans
    ]
    return "\n".join(["Solving...", *answers, f"Models       : {models or len(plans)}", ""])


def test_moves_that_clingo_plans_are_tried():
    output = printed(*(("R2", *plan) for plan in PLANS))
    answer = import_solution(PLANNED, output)
    assert answer.status is Status.COMPLETE
    assert [r.written for r in answer] == ["R2 D' U'", "R2 U' D'"]
    assert {r.written for r in answer} == {
        r.written for r in solve_all("U D R2", turns="U,U',D,D',R2")
    }
    assert "2 sequences of moves; according to the solver, there are no others" in answer.sentence()
    assert (
        import_solution(PLANNED, printed(("R2", "D'", "U'"), models="1+")).status is Status.PARTIAL
    )
    assert import_solution(PLANNED, "UNSATISFIABLE\n").status is Status.INFEASIBLE


def test_atoms_may_be_printed_in_any_order():
    """As solvers do: the numbers say which move comes first, also beyond nine."""
    plan = [*["D", "U", "D'", "U'"] * 3, "R2", "D'", "U'"]
    atoms = [f'occurs("{move}",{number})' for number, move in enumerate(plan, 1)]
    for order in (atoms[::-1], sorted(atoms), [*atoms[7:], *atoms[:7]]):
        (report,) = import_solution(PLANNED, f"{' '.join(order)}\n")
        assert report.written == " ".join(plan)
    lost = " ".join(atoms[:1:-1])
    with pytest.raises(InputError, match="what move each of 1 to 15 is"):
        import_solution(PLANNED, f"{lost}\n")


def test_a_thousand_moves_are_read_and_no_more():
    exported = export_moves("U D", turns="U,U',D")
    plan = ["D"] * 3 + ["U'"] + ["U", "U'"] * 498
    (report,) = import_solution(exported, printed(plan))
    assert len(report.solution) == 1_000
    with pytest.raises(InputError, match="what move each of 1 to 1001 is"):
        import_solution(exported, printed([*plan, "U"]))


def test_as_many_plans_as_are_read_and_one_more(monkeypatch):
    monkeypatch.setattr("cubecsp.questions.moving.plans._MOST", 3)
    plan = ["R2", "D'", "U'"]
    assert len(import_solution(PLANNED, printed(*[plan] * 3))) == 3
    with pytest.raises(InputError, match="more than 3 solutions"):
        import_solution(PLANNED, printed(*[plan] * 4))


@pytest.mark.parametrize(
    ("output", "word"),
    [
        (printed(("R2", "U'")), "R2 U', does not solve"),
        (printed(("R2", "F")), "move 'F', which was not to be used"),
        ('occurs("U",2)', "what move each of 1 to 2 is"),
        ('occurs("U",1) occurs("D",1)', "what move each"),
        ("nothing", "holds no moves"),
    ],
)
def test_plans_that_are_none(output, word):
    with pytest.raises(InputError, match=re.escape(word)):
        import_solution(PLANNED, output)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace('"cube": "U', '"cube": "R', 1),
        lambda text: text.replace('"cube"', '"cubes"', 1),
        lambda text: text.replace('"moves": {"U": "U"', '"moves": {"U": 3', 1),
        lambda text: text.replace("}}\n", "}\n", 1),
    ],
)
def test_damaged_headers_of_plans_are_refused(change):
    with pytest.raises(InputError, match="header of the exported file is damaged"):
        import_solution(change(PLANNED), printed(("R2",)))


def test_plans_for_other_sizes_and_what_makes_no_sense():
    pocket = read("F R", puzzle=cube_puzzle(2))
    answer = import_solution(export_moves(pocket), printed(("R'", "F'")))
    assert [r.written for r in answer] == ["R' F'"]
    with pytest.raises(InputError, match="unknown metric"):
        export_moves("U", metric="stm")


@pytest.mark.parametrize(
    ("output", "word"),
    [
        ("v " + "9" * 5_000, "in a line of values"),
        ("v ٣ 0", "in a line of values"),
        ("v 2 0", "what slot"),
        ("v 1 -2 0", "what slot"),
        ("v 999999999 0", "no solution"),
    ],
)
def test_values_that_are_none(output, word):
    with pytest.raises(InputError, match=word):
        import_solution(export(SOLVED, "cnf"), output)


@pytest.mark.parametrize(
    ("output", "word"),
    [
        (ONE.replace("YRB", "300"), "is not a cube"),
        (ONE.replace("YRB", "yrb"), "is not a cube"),
        (ONE.replace("YRB", "9" * 5_000), "is not a cube"),
        (ONE.replace("YRB", "-1"), "is not a cube"),
        (ONE.replace(", YRB", ""), "is not a cube"),
        (ONE.replace("YRB", "YBO"), "is not a cube"),
        (ONE.split("\n")[0] + "\n" + "-" * 10, "is not a cube"),
        ("x" * 200_000 + "\n" + ONE, "more than"),
        (ONE.replace("WRG", "GWR"), "is not solvable"),
        (ONE.replace("WRG, WGO", "WGO, WRG").replace("WR, WG,", "WG, WR,"), "breaks the rules"),
    ],
    ids=range(10),
)
def test_arrays_that_are_no_cubes(output, word):
    with pytest.raises(InputError, match=word):
        import_solution(export(SOLVED, "mzn"), output)


def test_only_as_much_is_read_as_is_needed():
    """Files of any size: beyond its comments an exported file is not read, output line by line."""

    def lines():
        yield from export(SOLVED, "cnf").split("\n")[:600]
        raise AssertionError("read on")

    assert import_solution(lines(), ["s UNSATISFIABLE"]).status is Status.INFEASIBLE


def test_as_many_solutions_are_read_as_the_limit_and_no_more(monkeypatch):
    asked = Pattern((Solved("F2L+edges+URF"),))
    text, number = export(asked, "cnf"), len(find(asked, limit=None))
    output = solved_by_pysat(text).split("\n")
    monkeypatch.setattr("cubecsp.models.engines.exports._MAX_SOLUTIONS", number)
    assert import_solution(text, output).count == number
    monkeypatch.setattr("cubecsp.models.engines.exports._MAX_SOLUTIONS", number - 1)
    with pytest.raises(
        InputError, match=f"the solver's output has more than {number - 1} solutions"
    ):
        import_solution(text, output)


@pytest.mark.ordinary(2)
@pytest.mark.parametrize("to", EXPORTS)
def test_a_note_says_what_a_file_leaves_out(tmp_path, capsys, to):
    path = tmp_path / "q"
    assert main(["export", "order=6", "any(order=4, solved=all)", "--to", to, "-o", str(path)]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "all of order=6," in said.err
    assert "all of any(order=4, solved=all)," in said.err
    assert main(["export", "solved=all", "--to", to, "-o", "-"]) == 0
    said = capsys.readouterr()
    assert said.out.rstrip("\n") == export(SOLVED, to).rstrip("\n")
    assert said.err == ""
    assert main(["export", "order=6", "--to", to, "-o", str(tmp_path / "no" / "q")]) == 2


WRITTEN = {
    "-x5": lambda v, yes: f"x{v}" if yes else f"-x{v}",
    "~x5": lambda v, yes: f"x{v}" if yes else f"~x{v}",
    "-5": lambda v, yes: f"{v}" if yes else f"-{v}",
    "~5": lambda v, yes: f"{v}" if yes else f"~{v}",
}


@pytest.mark.ordinary(3)
@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize(("width", "zeros"), [(1000, True), (7, False)])
def test_values_may_be_written_in_every_way(written, width, zeros):
    """Marked by a minus or a tilde, on lines of any length, with a zero at the end or without."""
    for asked in (Pattern((Solved("F2L+edges+URF"),)),):
        text = export(asked, "cnf")
        lines = []
        for line in solved_by_pysat(text).split("\n")[:-1]:
            literals = [int(word) for word in line.split()[1:-1]]
            words = [WRITTEN[written](abs(literal), literal > 0) for literal in literals]
            words += ["0"] if zeros else []
            starts = range(0, len(words), width)
            lines += [" ".join(["v", *words[start : start + width]]) for start in starts]
        answer = import_solution(text, [*lines, "s UNSATISFIABLE"])
        assert {r.cube for r in answer} == {r.cube for r in find(asked, limit=None)}
        assert answer.status is Status.COMPLETE


@pytest.mark.few(1)
@pytest.mark.parametrize("asked", ["solved=all", "at-most=3 solved=F2L", "order=1"])
def test_files_say_how_large_they_are(asked):
    """Solvers refuse what has more, or wait for what is missing."""
    question = parse_pattern([asked])
    lines = export(question, "cnf").rstrip("\n").split("\n")
    size = next(line for line in lines if line.startswith("p "))
    clauses = [list(map(int, line.split())) for line in lines[lines.index(size) + 1 :]]
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in clauses)
    most = max(abs(literal) for clause in clauses for literal in clause)
    assert size == f"p cnf {most} {len(clauses)}"
    lines = export(question, "opb").rstrip("\n").split("\n")
    constraints = [line for line in lines if not line.startswith("*")]
    most = max(int(v) for line in constraints for v in re.findall(r"x(\d+)", line))
    assert lines[0] == f"* #variable= {most} #constraint= {len(constraints)}"
    assert all(line.endswith(" ;") for line in constraints)


def test_rules_of_ones_own_within_others_are_named_too():
    @rule(on="face")
    def calm(face):
        return face[0] == face[8]

    for text in (
        "any(solved=all, calm)",
        "at-least(1, calm)",
        "all(any(solved=all, not calm), at-most=9)",
    ):
        nested = rules_in(text, {"calm": (calm,)})
        exported = export(Pattern(tuple(nested)), "mzn")
        header = json.loads(exported.split("\n", 1)[0].split("cubecsp ", 1)[1])
        assert header["own"] == ["calm"], text
        with pytest.raises(InputError, match="custom rule, 'calm'; give it with rules="):
            import_solution(exported, ONE)
        assert len(import_solution(exported, ONE, [calm])) == 1
