"""The sentences of commands say what the same answers as JSON say, to the number."""

from __future__ import annotations

import argparse
import itertools
import random
import re
import unicodedata

import pytest
from asking import SOLVED, Outcome, ask, write_files

from cubecsp import Cube, Facelets, PocketCube, complete
from cubecsp.cli import output, streams
from cubecsp.cli.commands import perfect_scramble
from cubecsp.cli.print_moves import moves_in_words
from cubecsp.cli.printer import Printer
from cubecsp.puzzle.cube.cube_puzzle import CUBE, HELD_SLOT
from cubecsp.puzzle.cube.cube_puzzle import POCKET as SMALL
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import after_moves
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, canonical, class_size
from cubecsp.questions.answers.answer import Answer, CubeReport, Status
from cubecsp.questions.answers.numbers_in_words import plural
from cubecsp.questions.find import FindAnswer

pytestmark = pytest.mark.quick

POCKET = PocketCube().facelets
TWO = SOLVED[:1] + "R" + SOLVED[2:]  # a sticker is wrong


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm")
    return tmp_path


def answered(*arguments: object, code: int = 0, stdin: str = "") -> Outcome:
    told = ask(*arguments, stdin=stdin)
    assert told.code == code, told
    return told


def json(*arguments: object, code: int = 0):
    return answered(*arguments, "--json", code=code).json


# Streams and errors


def test_stand_ins_are_near_to_what_they_stand_for():
    """The name of a character in Unicode says what it looks like."""
    senses = {
        "MULTIPLICATION": "x",
        "DASH": "-",
        "MINUS": "-",
        "RIGHTWARDS": "->",
        "LESS-THAN": "<=",
        "GREATER-THAN": ">=",
        "SINGLE": "'",
        "PRIME": "'",
        "DOUBLE": '"',
        "ELLIPSIS": "...",
        "SPACE": " ",
    }
    for character, plain in streams._PLAIN.items():
        name = unicodedata.name(character)
        assert {sense for word, sense in senses.items() if word in name} == {plain}, name


def test_what_cannot_be_opened_or_written_is_named(folder):
    """An error of a file says which, one of standard output says that it is the output."""
    for command in (["check"], ["solve"], ["convert", "--to", "net"], ["picture"]):
        told = answered(command[0], str(folder / "f.txt" / "g.txt"), *command[1:], code=2)
        assert "f.txt" in told.err
    (folder / "folder").mkdir()
    told = answered("picture", "R", "-o", "no/such/folder/a.svg", code=2)
    assert "a.svg" in told.err


def test_output_that_nobody_reads_is_not_blamed_on_the_input(folder, monkeypatch):
    """The pipe breaks while a file is being read: nothing is said about that file."""
    (folder / "cubes.txt").write_text("R U\n" * 3)

    def broken(*_args, **_more):
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(output, "say", broken)
    told = ask("convert", "cubes.txt", "--to", "net")
    assert (told.code, told.err) == (3, "")


@pytest.mark.parametrize("command", ["check", "solve", "convert"])
@pytest.mark.parametrize(
    "text", ["R U\nR U2\n", "R U", f"{SOLVED}\n{SOLVED}\n", "# a comment\nR\nF"]
)
def test_a_mark_of_byte_order_is_no_part_of_a_line(folder, command, text):
    (folder / "plain.txt").write_text(text, "utf-8")
    (folder / "marked.txt").write_text(text, "utf-8-sig")
    more = ["--to", "facelets"] if command == "convert" else []
    plain, marked = (json(command, name, *more)["cubes"] for name in ("plain.txt", "marked.txt"))
    assert [cube["facelets"] for cube in plain] == [cube["facelets"] for cube in marked]


@pytest.mark.parametrize("line", ["R Q", "U" * 53, "X", "R (", SOLVED[:-1] + "U", "12 34"])
def test_a_place_in_a_file_takes_nothing_from_an_error(folder, line):
    """Problem and remedy are those of the same text as an argument, the place before them."""
    (folder / "cubes.txt").write_text(f"R U\n{line}\nR\n")
    error = answered("solve", line, "--json", code=2).json["error"]
    (told,) = answered("solve", "cubes.txt", "--json", code=2).json["errors"]
    assert told["problem"] == error["problem"]
    assert told["where"] == "file 'cubes.txt', line 2"
    assert told.get("remedy") == error.get("remedy")


@pytest.mark.parametrize(
    "digits",
    ["٣", "३", "\N{FULLWIDTH DIGIT THREE}", "²", "①", "1_0", "+1", " 1", "1.0", "0x1", "-0"],
)
@pytest.mark.parametrize("option", ["--seed", "--limit", "--threads"])
def test_numbers_are_written_in_plain_digits(digits, option):
    assert (
        f"invalid {option} "
        in answered("find", "at-most=3", "--limit", "1", f"{option}={digits}", code=2).err
    )


@pytest.mark.parametrize("arguments", [["find"], ["find", "at-most=3", "--engine", "x"], ["solve"]])
def test_a_malformed_question_is_led_to_the_help(arguments):
    told = answered(*arguments, code=2).err
    assert f"; see `cubecsp {arguments[0]} --help`" in told or ": expected auto, " in told


@pytest.mark.parametrize("seconds", [0.0, 0.25, 0.000001, 1.5, 12.345678, 3600.000004])
def test_seconds_are_told_to_the_millionth(seconds):
    assert Answer({}, Status.COMPLETE, seconds=seconds).as_dict()["seconds"] == seconds


# check, apply


@pytest.mark.parametrize(
    "rule", ["at-most=2", "no-touching=side", "no-piece-home", "not-home=corners"]
)
@pytest.mark.parametrize("scramble", ["R", "R U F2", "M2 E2 S2", "R2 L2 U2 D2 F2 B2", ""])
def test_every_violation_is_told_or_counted(rule, scramble):
    (cube,) = json("check", scramble or SOLVED, rule, code=_code(rule, scramble))["cubes"]
    text = answered("check", scramble or SOLVED, rule, code=_code(rule, scramble)).out
    for name, places in cube["violations"].items():
        after = text.split(f"Breaks {name} in ", 1)[1].split("\n")
        counted = int(re.match(r"[\d,]+", after[0])[0].replace(",", ""))
        assert counted == len(places)
        told = [line.strip() for line in itertools.takewhile(lambda s: s[:2] == "  ", after[1:])]
        more = [int(line.split()[1]) for line in told if re.fullmatch(r"and [\d,]+ more", line)]
        assert len(told) - len(more) + sum(more) == counted
    assert ("Satisfies all rules." in text) == (not cube["violations"])


def _code(rule: str, scramble: str) -> int:
    return ask("check", scramble or SOLVED, rule).code


@pytest.mark.parametrize("cube", [TWO, SOLVED[:-1] + "U", "." * 54, "U" * 54])
def test_rules_are_kept_only_by_what_was_asked_about_them(cube):
    told = ask("check", cube, "at-most=9")
    assert "Satisfies all rules" not in told.out


@pytest.mark.parametrize("seed", range(6))
def test_other_mends_are_counted(seed):
    rng = random.Random(seed)
    corners, edges = list(Cube().corners), list(Cube().edges)
    i, j = rng.sample(range(12), 2)
    if seed % 2:
        edges[i], edges[j] = edges[j], edges[i]
    corners[i % 8] += 1 if corners[i % 8] % 3 < 2 else -2
    cube = Cube.from_placements(bytes(corners), bytes(edges))
    repairs = json("check", cube.facelets, code=1)["cubes"][0]["piece_repairs"]
    text = answered("check", cube.facelets, code=1).out
    found = re.search(r"\(([\d,]+) other repairs? would do as well\)", text)
    assert (int(found[1].replace(",", "")) if found else 0) == len(repairs) - 1
    assert (found is not None) == bool(seed % 2)


@pytest.mark.parametrize(
    ("rules", "status", "code"), [([], "complete", 0), (["at-most=9"], "unknown", 3)]
)
@pytest.mark.parametrize("beside", [SOLVED, "R U", "." * 54])
def test_one_open_cube_of_several_leaves_rules_undecided(folder, rules, status, code, beside):
    (folder / "cubes.txt").write_text(f"{beside}\n...{SOLVED[3:]}\n{SOLVED}\n")
    assert json("check", "cubes.txt", *rules, code=code)["status"] == status


@pytest.mark.parametrize("written", ["R R", "R R'", "M", "(R U)3", "x R", "U D U", "R U R' U'"])
def test_lengths_are_of_the_moves_that_are_printed(written):
    shown = json("apply", written)
    moves = [
        move for move in shown["simplified"].split() if move[0] in FACES
    ]  # rotations do not count
    quarters = sum(2 if "2" in move else 1 for move in moves)
    turns = len(moves)
    assert (shown["lengths"]["htm"], shown["lengths"]["qtm"]) == (turns, quarters)
    text = answered("apply", written).out
    assert f"{turns} htm" in text
    assert f"{quarters} qtm" in text


@pytest.mark.parametrize("move", ["M", "E2", "S'", "R M", "(U S)2"])
def test_the_small_cube_has_no_slices(move):
    assert answered("apply", move, POCKET, code=2).out == ""
    assert answered("apply", move).out


# solve


def test_each_of_many_cubes_is_written_in_its_own_letters(folder):
    cubes = [Cube.from_moves(m) for m in ("R U", "F2 L", "D B'", "L2")]
    schemes = [FACES, "WRGYOB", "123456", FACES]
    lines = [
        c.facelets.translate(str.maketrans(FACES, s)) for c, s in zip(cubes, schemes, strict=True)
    ]
    (folder / "cubes.txt").write_text("\n".join(lines))
    told = answered("solve", "cubes.txt").out.splitlines()
    assert [line for line in told if len(line) == 54 and " " not in line] == lines


@pytest.mark.parametrize(
    "option",
    [
        *(
            ["--method", "optimal"],
            ["--pruning-table", "tiny"],
            ["--threads", "2"],
            ["--max-nodes", "9"],
        ),
    ],
)
def test_a_small_cube_is_looked_up_and_takes_no_option_of_a_search(option):
    name = option[0].removeprefix("--").replace("-", " ")
    wrong = "optimal cannot solve a 2×2×2" if name == "method" else f"takes no {name};"
    assert wrong in answered("solve", POCKET, *option, code=2).err


def test_interrupted_batches_count_what_ctrl_c_came_before(monkeypatch, folder):
    from cubecsp.search import Method

    real, calls = Method.solve, itertools.count()

    def solve(*args, **more):
        if next(calls) == 2:
            raise KeyboardInterrupt
        return real(*args, **more)

    monkeypatch.setattr(Method, "solve", solve)
    (folder / "cubes.txt").write_text("R U F D L\nR\nF\nL\n")
    told = answered("solve", "cubes.txt", "--method", "breadth-first", "--max-length", "2", code=3)
    assert told.out.count("no moves were found: no solution") == 1
    assert told.err == "cubecsp solve: interrupted; 2 cubes not solved\n"


# picture


@pytest.mark.parametrize(("view", "remedy"), [("cube", "--back does"), ("plan", "--view net does")])
@pytest.mark.parametrize("seed", range(3))
def test_marks_that_are_not_seen_are_named(view, remedy, seed):
    rng = random.Random(seed)
    crossed, ringed = rng.sample(CUBE.names, 4), rng.sample(CUBE.names, 4)
    told = answered(
        "picture", "R U", "--view", view, "--mark", ",".join(crossed), "--ring", ",".join(ringed)
    )
    shown = set(re.findall(r'data-sticker="(\w+)"', told.out))
    unseen = [name for name in CUBE.names if name in {*crossed, *ringed} - shown]
    expected = f"the view {view} does not show {', '.join(unseen)}, marked; {remedy}"
    assert (expected in told.err) == bool(unseen)
    if unseen and view == "cube":
        assert answered("picture", "R U", "--back", "--mark", ",".join(crossed)).err == ""


@pytest.mark.parametrize(
    ("size", "pixels", "longer"), [(200, None, 200), (200, 90, 90), (0, 90, 90)]
)
def test_pixels_that_are_asked_for_come_before_those_of_an_address(size, pixels, longer):
    more = [] if pixels is None else ["--pixels", pixels]
    told = answered("picture", f"stage=oll&case=R U R'&size={size}", *more).out
    assert max(map(int, re.search(r'width="(\d+)" height="(\d+)"', told).groups())) == longer


@pytest.mark.parametrize("suffix", ["html", "htm", "HTML", "Htm"])
def test_pages_by_either_ending(folder, suffix):
    answered("picture", "R U", "R", "-o", f"cubes.{suffix}")
    assert (folder / f"cubes.{suffix}").read_text("utf-8").count("<figure>") == 2


# complete, repair, reach


@pytest.mark.parametrize("moves", ["", "x", "y2", "z'", "R U F", "x R U y"])
def test_how_a_small_cube_is_held_is_said(moves):
    """With DBL at home where the stickers allow that; a cube that shows it elsewhere, as given."""
    letters = after_moves(list(POCKET), moves, SMALL) if moves else list(POCKET)
    shown = Facelets("." + "".join(letters[1:]))
    dbl = [letters[facelet] for facelet in SMALL.corners.frames[HELD_SLOT]]
    words = "with DBL solved" if dbl == ["D", "B", "L"] else "in the given whole-cube orientation"
    told = complete(shown).sentence()
    assert told.startswith(f"1 cube agrees with the known stickers, {words} (")


@pytest.mark.parametrize("limit", [1, 2, "all"])
def test_whether_there_are_other_smallest_sets_is_said(limit):
    known = "UUFFUBRRR...D...F.....U."  # of the cube after R U
    answer = json("complete", known, "--fewest", "--limit", limit)
    told = answered("complete", known, "--fewest", "--limit", limit).out
    every = json("complete", known, "--fewest", "--limit", "all")["sets"]
    assert (answer["status"] == "complete") == (len(answer["sets"]) == len(every))
    assert ("of that size in all" in told) == (answer["status"] == "complete")
    assert ("there are other sets" in told) == (answer["status"] == "partial")
    for some in every:  # what is unknown cannot be looked at
        assert all(a in (".", b) for a, b in zip(some, known, strict=True))


@pytest.mark.parametrize("seed", range(4))
def test_changes_of_a_repair_are_told_as_before_and_after(seed):
    rng = random.Random(seed)
    letters = list(Cube.random(seed).facelets)
    where = rng.choice([f for f in range(54) if f not in CUBE.centres])
    letters[where] = rng.choice(sorted(set(FACES) - {letters[where]}))
    answer = json("repair", "".join(letters))
    told = answered("repair", "".join(letters)).out
    for found in answer["repairs"]:
        changes = ", ".join(
            f"{name} {letters[CUBE.names.index(name)]} to {found['facelets'][CUBE.names.index(name)]}"
            for name in found["changed"]
        )
        assert f"{found['facelets']}  {changes}\n" in told


@pytest.mark.parametrize("limit", [1, 2, 3, "all"])
@pytest.mark.parametrize("up_to", [None, 2])
def test_reach_says_whether_there_are_more(limit, up_to):
    """`U D` leads to solved from its inverse, and so does `D U`: exactly two shortest sequences."""
    more = [] if up_to is None else ["--up-to", up_to]
    answer = json("reach", "U' D'", "solved=all", "--limit", limit, *more)
    every = len(json("reach", "U' D'", "solved=all", "--limit", "all", *more)["cubes"])
    assert every == 2
    told = answered("reach", "U' D'", "solved=all", "--limit", limit, *more).out
    stopped = limit == 1
    assert answer.get("stopped") == ("limit" if stopped else None)
    assert answer["status"] == ("partial" if stopped else "complete")
    assert ("as asked; there are more" in told) == stopped
    assert ("there are no others" in told) == (not stopped)
    assert ("shortest" in told) == (up_to is None and not stopped)


@pytest.mark.parametrize(
    ("cube", "rule", "more", "reason"),
    [
        ("R U", "solved=all", ["--turns", "U2,R2"], "These moves cannot lead there: "),
        (
            "R U F",
            "solved=all",
            ["--up-to", "2"],
            "No sequence of up to 2 of these moves leads there",
        ),
        ("R U", "all(U1==U, not U1==U)", [], "No cube satisfies"),
    ],
)
def test_reach_gives_the_reason(cube, rule, more, reason):
    assert answered("reach", cube, rule, *more, code=1).out.startswith(reason)


# find, perfect-scramble, rules, tables, export, import-solution


@pytest.mark.parametrize("number", [5, 6, 7, 9])
def test_so_many_cubes_are_drawn(number):
    told = answered("find", "at-most=3", "--limit", number, "--color", "always").out
    assert told.count("\x1b[") > 0
    plain = re.sub(r"\x1b\[[\d;]*m", "", told)
    listed = re.findall(r"^[URFDLB]{54}$", plain, re.M)
    cells = re.findall(r"48;2;\d+;\d+;\d+", told)
    assert len(listed) == number
    assert len(cells) == 54 * min(number, 6)


@pytest.mark.parametrize("limit", [3, "all"])
def test_classes_are_told_as_they_are(limit):
    question = ["find", "solved=URF+UFL+UBR+ULB", "--size", "2", "--classes", "--limit", limit]
    answer = json(*question)
    told = answered(*question).out
    for cube in answer["cubes"]:
        size, some = cube["class_size"], cube["satisfying"]
        word = "satisfies" if some == 1 else "satisfy"
        end = "" if some == size else f", of which {some} {word} the rules"
        assert f"{cube['facelets']}  symmetry class of {size}{end}\n" in told
    count, classes = answer["count"], answer["classes"]
    assert count == sum(cube["satisfying"] for cube in answer["cubes"])
    cubes, kinds = f"{plural(count, 'cube')} of size 2×2×2", plural(classes, "symmetry class")
    last = told.splitlines()[-1]
    if limit == "all":
        assert last.startswith(f"{cubes} in {kinds}. There are no others")
    else:
        assert last.startswith(f"Stopped at {kinds} ({cubes}), as asked")


@pytest.mark.parametrize("used", [1, 2, 3, 8, 48])
def test_symmetries_are_counted_in_words(used, capsys):
    output.print_engine(Answer({"engine": "native", "symmetries": used}, Status.COMPLETE))
    told = capsys.readouterr().err
    assert told.endswith(f"{'no symmetry' if used == 1 else f'{used} symmetries'} used\n")


@pytest.mark.parametrize(
    ("optimal", "proven", "words"),
    [
        (True, 2, "(2 turns, the shortest there is)"),
        (False, 0, "(2 turns)"),
        (False, 8, "(2 turns)"),
        (False, 9, "(2 turns; none is shorter than 9)"),
        (False, 17, "(2 turns; none is shorter than 17)"),
        (False, None, "(2 turns)"),
    ],
)
def test_what_is_proven_of_moves_is_said(optimal, proven, words):
    moves = Moves("R U")
    cube = Cube().apply(~moves)
    report = CubeReport(cube.facelets, cube, moves, optimal=optimal, proven=proven)
    assert moves_in_words(report) == f"make it   U' R'   {words}\nsolve it  R U"


def test_classes_of_several_sizes_are_printed_largest_first(capsys):
    """Cubes are numbered through all classes, and each class begins with its least cube."""
    cubes = {s.of(Cube.from_moves(m)) for m in ("R", "R2 L2", "R U F") for s in SYMMETRIES}
    cubes.add(Cube())
    shuffled = random.Random(1).sample(sorted(cubes), len(cubes))
    reports = [CubeReport(cube.facelets, cube) for cube in shuffled]
    query = {"engine": "native", "symmetries": 1}
    answer = FindAnswer(query, Status.COMPLETE, cubes=reports, count=len(cubes), classes=4)
    perfect_scramble._print(answer, Printer(argparse.Namespace(), report=True))
    told = capsys.readouterr().out
    sizes = [int(n) for n in re.findall(r"^Symmetry class \d+ of 4 \((\d+) cubes?\)", told, re.M)]
    assert sizes == sorted(
        (class_size(Cube.from_moves(m)) for m in ("R U F", "R", "R2 L2", "")), reverse=True
    )
    lines = re.findall(r"^ *(\d+)  ([URFDLB]{54})$", told, re.M)
    assert [int(number) for number, _ in lines] == list(range(1, len(cubes) + 1))
    rest = iter(lines)
    for size in sizes:
        group = [Cube(letters) for _, letters in itertools.islice(rest, size)]
        assert len({canonical(cube) for cube in group}) == 1
        assert group[0] == min(group)


def test_a_dash_is_standard_output(folder):
    told = answered("export", "at-most=3", "--size", "2", "--to", "mzn", "-o", "-")
    assert told.out == answered("export", "at-most=3", "--size", "2", "--to", "mzn").out
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("solutions", "said"),
    [(1, "s SATISFIABLE"), (1, "s UNSATISFIABLE"), (0, "s UNSATISFIABLE")],
)
def test_what_a_solver_says_about_others_is_told(folder, said, solutions):
    write_files(folder)
    lines = (folder / "solution.txt").read_text().splitlines()
    values = [line for line in lines if line.startswith("v")][:solutions]
    (folder / "out.txt").write_text("\n".join([*values, said]) + "\n")
    ended = said == "s UNSATISFIABLE"
    code = 0 if solutions else 1
    last = answered("import-solution", "question.cnf", "out.txt", code=code).out.splitlines()[-1]
    expected = {
        (1, True): "1 cube of size 2×2×2; according to the solver, there are no others.",
        (1, False): "1 cube of size 2×2×2, checked; there may be more.",
        (0, True): "According to the solver, no cube of size 2×2×2 satisfies these rules.",
    }
    assert last == expected[solutions, ended]


def test_sizes_of_tables_are_in_the_unit_that_is_said(folder, monkeypatch):
    monkeypatch.setenv("CUBECSP_CACHE", str(folder / "cache"))
    for _ in range(2):
        told, answer = answered("tables").out, json("tables")
        for table in (*answer["stored"], *answer["possible"]):
            size, unit = re.search(rf"  {table['name']} +([\d.]+) (MB|GB)", told).groups()
            scale = {"MB": 10**6, "GB": 10**9}[unit]
            rounded = 0.051 if "." in size else 0.51
            assert float(size) == pytest.approx(table["bytes"] / scale, abs=rounded)
        answered("tables", "--make", "pocket-htm")


def test_a_damaged_table_is_a_no_only_where_that_is_asked(folder, monkeypatch):
    monkeypatch.setenv("CUBECSP_CACHE", str(folder / "cache"))
    file = answered("tables", "--make", "pocket-htm").out.split()[1]
    with open(file, "r+b") as table:
        table.seek(0)
        table.write(b"?" * 64)
    assert "damaged" in answered("tables").out
    assert json("tables")["stored"][0]["state"] == "damaged"
    assert "damaged: pocket-htm" in answered("tables", "--verify", code=1).out
