"""Texts of users in HTML and SVG: every place that escapes is given some that would be tags, and none comes through."""

from __future__ import annotations

import ast
import html
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cubecsp import Cube, CubeReport
from cubecsp.models.core.pattern import Pattern
from cubecsp.pictures import gallery, notebook, scene
from cubecsp.pictures.picture import picture
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.questions.answers.answer import Answer

EVIL = "<evil>&\"'"
CALM = {  # what is no text of a user
    ("gallery.py", "term"): "a word of ours",
    ("gallery.py", "urlsplit(report.link).hostname or ''"): "a host has no such characters",
    ("notebook.py", "report.facelets"): "stickers of a puzzle have the letters of its definition",
    ("notebook.py", "lines"): "moves, and sentences about them",
}


def places() -> set[tuple[str, int]]:
    """Return each line that escapes a text of a user."""
    found, calm = set(), set(CALM)
    for path in sorted(Path(gallery.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name, args = ast.unparse(node.func), node.args
            if name == "map" and ast.unparse(args[0]) == "escape":
                name, args = "escape", args[1:]
            if name == "escape":
                said = (path.name, ast.unparse(args[0]))
                if said in CALM:
                    calm.discard(said)
                else:
                    found.add((path.name, node.lineno))
    assert not calm
    return found


class Tags(HTMLParser):
    """Fails for a tag, or an attribute, that a text has made."""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        assert "evil" not in tag
        assert not any("evil" in name or "<" in name for name, _ in attrs)

    handle_startendtag = handle_starttag


class Some(list):
    """An answer with a sentence."""

    cubes = property(list)

    def sentence(self) -> str:
        return EVIL


def outputs(folder: Path) -> list[str]:
    evil = picture(Cube(), title=EVIL)
    letters = Cube.from_moves("R U F").facelets
    more: dict[str, Any] = {"case": EVIL, "algorithms": (EVIL,), "link": f"https://x.y/{EVIL}"}
    reports = [
        CubeReport(letters, scheme="<&>\"'x", **more),
    ]
    told: dict[str, Any] = {"title": EVIL, "summary": EVIL, "pictures": [evil] * len(reports)}
    shown = Some(reports[:1])
    rule = type("Rule", (), {"__str__": lambda _: EVIL, "describe": lambda _: EVIL})()
    pattern = SimpleNamespace(rules=[rule], name=EVIL, puzzle=CUBE, primitives=())
    shape = replace(evil.scene.shapes[-1], sticker=EVIL)
    files = gallery.write_gallery(folder, reports, **told)
    return [
        evil.svg(),
        gallery.gallery_page(reports, **told),
        files[-1].read_text("utf-8"),
        notebook._image(evil),
        notebook.html.dispatch(Answer)(shown),
        notebook.html.dispatch(Pattern)(pattern),
        scene.Scene((shape,), EVIL, None).svg(),
    ]


def test_no_text_becomes_a_tag(tmp_path, monkeypatch):
    met = set()

    def escape(text: str) -> str:
        frame = sys._getframe(1)
        if html.escape(text) != text:
            met.add((Path(frame.f_code.co_filename).name, frame.f_lineno))
        return html.escape(text)

    for module in (gallery, notebook, scene):
        monkeypatch.setattr(module, "escape", escape)
    for text in outputs(tmp_path):
        assert EVIL not in text
        assert "<evil" not in text
        assert "evil>" not in text
        Tags().feed(text)
    assert places() - met == set()
