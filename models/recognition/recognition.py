"""The likeliest cube that shows measured colours: everything in this folder, put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

import numpy as np

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.models.recognition.arrangements import arrangements
from cubecsp.models.recognition.balanced import BalancedColourings
from cubecsp.models.recognition.colour_likelihoods import VARYING
from cubecsp.models.recognition.colour_space import TYPICAL, Colours, lab_of, rgb_of
from cubecsp.models.recognition.estimation import (
    Hypothesis,
    MeasuredScene,
    from_likelihoods,
    hypotheses_of,
    starts,
)
from cubecsp.models.recognition.face_order import FaceOrder, best_orders, rearrangement
from cubecsp.models.recognition.likeliest import FORBIDDEN, Costs
from cubecsp.models.recognition.measurements import Measurements
from cubecsp.models.recognition.objection import Objection, objection
from cubecsp.models.recognition.ranking import Ranking, ranking_of
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle

_ROUNDS_FOR_ORDER = 2


@frozen
class Evidence:
    """The measurements, and what the user knows about the cube.

    Attributes:
        measurements: of the stickers.
        scheme: the letters of the colours of the faces U R F D L B, for a cube in the usual orientation.
        known: whether the cube has this scheme for certain.
        confirmed: the letters of the colours of facelets that are certain.
        any_order: whether faces may be in any order, and turned in any way.
        number: how many cubes are wanted.
    """

    measurements: Measurements
    scheme: str
    known: bool
    confirmed: Mapping[int, str]
    any_order: bool
    number: int

    @property
    def excluded(self) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        """The colours that facelets certainly do not have: array (facelets, 6)."""
        excluded = np.zeros((self.measurements.puzzle.facelet_count, 6), np.bool_)
        for facelet, letter in self.confirmed.items():
            excluded[facelet] = [letter != colour for colour in self.scheme]
        return excluded

    def scene(self, order: FaceOrder | None) -> MeasuredScene:
        """Return the scene, with faces in an order; None for that in which they were given."""
        measurements = self.measurements
        puzzle = measurements.puzzle
        facelets = np.arange(puzzle.facelet_count)
        if order is not None:
            facelets = rearrangement(puzzle.size, order)
        return MeasuredScene(
            puzzle,
            measurements.values[facelets],
            measurements.seen[facelets],
            self.excluded,
            lab_of(np.array([TYPICAL[letter] for letter in self.scheme], np.float64)),
            arrangements(puzzle, self.known, self.any_order),
            self.number,
        )


@frozen
class Recognition:
    """The result of a recognition.

    Attributes:
        given: the evidence.
        ranking: the candidates.
        objection: the objection to all of them, None if there is none.
        order: the places of faces that were given in any order; None if they stay in place.
    """

    given: Evidence
    ranking: Ranking
    objection: Objection | None
    order: FaceOrder | None

    @property
    def puzzle(self) -> CubePuzzle:
        """The cube."""
        return self.given.measurements.puzzle

    @cached_property
    def nearest(self) -> str:
        """The likeliest colour of each sticker by itself, as a letter."""
        costs = self.ranking.best.costs
        return "".join(self.given.scheme[colour] for colour in costs.argmin(axis=1))

    @property
    def colours(self) -> Colours | None:
        """Red, green and blue (0…255) of the colours of the scheme, as measured; None for likelihoods."""
        appearance = self.ranking.best.appearance
        if appearance is None:
            return None
        balance = self.given.scene(self.order).white_balance
        return np.clip(rgb_of(appearance.colours) / balance, 0, 255)


def recognition(given: Evidence) -> Recognition:
    """Recognise a cube.

    Raises:
        InputError: what is confirmed contradicts itself, or the measurements say nothing.
    """
    if not given.measurements.are_likelihoods:
        given.measurements.require_colours()
    orders: list[FaceOrder | None] = [None]
    if given.any_order:
        orders = [*_orders(given)]
    found: list[tuple[Hypothesis, FaceOrder | None]] = []
    for order in orders:
        found += [(one, order) for one in _hypotheses(given, given.scene(order))]
    ranking = ranking_of([hypothesis for hypothesis, _ in found])
    best = ranking.best
    if not best.cubes.exists:
        raise InputError(
            "no cube agrees with all the stickers that are given as certain",
            "leave out one of the two",
        )
    order = next(order for hypothesis, order in found if hypothesis is best)
    return Recognition(given, ranking, objection(given.measurements.puzzle, best), order)


def _hypotheses(given: Evidence, scene: MeasuredScene) -> list[Hypothesis]:
    if given.measurements.are_likelihoods:
        return from_likelihoods(scene, _likelihood_costs(given, scene))
    return hypotheses_of(scene)


def _likelihood_costs(given: Evidence, scene: MeasuredScene) -> Costs:
    costs = replace(given.measurements, values=scene.measured, seen=scene.seen).costs
    return costs + FORBIDDEN * scene.excluded


def _orders(given: Evidence) -> list[FaceOrder]:
    """Return the likeliest orders of faces, with colours estimated from how often each occurs."""
    scene = replace(given, confirmed={}).scene(None)
    if given.measurements.are_likelihoods:
        return best_orders(scene.puzzle, _likelihood_costs(given, scene))
    appearance = starts(scene)[0].under(VARYING)
    for _ in range(_ROUNDS_FOR_ORDER):
        balanced = BalancedColourings(scene.puzzle, scene.costs(appearance), horizon=0.0)
        appearance = appearance.fitted(balanced.shares)
    return best_orders(scene.puzzle, scene.costs(appearance) * appearance.trust)
