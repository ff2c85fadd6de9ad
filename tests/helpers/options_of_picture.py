"""Tests of the options of `picture`; see `options_registered`."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from options_registered import (
    NO_CUBE,
    answered,
    choices,
    option,
    refused,
    usual,
)


def drawn(*options: object, cube: str = "R U") -> str:
    return answered("picture", cube, *options).out


@option("--output", "picture")
def writes_what_the_suffix_says(command):
    for name, start in (("a.svg", b"<svg"), ("a.html", b"<!DOCTYPE html>"), ("a.png", b"\x89PNG")):
        assert f"picture: {name}" in usual(command, "-o", name).out
        with open(name, "rb") as file:
            assert file.read().startswith(start)
    assert "index.html" in usual(command, "-o", "folder").out
    assert usual(command, "-o", "-").out == usual(command).out
    assert ".svg" in refused(command, "R", "-o", "cube.gif")


@option("--view", "picture")
def draws_in_three_ways(command):
    views = {view: drawn("--view", view) for view in choices(command, "--view") if view != "solid"}
    assert len(set(views.values())) == len(views) == 3
    assert views["net"] == drawn()


@option("--back", "picture")
def shows_the_hidden_faces(command):
    beside, floating = (drawn("--back", back) for back in choices(command, "--back"))
    assert len({beside, floating, drawn("--view", "cube")}) == 3
    assert drawn("--back") == drawn("--back", "--view", "cube") == beside
    for view in ("net", "plan"):
        assert "--view cube" in refused(command, "R", "--back", "--view", view)


@option("--rotation", "picture")
def turns_the_cube(command):
    assert (
        drawn("--rotation", "y30x-20") != drawn("--view", "cube") == drawn("--rotation", "y45x-34")
    )
    for view in ("net", "plan"):
        assert "--view cube" in refused(command, "R", "--rotation", "y30", "--view", view)


@option("--pixels", "picture")
def sets_the_longer_side(command):
    for view in ("net", "cube", "plan"):
        for pixels in (90, 200):
            root = ElementTree.fromstring(drawn("--view", view, "--pixels", pixels))
            assert max(float(root.attrib[side]) for side in ("width", "height")) == pixels
    usual(command, "--pixels", "90", "-o", "a.png")
    with open("a.png", "rb") as file:
        sides = file.read(24)[16:]
    assert max(int.from_bytes(sides[:4]), int.from_bytes(sides[4:])) == 90
    for several in ("a.html", "folder"):
        assert "--pixels" in refused(command, "R", "--pixels", "90", "-o", several)
    refused(command, "R", "--pixels", "0")


@option("--scheme", "picture")
def paints_in_other_colours(command):
    assert "#123456" in drawn("--scheme", "#123456,red,green,blue,white,black")
    assert drawn("--scheme", "grey") != drawn()
    assert "colour scheme" in refused(command, "R", "--scheme", "red,green")


@option("--background", "picture")
def paints_behind_everything(command):
    assert "#123456" in drawn("--background", "#123456")
    assert "#123456" not in drawn()
    assert "is not a colour" in refused(command, "R", "--background", "?")


@option("--letters", "picture")
@option("--shapes", "picture")
def puts_letters_or_shapes_on_stickers(command):
    assert len({drawn("--letters"), drawn("--shapes"), drawn()}) == 3
    assert "choose one" in refused(command, "R", "--letters", "--shapes")


@option("--mark", "picture")
@option("--ring", "picture")
def marks_stickers(command):
    assert len({drawn("--mark", "U1"), drawn("--ring", "U1"), drawn("--mark", "U2"), drawn()}) == 4
    for flag in ("--mark", "--ring"):
        assert "is not a sticker" in refused(command, "R", flag, "U0")


@option("--check", "picture")
def rings_stickers_of_no_cube(_command):
    assert drawn("--check", cube=NO_CUBE) != drawn(cube=NO_CUBE)
    assert drawn("--check") == drawn()


@option("--rule", "picture")
def crosses_stickers_that_break_a_rule(command):
    assert drawn("--rule", "at-most=5") != drawn()
    assert drawn("--rule", "at-most=9") == drawn()
    assert "no-such-rule" in refused(command, "R", "--rule", "no-such-rule")


@option("--arrows", "picture")
def draws_arrows(command):
    assert len({drawn("--arrows", "U1U3"), drawn("--arrows", "U3U1"), drawn()}) == 3
    assert "cannot be read" in refused(command, "R", "--arrows", "U1")


@option("--title", "picture")
def gives_a_title(command):
    assert "A cube" in drawn("--title", "A cube")
    assert "A cube" not in drawn()
    usual(command, "--title", "A cube", "-o", "a.html")
    with open("a.html", encoding="utf-8") as file:
        assert "<title>A cube" in file.read()
