"""Logic programs end with the time of the question, whether they are being read or written out for all values."""

from __future__ import annotations

import pytest
from test_one_deadline import HOUR, Clock

from cubecsp.errors import LimitError, OutOfTimeError
from cubecsp.models.engines.grounding import check_grounding
from cubecsp.models.programs.program import programs_in
from cubecsp.models.programs.program_rule import written_program
from cubecsp.puzzle.cube.cube_puzzle import CUBE
from cubecsp.stopping import deadline
from cubecsp.stopping.deadline import Deadline

ENDLESS = "n(1). n(X+1) :- n(X)."


def programs(text):
    return tuple(programs_in(written_program(text).primitives(CUBE)))


def test_reading_a_long_program_looks_at_the_clock(monkeypatch):
    monkeypatch.setattr(deadline, "time", Clock(20))  # on which the time is over after some looks
    with Deadline(HOUR).enforce(), pytest.raises(OutOfTimeError):
        written_program("x(1). " * 1000)


def test_writing_out_a_program_looks_at_the_clock(monkeypatch):
    endless = programs(ENDLESS)
    monkeypatch.setattr(deadline, "time", Clock(20))
    with Deadline(HOUR).enforce(), pytest.raises(OutOfTimeError):
        check_grounding(CUBE, endless, HOUR)


def test_writing_out_a_program_ends_after_its_own_limit():
    with pytest.raises(LimitError, match=r"still writing out .* after 0\.3 s"):
        check_grounding(CUBE, programs(ENDLESS), 0.3)


@pytest.mark.slow
def test_a_program_that_can_be_written_out_is_taken():
    check_grounding(CUBE, programs("n(1..9)."), 60.0)
