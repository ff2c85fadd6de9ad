"""Pages, terminals, notebooks: many cubes at once, and cubes where they show themselves."""

from __future__ import annotations

import io
import itertools
import os
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from html import escape
from html.parser import HTMLParser

import pytest
from asking import ask
from hypothesis import given
from rich.console import Console
from strategies import cubes

from cubecsp import (
    Answer,
    Cube,
    CubeReport,
    Facelets,
    InputError,
    Moves,
    PocketCube,
    Status,
    find,
    solve,
)
from cubecsp.cli.output import shows_colour
from cubecsp.files import write_whole
from cubecsp.formats.colour_words import colour_letter
from cubecsp.models import PERFECT_SCRAMBLE
from cubecsp.models.cases import set_called
from cubecsp.models.language.pattern_text import parse_pattern
from cubecsp.pictures.gallery import gallery_page, picture_of, write_gallery
from cubecsp.pictures.picture import picture
from cubecsp.pictures.terminal import net_coloured, net_letters, net_rows
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.cubes import cube_class
from cubecsp.puzzle.cube.stickers import width
from cubecsp.questions.check import check

NASTY = "</title><script>alert(1)</script> & \"quotes' ümlaut \u2028"


class Page(HTMLParser):
    """Reads a page, and sees to it that tags are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.attributes: list[dict[str, str | None]] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes.append(dict(attrs))
        if tag not in ("meta", "img", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes.append(dict(attrs))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def reports(count: int) -> list[CubeReport]:
    return [CubeReport(Cube.random(seed).facelets) for seed in range(count)]


def test_a_folder_has_a_file_for_each_cube_and_a_page(tmp_path):
    folder = tmp_path / "new" / "pictures"
    some = [
        CubeReport(c.facelets, c, Moves(m)) for c, m in ((Cube(), ""), (Cube.from_moves("R"), "R'"))
    ]
    files = write_gallery(folder, some, title="A <title>", summary="two & no more")
    assert [f.name for f in files] == ["cube-1.svg", "cube-2.svg", "index.html"]
    assert sorted(folder.iterdir()) == sorted(files)
    page = files[-1].read_text("utf-8")
    assert Page(page).tags.count("img") == 2
    assert "A &lt;title&gt;" in page
    assert "two &amp; no more" in page
    assert "make it (1 turn)" in page
    assert files[1].read_text("utf-8") == picture_of(some[1]).svg()


def test_pictures_of_an_earlier_run_do_not_stay(tmp_path):
    write_gallery(tmp_path, reports(12), title="", summary="")
    (tmp_path / "cube-07.svg").write_text("changed by somebody")
    (tmp_path / "cube-99.svg").write_text("never ours")
    (tmp_path / "notes.txt").write_text("nor this")
    (tmp_path / "cube-05.svg").unlink()
    files = write_gallery(tmp_path, reports(3), title="", summary="")
    kept = {"cube-07.svg", "cube-99.svg", "notes.txt"}
    assert {path.name for path in tmp_path.iterdir()} == kept | {path.name for path in files}
    assert (tmp_path / "cube-07.svg").read_text() == "changed by somebody"
    again = write_gallery(tmp_path, reports(3), title="", summary="")
    assert again == files
    assert all(path.exists() for path in again)


def test_a_page_of_somebody_else_has_nothing_removed(tmp_path):
    (tmp_path / "cube-1.svg").write_text("theirs")
    (tmp_path / "index.html").write_text('<img src="cube-1.svg">')
    write_gallery(tmp_path, [], title="", summary="")
    assert (tmp_path / "cube-1.svg").read_text() == "theirs"
    outside = tmp_path / "below"
    outside.mkdir()
    (outside / "index.html").write_text(f'<img src="../cube-1.svg" data-sha256="{"0" * 64}"')
    write_gallery(outside, [], title="", summary="")
    assert (tmp_path / "cube-1.svg").exists()


def test_pages_tell_the_size_of_classes_and_have_what_can_be_copied():
    (report,) = find("perfect-scramble", classes=True, limit=1, solve="two-phase")
    page = gallery_page([report], title="", summary="")
    tags = Page(page).tags
    assert "<dt>symmetry class</dt><dd>48 cubes</dd>" in page
    assert tags.count("button") == 3
    for text in (report.facelets, str(report.generator), str(report.solution)):
        assert f'data-copy="{escape(text)}"' in page
    some = replace(report, satisfying=6)
    assert "48 cubes, of which 6 satisfy the rules" in gallery_page([some], title="", summary="")


def test_cards_have_names_shares_algorithms_and_links():
    answer = find("solved=F2L solved=corners", same_under="auf", link="alg.cubing.net")
    first, second, *rest = answer
    second = replace(second, case="A <b>", algorithms=("R U2", "y' L2'"))
    page = Page(gallery_page([first, second, *rest], title="", summary=""))
    assert page.tags.count("h2") == len(answer)
    assert {"1", "A <b>", "R U2", "y' L2'"} <= {*page.texts}
    for report in answer:
        assert any(report.chance in text for text in page.texts)
    links = [a["href"] for a in page.attributes if a.get("href", "").startswith("https")]
    assert links == [report.link for report in answer]
    assert page.texts.count("alg.cubing.net") == len(answer)


def test_sheets_of_sets_have_cases_with_what_solves_the_pictures(tmp_path):
    ask("find", "PLL", "--same-under", "auf", "--limit", "all", "-o", tmp_path, "--view", "plan")
    text = (tmp_path / "index.html").read_text("utf-8")
    page = Page(text)
    names = [*set_called("PLL").members]
    assert [one for one in page.texts if one in names] == names
    for report in find("PLL", same_under="auf"):
        assert {report.case, *report.algorithms} <= {*page.texts}
        for moves in report.algorithms:
            corners = report.cube.apply(moves)
            assert any(corners.apply(turn).is_solved for turn in ("", "U", "U2", "U'"))
    shares = [Fraction(found[1]) for found in re.finditer(r": (1/\d+) \(", text)]
    assert sum(shares) == 1
    style = text.partition("@media print")[2]
    for rule in ("break-inside: avoid", "print-color-adjust: exact", "button, .letters"):
        assert rule in style


def test_sheets_are_a_page_and_show_what_a_set_ignores_grey(tmp_path):
    line = ["find", "OLL=27", "--same-under", "auf", "--limit", "all", "--view", "plan", "-o"]
    page = tmp_path / "sheet.html"
    assert str(page) in ask(*line, page).out
    (report,) = find("OLL=27", same_under="auf", limit=None)
    drawn = picture_of(report, "plan").facelets.letters
    assert "".join(drawn[:9]) == "".join(c if c == "U" else "." for c in report.facelets[:9])
    assert drawn[9:36].count("U") + drawn[36:].count("U") == report.facelets[9:].count("U")
    assert page.read_text("utf-8").count("<figure>") == 1
    assert "is one picture" in ask(*line, tmp_path / "sheet.svg").err


@pytest.mark.parametrize("count", [0, 1, 40])
def test_one_file_has_all_cubes_in_it(count):
    text = gallery_page(reports(count), title=NASTY, summary=NASTY)
    page = Page(text)
    assert page.tags.count("figure") == count
    assert page.tags.count("script") == 1  # which is ours
    assert NASTY in page.texts
    assert not re.search(r"https?://|src=", text.replace("http://www.w3.org", ""))
    known = {a["id"] for a in page.attributes if "id" in a}
    assert {a["href"].removeprefix("#") for a in page.attributes if "href" in a} <= known
    titles = [text for text in page.texts if text.startswith("the net of the cube")]
    assert len(titles) == count


@pytest.mark.slow
def test_a_thousand_cubes_share_their_outlines():
    text = gallery_page(reports(1000), title="many", summary="")
    assert len(text) < 3_000_000
    assert text.count("<use") == 1000 * (54 + 6)
    assert text.count("<path") == 54 + 6


def test_what_is_wrong_is_marked():
    twisted = Facelets.parse("U" * 9 + "R" * 9 + "F" * 9 + "D" * 9 + "L" * 9 + "B" * 8 + "U")
    report = check([twisted]).cubes[0]
    assert 53 in picture_of(report).ringed
    chess = check([Facelets.of(Cube.from_moves("M2 E2 S2"))], PERFECT_SCRAMBLE).cubes[0]
    assert picture_of(chess).crossed
    assert not picture_of(chess).ringed
    unknown = check([Facelets("." * 54)]).cubes[0]
    assert not picture_of(unknown).ringed


def test_no_half_written_file_stays(tmp_path):
    (tmp_path / "index.html").mkdir()  # the page cannot take this name
    with pytest.raises(InputError, match="index.html"):
        write_gallery(tmp_path, [], title="", summary="")
    assert [p.name for p in tmp_path.iterdir()] == ["index.html"]


def test_save_goes_by_the_suffix(tmp_path):
    shown = picture(Cube())
    assert shown.save(tmp_path / "a.SVG").read_text("utf-8") == shown.svg()
    with pytest.raises(InputError, match=r"end it in \.svg or \.png"):
        shown.save(tmp_path / "a.gif")


def test_a_cube_of_an_answer_is_drawn_in_the_letters_that_it_was_given_in():
    turned = "".join(face * 9 for face in "DLBURF")
    assert picture_of(check(Facelets(turned)).cubes[0]).facelets.letters == turned
    assert picture_of(CubeReport(turned)).facelets.letters == turned
    scheme = "YRGWOB"
    shown = picture_of(check(Facelets(turned, scheme)).cubes[0])
    assert shown.facelets.scheme == scheme
    assert shown.look == picture(Facelets(turned, scheme)).look


def test_text_that_cannot_be_encoded_is_not_written(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(tmp_path / "a.html", "\udcff")
    assert list(tmp_path.iterdir()) == []


@given(cubes)
def test_net_letters_are_the_facelets_row_by_row(cube):
    lines = net_letters(cube.facelets).split("\n")
    assert "".join("".join(lines[:3]).split()) == cube.facelets[:9]
    assert "".join("".join(lines[6:]).split()) == cube.facelets[27:36]
    assert lines[3].split() == [
        cube.facelets[9 * face + i] for face in (4, 2, 1, 5) for i in range(3)
    ]


@pytest.mark.parametrize("puzzle", [cube_puzzle(size) for size in (2, 3, 4, 7)], ids=str)
def test_net_rows_hold_every_facelet_once(puzzle):
    found = [f for row in net_rows(puzzle) for f in row if f is not None]
    assert sorted(found) == list(range(puzzle.facelet_count))


def test_neighbours_in_the_net_are_neighbours_on_the_cube():
    """Where two faces share a side in the net, the colours of a turn run across it."""
    rows = net_rows()
    after = Cube.from_moves("R").facelets
    column = [after[rows[row][5]] for row in range(9)]
    assert "".join(column) == "FFFDDDBBB"  # F has come up, D in front, B below
    assert after[rows[3][6]] == "R"


def test_marks_on_a_terminal():
    assert net_letters(Cube().facelets, marked={0}).split()[0] == "u"
    assert net_letters("." * 24, marked={0}).split()[0] == "*"
    assert net_letters(Cube().facelets, marked={0}, scheme="123456").split()[0] == "(1)"
    assert net_coloured(Cube().facelets, marked={0}).plain.split() == ["U*"]
    assert net_coloured(PocketCube().facelets, few=True).plain.count("R ") == 4


def printed(when: str = "always", **environment: str) -> str:
    """Return the net of a solved cube as the command line prints it into a pipe."""
    names = ("COLORTERM", "TERM", "NO_COLOR", "FORCE_COLOR", "COLUMNS")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    command = [sys.executable, "-m", "cubecsp", "apply", "", "--color", when]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env=kept | environment
    ).stdout


@pytest.mark.ordinary(1)
@pytest.mark.parametrize("environment", [{"COLORTERM": "truecolor", "TERM": "xterm"}, {}])
def test_colours_of_24_bits(environment):
    text = printed(**environment)
    assert len(set(re.findall(r"48;2;\d+;\d+;\d+", text))) == 6


def test_colours_of_a_terminal_with_256():
    text = printed(TERM="xterm-256color")
    assert len(set(re.findall(r"48;5;\d+", text))) == 6
    assert "48;2" not in text


def test_sixteen_colours_come_with_letters():
    text = printed(TERM="linux")
    assert "48;" not in text
    net = re.sub(r"\x1b\[[\d;]*m", "", text).partition(":\n")[2]
    assert net.split()[:9] == ["U"] * 9


@pytest.mark.slow
def test_colours_that_are_asked_for_are_given_in_spite_of_no_color():
    assert "48;5" in printed(TERM="xterm-256color", NO_COLOR="1")
    assert "48;2" in printed(TERM="dumb")
    assert "\x1b" not in printed("auto", TERM="xterm-256color")  # a pipe
    assert "\x1b" not in printed("never", TERM="xterm-256color")


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_terminals_that_want_no_colour(monkeypatch, environment, wanted):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert shows_colour() is wanted


@pytest.mark.parametrize(
    "shown",
    [
        Cube(),
        PocketCube(),
        cube_class(4).random(1),
        cube_class(7)(),
        Facelets("." * 54),
        Facelets("U" * 24),
        Facelets("U" * 96),
    ],
)
def test_cubes_show_themselves(shown):
    assert shown._repr_svg_().startswith("<svg")


def test_patterns_show_their_rules():
    page = Page(PERFECT_SCRAMBLE._repr_html_())
    assert page.tags.count("tr") == len(PERFECT_SCRAMBLE.rules)


@pytest.mark.parametrize(
    ("text", "known"),
    [("solved=cross", 6 + 8), ("at-most=2", None), ("stickers=" + "U" * 9 + "." * 45, 14)],
)
def test_patterns_show_the_stickers_that_they_settle(text, known):
    page = Page(parse_pattern([text])._repr_html_())
    assert page.tags.count("img") == (known is not None)
    titles = [a["alt"] for a in page.attributes if "alt" in a]
    assert [sum(c in "URFDLB" for c in t.split()[-1]) for t in titles] == ([known] if known else [])


def test_answers_show_their_cubes():
    answer = Answer({"question": "find"}, Status.COMPLETE, reports(20), count=20)
    page = Page(answer._repr_html_())
    assert page.tags.count("img") == 12
    assert "and 8 more" in page.texts
    page = Page(replace(answer, cubes=answer.cubes[:12])._repr_html_())
    assert not any("more" in text for text in page.texts)
    assert "20 cubes" in "".join(page.texts)


def test_importing_cubes_imports_no_pictures():
    code = "from cubecsp import Cube; Cube(); import sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "cubecsp.pictures" not in loaded.stdout.split()


SYSTEMS = ("truecolor", "256", "standard")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("scheme", ["URFDLB", "WRGBOY", "⬜🟥🟩🟨🟧🟦", "KRGYPB"])
def test_six_colours_and_unknown_ones_differ_on_every_terminal(system, scheme):
    """Orange from red above all: sixteen colours have no orange."""
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system=system, width=80, no_color=False
    )
    shown = "." + Cube().facelets[1:]
    console.print(net_coloured(shown, scheme=scheme, few=system == "standard"))
    text = console.file.getvalue()
    paints = set(re.findall(r"\x1b\[[\d;]*?(4[0-7]|10[0-7]|48;5;\d+|48;2;\d+;\d+;\d+)m", text))
    assert len(paints) == 7, text
    assert not {"41", "101"} <= paints  # red and bright red look too much alike


def test_marks_leave_every_letter_readable():
    marked = set(range(0, 54, 5))
    for scheme in ("URFDLB", "WRGYOB", "123456", "⬜🟥🟩🟨🟧🟦"):
        facelets = Cube.random(3).facelets
        wanted = [colour_letter(c) for c in facelets.translate(str.maketrans("URFDLB", scheme))]
        for few in (False, True):
            text = net_coloured(facelets, marked=marked, scheme=scheme, few=few).plain
            assert text.count("*") == len(marked)
            cells = re.findall(r"(\S)\*", text)
            assert sorted(cells) == sorted(wanted[facelet] for facelet in marked)
        letters = net_letters(facelets, marked=marked, scheme=scheme)
        shown = re.findall(r"[^\s()]", letters.upper() if scheme.isalpha() else letters)
        assert sorted(shown) == sorted(facelets.translate(str.maketrans("URFDLB", scheme)))


@given(cubes)
def test_nets_of_emoji_are_aligned(cube):
    """Every line has its stickers in the columns that it has with letters, each twice as wide."""
    emoji = "⬜🟥🟩🟨🟧🟦"
    for marked in (set(), {0, 20}):
        wide = net_letters(cube.facelets, marked=marked, scheme=emoji).split("\n")
        digits = net_letters(cube.facelets, marked={1}, scheme="123456").split("\n")
        letters = net_letters(cube.facelets).split("\n")
        for line, narrow, plain in zip(wide, digits, letters, strict=True):
            starts = [_columns(line[:i]) for i, c in enumerate(line) if c in emoji]
            if marked:
                assert starts == [
                    i * 4 + 1 for i in (j // 3 for j, c in enumerate(narrow) if c.isdigit())
                ]
            else:
                assert len(starts) == len(plain.split())
                assert {b - a for a, b in itertools.pairwise(starts)} == {3}


def _columns(text: str) -> int:
    return sum(width(char) for char in text)


def test_commands_say_what_marks_mean():
    shown = "..." + Cube.from_moves("R U F").facelets[3:]
    for color, words in (("always", "(* marks the stickers that were unknown)"), ("never", "")):
        out = ask("complete", shown, "--color", color).out
        assert words in out
    assert "(the stickers that were unknown are written small)" in ask("complete", shown).out
    wrong = Cube().facelets[:1].replace("U", "R") + Cube().facelets[1:]
    assert "(* marks the stickers concerned)" in ask("check", wrong, "--color", "always").out
    solved = Cube().facelets
    assert "* if unknown" in ask("check", f"{solved[:8]}.F{solved[10:]}").out


def test_what_is_said_of_moves_is_not_copied_with_them():
    page = gallery_page(solve("L", turns="r'").cubes, title="", summary="")
    assert "r&#x27;  (the whole cube is then turned: x&#x27;)</dd>" in page
    copied = re.findall(r'data-copy="([^"]*)"', page)
    assert "r&#x27;" in copied
    assert not any("turned" in text for text in copied)
