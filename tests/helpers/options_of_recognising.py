"""Tests of the options of what recognises cubes; see `options_registered`."""

from __future__ import annotations

from json import dumps, loads
from pathlib import Path

import numpy as np
from options_registered import answered, json, option, refused, usual

from cubecsp.models.recognition.colour_space import lab_of
from cubecsp.models.recognition.face_order import rearranged

ORDER = ((2, 1), (0, 3), (1, 0), (5, 2), (3, 0), (4, 1))


def stickers() -> np.ndarray:
    return np.array(loads(Path("scan.json").read_text("utf-8")), float)


def write(name: str, rows: np.ndarray) -> None:
    Path(name).write_text(dumps(rows.tolist()), "utf-8")


@option("--space", "recognise")
def reads_other_numbers(command):
    write("lab.json", np.round(lab_of(stickers()), 2))
    told = answered(command, "lab.json", "--space", "lab").out
    assert told.splitlines()[:10] == usual(command).out.splitlines()[:10]
    assert "U1" in refused(command, "scan.json", "--space", "lab")
    assert "--space" in refused(command, "scan.json", "--space", "hsv")


@option("--scheme", "recognise")
def takes_the_scheme_for_certain(command):
    plain = json(command, "scan.json")["cubes"][0]
    assert plain["scheme"] == "WRGYOB"
    assert json(command, "scan.json", "--scheme", "western")["cubes"][0] == plain
    purple = json(command, "scan.json", "--scheme", "WRGYOP")["cubes"][0]
    assert (purple["facelets"], purple["scheme"]) == (plain["facelets"], "WRGYOP")
    assert "looks like" in refused(command, "scan.json", "--scheme", "123456")


@option("--confirm", "recognise")
def takes_a_sticker_for_certain(command):
    doubtful = json(command, "doubtful.json")
    asked = doubtful["ask"]
    (other, *_) = asked["others"]
    confirmed = json(command, "doubtful.json", "--confirm", f"{asked['sticker']}={other}")
    first, second = doubtful["cubes"][0]["written"], confirmed["cubes"][0]["written"]
    place = ("URFDLB".index(asked["sticker"][0])) * 9 + int(asked["sticker"][1]) - 1
    assert (first[place], second[place]) == (asked["colour"], other)
    twice = ["--confirm", f"{asked['sticker']}={other}", "--confirm", "U5=W"]
    assert json(command, "doubtful.json", *twice)["cubes"][0]["written"] == second
    assert "no sticker" in refused(command, "scan.json", "--confirm", "U0=W")
    assert "no such colour" in refused(command, "scan.json", "--confirm", "U1=pink")


@option("--faces", "recognise")
def finds_out_where_faces_belong(command):
    write("shuffled.json", stickers()[rearranged(3, ORDER)])
    told = json(command, "shuffled.json", "--faces", "any")
    assert told["cubes"][0]["written"] == json(command, "scan.json")["cubes"][0]["written"]
    for face in told["faces"]:
        given, turns = ORDER["URFDLB".index(face["given"])]
        assert (face["face"], (face["turns"] + turns) % 4) == ("URFDLB"[given], 0)
    assert "--faces" in refused(command, "scan.json", "--faces", "some")


@option("--limit", "recognise")
def lists_so_many_cubes_at_most(command):
    every = json(command, "doubtful.json")["cubes"]
    assert 1 < len(every) <= 5
    assert [c["facelets"] for c in json(command, "doubtful.json", "--limit", "1")["cubes"]] == [
        every[0]["facelets"]
    ]
    assert every == sorted(every, key=lambda cube: -cube["probability"])
    refused(command, "doubtful.json", "--limit", "0")
