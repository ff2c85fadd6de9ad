"""Custom rules in the language of clingo: their meaning, combinations with other rules, and errors."""

from __future__ import annotations

import pathlib
import re

import pytest

from cubecsp import (
    Cube,
    CubecspError,
    InputError,
    PocketCube,
    best,
    check,
    count,
    explain,
    export,
    find,
    import_solution,
    prove,
    rule,
    sample,
)
from cubecsp.errors import LimitError
from cubecsp.models import parse_pattern
from cubecsp.models.engines import ENGINES, load_engine
from cubecsp.models.engines.asp import AspEngine
from cubecsp.models.engines.vocabulary import WORDS, WORKINGS
from cubecsp.models.programs.read_program import read_program

WHOLE_FACE = """\
% Some face has one colour.
{ whole(A) : face(A) } = 1.
:- whole(A), at(A,_,F), at(A,_,G), shows(F,C), shows(G,D), C != D.
"""
EVERY_FACE_OF_TWO = f"all({', '.join(f'colours({face})>=2' for face in 'URFDLB')})"
FEW_COLOURS = """\
on(A,C) :- at(A,_,F), shows(F,C).
#minimize { 1,A,C : on(A,C) }.
"""


def cubes(answer):
    return {report.cube for report in answer}


# ---------------------------------------------------------------- what they mean


SIDE_AND_ACROSS = ":- touch(W,F,G), W != diagonal, shows(F,C), shows(G,C)."
OWN_COLOUR_ONCE = ":- centre(F,C), at(A,_,F), at(A,N,G), N != 5, shows(G,C)."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "text", "others", "size"),
    [
        (SIDE_AND_ACROSS, "no-touching=side no-touching=across", [], 2),
        (WHOLE_FACE, "any(f in faces: colours({f})==1)", ["solved=URF,UFL,DRB"], 2),
        pytest.param(OWN_COLOUR_ONCE, "all(f in faces: count({f},{f})==1)", ["at-most=2", "every-colour", "no-touching"], 3, marks=pytest.mark.exhaustive),
    ],
    ids=["touching", "choice", "centres"],
)  # fmt: skip
def test_a_program_means_what_the_same_rule_means(program, text, others, size):
    if "no-touching" in others:
        others = [*others[:-1], *(f"no-touching={way}" for way in ("side", "diagonal", "across"))]
    found = find([rule.asp(program), *others], size=size, limit=None)
    assert found.status == "complete"
    assert found.query["engine"] == "asp"
    assert found.count
    assert cubes(found) == cubes(find([text, *others], size=size, limit=None))


@pytest.mark.slow
def test_what_a_program_chooses_besides_does_not_make_another_cube():
    """A solved cube has six whole faces: six answers of clingo, and one cube."""
    solved = find([rule.asp(WHOLE_FACE), "solved=corners", "solved=edges"], limit=None)
    assert [report.cube for report in solved] == [Cube()]


@pytest.mark.slow
def test_a_program_is_asked_about_single_cubes():
    whole = rule.asp(WHOLE_FACE, name="whole-face")
    assert whole.holds(Cube.from_moves("U2 U'"))
    assert whole.holds(PocketCube())
    assert not whole.holds(Cube.from_moves("R U F"))
    answer = check(Cube.from_moves("R U F"), [whole])
    assert "whole-face" in str(answer.as_dict())


@pytest.mark.slow
def test_seeds_and_limits_go_with_programs():
    asked = [rule.asp(":- shows(u1,white)."), "at-most=3"]
    one, again = (cubes(find(asked, seed=4, limit=5)) for _ in range(2))
    assert one == again
    assert len(one) == 5


# ---------------------------------------------------------------- where they come from


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pathlib.Path("side.lp").write_text(":- touch(side,F,G), shows(F,C), shows(G,C).\n")
    return tmp_path


@pytest.mark.slow
def test_files_stand_among_texts_and_in_models(folder):
    wanted = cubes(find(["no-touching=side", "no-touching=across"], size=2, limit=None))
    assert cubes(find(["side.lp", "no-touching=across"], size=2, limit=None)) == wanted
    (folder / "sub").mkdir()
    (folder / "sub" / "side.lp").write_text((folder / "side.lp").read_text())
    toml = folder / "sub" / "mine.toml"
    toml.write_text('puzzle = 2\nrules = ["side.lp", "no-touching=across"]\n')
    assert cubes(find(str(toml), limit=None)) == wanted


def test_a_program_that_a_model_names_is_the_one_beside_it(folder):
    (folder / "sub").mkdir()
    (folder / "sub" / "side.lp").write_text(WHOLE_FACE)
    stated = "rules = ['side.lp', 'mine', 'at-most=9']\n[let]\nmine = 'side.lp'\n"
    (folder / "sub" / "mine.toml").write_text(stated)
    pattern = parse_pattern(["sub/mine.toml"])
    assert str(pattern.rules[-1]) == "at-most=9"
    assert pattern.with_programs[0] == parse_pattern(["sub/side.lp"]).with_programs[0]
    assert pattern.with_programs[0] != parse_pattern(["side.lp"]).with_programs[0]


def test_a_program_is_what_its_file_says_now(folder):
    for program, verdict in ((WHOLE_FACE, True), (SIDE_AND_ACROSS, False), (WHOLE_FACE, True)):
        (folder / "changing.lp").write_text(program)
        assert (check(Cube(), "changing.lp").status == "complete") is verdict


@pytest.mark.slow
def test_an_exported_program_is_solved_by_clingo_and_read_again(folder):
    import clingo

    pattern = parse_pattern(["side.lp", "no-touching=across"])
    text = export(pattern, "asp", size=2)
    assert (folder / "side.lp").read_text() in text
    control = clingo.Control(["0"])
    control.add(text)
    control.ground()
    with control.solve(yield_=True) as answers:
        printed = "\n".join(" ".join(map(str, a.symbols(shown=True))) for a in answers)
    read = import_solution(text, printed, [r for r in pattern.rules if r.name == "side.lp"])
    assert cubes(read) == cubes(find(pattern, size=2, limit=None))
    with pytest.raises(InputError, match="give it with rules="):
        import_solution(text, printed)
    with pytest.raises(InputError, match="logic program"):
        export(pattern, "cnf", size=2)


@pytest.mark.slow
def test_other_files_and_scripts_only_where_that_is_allowed(folder):
    (folder / "outer.lp").write_text('% two\n#include "side.lp".\n#include "side.lp".\n')
    with pytest.raises(InputError, match=r"outer\.lp, line 2: #include .*allow=\['include'\]"):
        parse_pattern(["outer.lp"])
    allowed = parse_pattern(["outer.lp", "no-touching=across"], allow=["include"])
    assert len(find(allowed, size=2, limit=None)) == 872
    script = '#script (python)\ndef two():\n    raise SystemError("run")\n#end.\n'
    with pytest.raises(InputError, match=r"line 1: #script runs code.*allow=\['script'\]"):
        rule.asp(script)
    one = (
        "#script (python)\nimport clingo\ndef one():\n    return clingo.Function('white')\n#end.\n"
    )
    white = rule.asp(f"{one}:- shows(u1,C), C != @one().", allow=["script"])
    assert all(r.cube.facelets[0] == "U" for r in find(white, limit=3))
    with pytest.raises(InputError, match="allow='net': unknown value"):
        rule.asp(":- shows(u1,white).", allow=["net"])


@pytest.mark.parametrize(
    "hidden", ['%* \n % *% #include "x.lp".', 'a. #include "x.lp".', '"%". #include "x.lp".']
)
def test_no_file_is_opened_for_a_program(hidden, folder):
    (folder / "x.lp").write_text("this is no program")
    with pytest.raises(InputError, match="#include reads another file"):
        rule.asp(hidden)


# ---------------------------------------------------------------- what is wrong with them


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("\n:- b(.", "line 2: syntax error"),
        ("a.\n%* no end", "line 2: lexer error"),
        (":- show(u1,white).", r"line 1: show/2 is not defined; did you mean shows\?"),
        (":- shows(u1).", r"line 1: shows has 2 arguments, not 1; write shows\(sticker,colour\)"),
        ("\n\n:- shows(u1,whit).", "line 3: unknown colour 'whit'.*did you mean white"),
        (":- shows(u10,white).", "line 1: unknown sticker 'u10'"),
        (':- shows("u1",white).', "line 1: shows expects the name of a sticker, not '\"u1\"'; write names"),
        (":- shows(F,1).", "line 1: shows expects the name of a colour, not '1'"),
        (":- put(ufr,_).", "line 1: unknown slot 'ufr'"),
        ("shows(u1,white).", r"line 1: shows/2 is a word of the vocabulary.*:- not shows\(…\)\."),
        ("{ put(S,L) } :- slot(S,_), look(L,_,_).", "line 1: put/2 is a word of the vocabulary"),
        ("odd(1).", "line 1: odd is used by the program of the cube itself; rename yours, for example to my_odd"),
        ("#external a.", "line 1: .*#external.* is not allowed here"),
        ("a :- &sum { 1 } = 1.", "line 1: .* is not allowed here"),
        ("#program more.\na.", "line 1: .*#program more.* is not allowed here"),
        ("#minimize { 1@1 : a }. a.\n#minimize { 1@2 : a }.", "line 2: several priorities \\(1 and 2\\)"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(program, told):
    with pytest.raises(InputError, match=told):
        find(rule.asp(program), limit=1)


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (
            "% first\n:- not shows(F,white).",
            "line 2: the values of F are not limited; name F in an atom",
        ),
        ("a(C+1) :- colour(C).\n:- a(_).", r"line 1: operation undefined: .*"),
        ("a(@f(1)).", "line 1: .*function 'f' not found"),
    ],
)
def test_what_grounding_tells_is_told_with_its_line(program, told):
    with pytest.raises(InputError, match=told):
        find(rule.asp(program, name="mine.lp"), limit=1)


@pytest.mark.slow
def test_grounding_without_end_is_ended():
    endless = rule.asp("n(0).\nn(X+1) :- n(X).", name="endless")
    with pytest.raises(LimitError, match=r"endless: .* after 1 s; say in which range"):
        find(endless, engine=AspEngine(grounding=1.0))


def test_two_programs_keep_their_words_apart():
    one, two = rule.asp("a(1). :- not a(1)."), rule.asp("a(2). :- not a(2).")
    with pytest.raises(InputError, match="both define a/1"):
        find([one, two], limit=1)
    assert len(find([one, one], limit=1)) == 1


def test_every_word_that_the_program_uses_is_reserved():
    """All questions of the tests of rules, as programs: their words are documented, or reserved."""
    texts = (
        "perfect-scramble", "order=6", "any(faces-differ, count(U,R)==2)", "at-least(2, solved=U, U1==F1, U2!=F2)",
        "symmetric=C2", "continuous", "sum(f in faces: colours({f}))>=20", "drawing=U:xox/oxo/xox",
    )  # fmt: skip
    used = set()
    for text in texts:
        try:
            text = export(text, "asp")
        except CubecspError:
            continue
        code = re.sub(r"^%.*$", "", text, flags=re.MULTILINE)
        used |= set(re.findall(r"\b([a-z_]\w*)\(", code))
    documented = {word for word, _ in WORDS}
    assert used <= documented | WORKINGS
    assert not WORKINGS & (documented - {"copies"})


# ---------------------------------------------------------------- who takes them


def test_questions_that_need_a_second_opinion_refuse_them(tmp_path):
    mine = rule.asp(":- shows(u1,white).", name="mine.lp")
    for ask in (count, sample, lambda p: prove(p, tmp_path / "proof")):
        with pytest.raises(InputError, match=r"mine\.lp is a logic program, and only clingo"):
            ask([mine, "at-most=2"])
    for make in (
        lambda: ~mine,
        lambda: mine | rule.asp(":- shows(u2,white)."),
        lambda: best((), maximise=mine),
    ):
        with pytest.raises(InputError, match="can only be demanded"):
            make()


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "asp"])
def test_other_engines_refuse_them(engine):
    mine = rule.asp(":- shows(u1,white).", name="mine.lp")
    for ask in (find, explain) if load_engine(engine).exhaustive else (find,):
        with pytest.raises(
            InputError, match=f"the {engine} engine does not support; use the engine asp"
        ):
            ask(mine, engine=engine)
    assert not load_engine(engine).takes_programs


@pytest.mark.slow
def test_reasons_name_programs():
    whole = rule.asp(WHOLE_FACE, name="whole.lp")
    answer = explain([whole, "colours(U)>=2", EVERY_FACE_OF_TWO], size=2)
    assert answer.satisfiable is False
    [conflict] = answer.conflicts
    assert [*map(str, conflict.rules)] == ["whole.lp", EVERY_FACE_OF_TWO]
    assert conflict.checked_by is None  # nobody else could
    gone = {tuple(map(str, correction.rules)) for correction in answer.corrections}
    assert gone == {("whole.lp",), (EVERY_FACE_OF_TWO,)}


# ---------------------------------------------------------------- what is best


@pytest.mark.slow
def test_what_a_program_minimises_is_best():
    asked = ["no-touching=side", "no-touching=across"]
    program = best([*asked, rule.asp(FEW_COLOURS)], size=2, limit=None)
    same = best(asked, minimise="sum(f in faces: colours({f}))", size=2, limit=None)
    assert program.proven
    assert program.value == same.value == program.bound
    assert cubes(program) == cubes(same)
    assert program.query["goal"] == "minimise"


def test_what_a_program_maximises_is_best():
    weights = "#maximize { 2,F : at(u,_,F), shows(F,white); -1,F : at(f,_,F), shows(F,white) }.\n"
    program = best(["no-touching=side", rule.asp(weights)], size=2)
    same = best("no-touching=side", maximise="2*count(U,U)-count(F,U)", size=2)
    assert (program.value, program.proven) == (same.value, True)
    assert program.query["goal"] == "maximise"


def test_what_a_program_both_maximises_and_minimises_is_a_cost():
    weights = (
        "#maximize { 2,F : at(u,_,F), shows(F,white) }.\n"
        "#minimize { 1,F : at(f,_,F), shows(F,white) }.\n"
    )
    program = best(["no-touching=side", rule.asp(weights)], size=2)
    same = best("no-touching=side", minimise="count(F,U)-2*count(U,U)", size=2)
    assert (program.value, program.proven) == (same.value, True)
    assert program.query["goal"] == "minimise"


@pytest.mark.slow
def test_weak_constraints_are_honoured_by_best_and_by_nothing_else():
    weak = rule.asp(":~ shows(u1,white). [3,u1]\n:~ shows(u2,white). [1,u2]")
    answer = best(["count(U,U)==4", weak], size=2)
    assert answer.value == 4
    assert len(find([weak, "no-touching=side", "no-touching=across"], size=2, limit=None)) == 872
    with pytest.raises(InputError, match="already states an objective, and so does the question"):
        best(weak, maximise="count(U,U)", size=2)
    with pytest.raises(InputError, match="all state an objective"):
        best([weak, rule.asp(FEW_COLOURS)], size=2)


def test_shows_are_left_out_and_all_else_stays_where_it_is():
    source = read_program("a. #show a/0. b :- a.\n#show\n a/0. c.", "é")
    assert [line.text for line in source.lines] == ["a.            b :- a.", "     ", "      c."]


# What clingo's parser ends the process for, or does not read to its end.
HOSTILE = {
    "letter": ("a.\n:- é.", 2, "'é' at character 4"),
    "letter in a word": ('a :- "é" == "é".\n\nnaïve.', 3, "'ï' at character 3"),
    "unseen letter": ("a\u200b.", 1, "u200b' at character 2"),
    "letter of four bytes": ("%é\n𐍈 :- a.", 2, "'𐍈' at character 1"),
    "mark within": ("a.\ufeff", 1, "ufeff' at character 3"),
    "null": ("a.\nb\0.", 2, "x00' at character 2"),
    "null in a comment": ("a. % \0 b.", 1, "x00' at character 6"),
    "half a pair": ('a("\ud800").', 1, "ud800' at character 4"),
    "control character": ("a\1.", 1, "lexer error"),
    "terms in terms": (f":- a({'f(' * 100_000}1{')' * 100_000}).", 1, "1,000 deep"),
    "brackets": (f"a({'(' * 100_000}1{')' * 100_000}).", 1, "1,000 deep"),
    "signs": (f"a({'-' * 100_000}1).", 1, "1,000 deep"),
    "a sum": (f"a.\nb(1{'+1' * 100_000}).", 2, "1,000 deep"),
    "powers": (f"a(1{'**1' * 100_000}).", 1, "1,000 deep"),
    "ranges": (f"a(1{'..1' * 100_000}).", 1, "1,000 deep"),
    "bars": (f"a({'|' * 100_000}1{'|' * 100_000}).", 1, "1,000 deep"),
    "brackets with a sum each": (f"a({'(' * 900}1{('+1' * 100 + ')') * 900}).", 1, "1,000 deep"),
    "brackets in a comment": (
        f"a({'(' * 2000} %* {')' * 2000} *%\n1{')' * 2000}).",
        1,
        "1,000 deep",
    ),
    "negations": (f":- {'not ' * 100_000}a.", 1, "syntax error"),
    "brackets that stay open": ("a(" * 100_000, 1, "1,000 deep"),
}


@pytest.mark.parametrize(("text", "line", "problem"), HOSTILE.values(), ids=HOSTILE)
def test_what_would_end_the_process_is_malformed(text, line, problem):
    with pytest.raises(InputError) as refused:
        read_program(text, "mine.lp")
    assert f"mine.lp, line {line}: " in refused.value.problem
    assert problem in refused.value.problem


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ufeffa.",
        "a.\r\n% é\r\nb :- a.\r\n",
        '%* é %* (((( *% ç *% a("é", "\\" (").',
        f"a({','.join(f'f({i})' for i in range(5000))}).",
        f"a({'(' * 900}1{')' * 900}).",
        "\n".join(f"a({i}+1-2*3)." for i in range(2000)),
    ],
    ids=["empty", "mark", "lines of Windows", "comments and strings", "wide", "nested", "long"],
)
def test_what_only_looks_hostile_is_read(text):
    assert read_program(text, "mine.lp").name == "mine.lp"
