"""Texts of users in HTML and SVG: what they write never becomes a tag."""

from __future__ import annotations

import re
from dataclasses import replace
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


class Some(list):
    """An answer with a sentence."""

    cubes = property(list)

    def sentence(self) -> str:
        return EVIL


def outputs(folder: Path) -> list[str]:
    evil = picture(Cube(), title=EVIL)
    more: dict[str, Any] = {"case": EVIL, "algorithms": (EVIL,), "link": f"https://x.y/{EVIL}"}
    reports = Some([CubeReport(Cube.from_moves("R U F").facelets, scheme="<&>\"'x", **more)])
    told: dict[str, Any] = {"title": EVIL, "summary": EVIL, "pictures": [evil]}
    rule = type("Rule", (), {"__str__": lambda _: EVIL, "describe": lambda _: EVIL})()
    pattern = SimpleNamespace(rules=[rule], name=EVIL, puzzle=CUBE, primitives=())
    shape = replace(evil.scene.shapes[-1], sticker=EVIL)
    files = gallery.write_gallery(folder, reports, **told)
    return [
        evil.svg(),
        gallery.gallery_page(reports, **told),
        files[-1].read_text("utf-8"),
        notebook._image(evil),
        notebook.html.dispatch(Answer)(reports),
        notebook.html.dispatch(Pattern)(pattern),
        scene.Scene((shape,), EVIL, None).svg(),
    ]


def test_no_text_becomes_a_tag(tmp_path):
    for text in outputs(tmp_path):
        assert not re.search("<evil|evil>", text)
