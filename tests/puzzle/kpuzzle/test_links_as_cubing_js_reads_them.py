"""cubing.js reads our links to players as we do, and writes the same ones."""

from __future__ import annotations

import random
from urllib.parse import parse_qs, urlsplit

import pytest
from cubing_js import asked, needed

from cubecsp import Facelets, cube_class, solve
from cubecsp.formats.players import link
from cubecsp.puzzle.cube.cube_puzzle import cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES

pytestmark = [needed, pytest.mark.npm]

NAMES = {2: FACES, 3: [*FACES, "Rw", "M", "x", "[F, R]"], 4: [*FACES, "Rw", "2-3Lw", "2U", "y"]}


def texts(size, count):
    rng = random.Random(size)
    for _ in range(count):
        yield " ".join(rng.choice(NAMES[size]) + rng.choice(["", "2", "'"]) for _ in range(8))


@pytest.mark.parametrize("size", NAMES)
def test_its_cube_is_solved_by_the_moves_of_our_links(size):
    links = []
    for number, text in enumerate(texts(size, 6)):
        made = Facelets.of(cube_class(size).from_moves(text))
        given = {"cubes": text, "size": size} if number % 2 else {"cubes": made}
        (report,) = solve(**given, link="twizzle")
        links.append(report.link)
    wrong = link("twizzle", "R2", cube_puzzle(size), setup="R")
    (told,) = asked([{"puzzle": f"{size}x{size}x{size}", "links": [*links, wrong]}])
    assert told["links"] == [True] * len(links) + [False]


@pytest.mark.parametrize("size", NAMES)
def test_it_writes_the_same_links_to_alg_cubing_net(size):
    every = list(texts(size, 10))
    options = [
        {"setup": setup, "alg": alg, "puzzle": f"{size}x{size}x{size}"}
        for setup, alg in zip(every, reversed(every), strict=True)
    ]
    (told,) = asked([{"puzzle": f"{size}x{size}x{size}", "written": options}])
    for one, theirs in zip(options, told["written"], strict=True):
        ours = link("alg.cubing.net", one["alg"], cube_puzzle(size), setup=one["setup"])
        expected = parse_qs(urlsplit(theirs).query)
        if size == 3:  # which ours leave to the page
            del expected["puzzle"]
        assert parse_qs(urlsplit(ours).query) == expected
