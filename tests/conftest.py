"""Shared by all tests: hypothesis profiles, strategies for cubes, and the exhaustive switch."""

from __future__ import annotations

import atexit
import gc
import os
import random
import re
import shutil
import signal
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from skipped import pytest_make_collect_report, pytest_runtest_makereport  # noqa: F401  # hooks

# Asserts in these explain themselves as those in test modules do.
pytest.register_assert_rewrite(
    "asking",
    "native_twins",
    "proof_checkers",
    "readers",
    "table_examples",
)

# The collected tests are a million objects that live until the end: to look for garbage among them again and again
# takes a twentieth of all the time.
gc.set_threshold(100_000, 20, 100)


def pytest_collection_finish() -> None:
    """Leave what was collected out of all searches for garbage."""
    gc.freeze()


# Tables are made anew for each run, so that no test depends on what an earlier one left; once for
# all processes of the run, which inherit the folder's name.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["CUBECSP_CACHE"] = tempfile.mkdtemp(prefix="cubecsp-tests-")
    atexit.register(shutil.rmtree, os.environ["CUBECSP_CACHE"], ignore_errors=True)

# What starts the tests may ignore these, as `nohup` and shells do in the background, and programs inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

settings.register_profile(
    "cubecsp",
    max_examples=10,  # `make exhaustive` tries thousands
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
# For mutants (tests/mutants): that an example fails is enough, it need not be the smallest.
settings.register_profile(
    "mutants",
    settings.get_profile("cubecsp"),
    max_examples=15,
    phases=[Phase.explicit, Phase.generate],
    database=None,
)
# For `make check`: all that is tested, with fewer examples of each.
settings.register_profile("quick", settings.get_profile("cubecsp"), max_examples=6)
settings.load_profile("cubecsp")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables, not made yet, and a process that remembers none."""
    monkeypatch.setenv("CUBECSP_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("cubecsp.search.table_cache._in_memory", {})
    return tmp_path / "cache"


@pytest.fixture
def whole(cache: Path) -> bytes:  # noqa: ARG001  # it lies there
    """The file of `table_examples.SPEC` as it should be."""
    from table_examples import SPEC, Maker

    from cubecsp.search import table_cache

    table_cache.load(SPEC, Maker()).release()
    return SPEC.path.read_bytes()


@pytest.fixture(autouse=True, scope="session")
def both_proof_checkers() -> Iterator[None]:
    """Have both checkers of proofs read whatever `verify` gives one of them, and make sure that they agree."""
    from proof_checkers import together

    from cubecsp.models.proofs import examination

    with pytest.MonkeyPatch.context() as patch:
        for name, checker in together(dict(examination.CHECKERS)).items():
            patch.setitem(examination.CHECKERS, name, checker)
        yield


@pytest.fixture
def by_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have larger cubes go through all phases of their methods, however few turns would solve them."""
    monkeypatch.setattr("cubecsp.search.few_turns.solve", lambda *_: None)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have standard output taken for a terminal without colours, whatever it is."""
    monkeypatch.setattr("cubecsp.cli.printer.is_terminal", lambda: True)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which commands run, with the files of `asking.USUAL`."""
    from asking import write_files

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLORTERM", "truecolor")  # rich keeps the codes of the first terminal
    monkeypatch.setenv("TERM", "xterm")
    write_files(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def new_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pytest.MonkeyPatch]:
    """No tables for the tests of a module, neither in its folder nor in memory; and what has patched that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CUBECSP_CACHE", str(tmp_path_factory.mktemp("tables")))
        patch.setattr("cubecsp.search.table_cache._in_memory", {})
        yield patch


def _is_caught() -> bool:
    """Return whether the process has a handler for Ctrl-C; True where the system does not say."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            caught = next(line for line in file if line.startswith("SigCgt"))
    except OSError:
        return True
    return bool(int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1)


@pytest.fixture
def own_handler() -> Iterator[None]:
    """Python's handler of Ctrl-C back in its place, after a test of what lets OR-Tools take it."""
    yield
    signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Have a test fail that leaves Ctrl-C without a handler: in the next one, Ctrl-C would end the process."""
    yield
    if not _is_caught():
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
        pytest.fail(
            f"{item.name} has left Ctrl-C without a handler: see helpers/cp_sat.py", pytrace=False
        )


# Marks of tests that run only when an environment variable asks for them; the Makefile sets it.
_ON_REQUEST = {"exhaustive": "CUBECSP_EXHAUSTIVE", "install": "CUBECSP_INSTALL"}

# One in so many of the cases of a test that are not ordinary is slow, and so are those that mutants name; the others
# are exhaustive.
SLOW = 6
_NAMED = {
    name
    for path in Path(__file__).parent.glob("mutants/*.toml")
    for name in re.findall(r"""["'](tests/[^"'\[]+\[.+?\])["'](?=[],])""", path.read_text("utf-8"))
}


def _marked(items: list[pytest.Item], mark: str) -> Iterator[tuple[list[pytest.Item], int]]:
    """Yield the cases of each test with the mark `mark`, and its number."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker(mark):
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in tests.values():
        yield cases, *cases[0].get_closest_marker(mark).args


def _others(cases: list[pytest.Item], number: int) -> list[pytest.Item]:
    """Return all cases but some, which are drawn once and for all."""
    number = min(number, len(cases))
    bounds = [k * len(cases) // number for k in range(number + 1)]
    # One of each part, at chance, but the same in every run: steps of one length may miss a parameter's values.
    chance = random.Random(len(cases))
    kept = {chance.randrange(*part) for part in pairwise(bounds)}
    return [case for place, case in enumerate(cases) if place not in kept]


def _keep_some(items: list[pytest.Item]) -> None:
    """Give the cases beyond the numbers that the marks `few` and `ordinary` have the marks `exhaustive` and `slow`."""
    for cases, number in _marked(items, "few"):
        for case in _others(cases, number):
            case.add_marker("exhaustive")
    ordinary = [item for item in items if not {"exhaustive", "slow"} & set(item.keywords)]
    for cases, number in _marked(ordinary, "ordinary"):
        if left := _others(cases, number):
            exhaustive = {one.nodeid for one in _others(left, -(-len(left) // SLOW))} - _NAMED
            for case in left:
                case.add_marker("exhaustive" if case.nodeid in exhaustive else "slow")


# Engines that are packages of others: sanitizers do not look into these.
_FOREIGN = {"asp", "cnf", "constraint", "cpsat"}


def _mark_foreign(items: list[pytest.Item]) -> None:
    """Give the cases that another package's engine answers the mark `foreign`."""
    for item in items:
        parameters = getattr(item, "callspec", None)
        if parameters and any(
            value in _FOREIGN for value in parameters.params.values() if isinstance(value, str)
        ):
            item.add_marker("foreign")


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that run on request only, unless they were asked for."""
    _keep_some(items)
    _mark_foreign(items)
    unwanted = {mark for mark, variable in _ON_REQUEST.items() if not os.environ.get(variable)}
    dropped = [item for item in items if unwanted & set(item.keywords)]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if not unwanted & set(item.keywords)]
    config.stash[_NAMES] = {item.nodeid for item in items}


_NAMES = pytest.StashKey[set[str]]()


@pytest.fixture(scope="session")
def slow_and_ordinary(pytestconfig: pytest.Config) -> set[str]:
    """The names of all tests of the files collected, also of those that marks leave out, except those on request."""
    return pytestconfig.stash[_NAMES]
