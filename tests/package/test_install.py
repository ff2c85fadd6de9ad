"""The package installed in each way, run from the repository root and from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.install

ROOT = Path(__file__).parents[2]


ASKED = os.environ.get("CUBECSP_INSTALL", "")
"""The bin folder of an environment that has the package, or anything else for new environments."""

SOURCES: set[str] = set()
"""Checksums of the code as it was installed."""

WAYS = [ASKED] if Path(ASKED, "python").exists() else ["plain", "editable", "wheel"]


@pytest.fixture(scope="module", params=WAYS)
def environment(request, tmp_path_factory) -> Path:
    """Return the bin folder of a virtual environment with the package and pytest in it."""
    if request.param == ASKED:
        _pip(Path(ASKED), *_needed_by_tests())
        os.environ["CUBECSP_TEST_CLONE"] = str(ROOT)
        return Path(ASKED)
    clone = tmp_path_factory.mktemp("clone") / "cubecsp"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    folder = tmp_path_factory.mktemp("venv")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    _pip(folder / "bin", *_installed(request.param, clone))
    os.environ["CUBECSP_TEST_CLONE"] = str(clone)
    return folder / "bin"


def _installed(way: str, clone: Path) -> list[str]:
    """Return what pip is told, for the package and what the tests need to be installed in a way."""
    if way == "wheel":  # made from the source distribution, as those that are published
        subprocess.run([sys.executable, "-m", "build", str(clone)], check=True)
        (wheel,) = (clone / "dist").glob("*.whl")
        return ["--only-binary", "cubecsp", f"{wheel}[test]"]
    return [*(["-e"] if way == "editable" else []), f"{clone}[test]"]


def _pip(environment: Path, *what: str) -> None:
    subprocess.run([str(environment / "pip"), "install", "-q", *what], check=True)


def _needed_by_tests() -> list[str]:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return declared["optional-dependencies"]["test"]


@pytest.mark.parametrize("where", ["root", "elsewhere"])
@pytest.mark.parametrize(
    "command",
    [["python", "-m", "cubecsp", "perfect-scramble"], ["cubecsp", "perfect-scramble"]],
    ids=["module", "script"],
)
def test_it_runs(environment, where, command, tmp_path):
    done = _run(environment, where, command, tmp_path)
    assert len(set(done.stdout.split())) == 48
    assert "48 cubes in 1 symmetry class. There are no others" in done.stderr


@pytest.mark.parametrize("where", ["root", "elsewhere"])
def test_its_packages_can_be_imported(environment, where, tmp_path):
    code = "import cubecsp.models.rules, cubecsp.search; print(cubecsp.Cube().facelets)"
    done = _run(environment, where, ["python", "-c", code], tmp_path)
    assert done.stdout == "".join(9 * face for face in "URFDLB") + "\n"


def test_its_data_and_its_code_are_found(environment, tmp_path):
    """The same code, wherever the data lie."""
    code = """
from cubecsp.files import folder_of
from cubecsp.work.build import build
print(folder_of("web").joinpath("index.html").is_file())
print(build().sources)
"""
    found, sources = _run(
        environment, "elsewhere", ["python", "-c", code], tmp_path
    ).stdout.splitlines()
    assert found == "True"
    SOURCES.add(sources)
    assert len(SOURCES) == 1


@pytest.mark.parametrize("where", ["root", "elsewhere"])
def test_type_checkers_see_all_of_it(environment, where, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import cubecsp\n"
        "from cubecsp.models import AtMost, Pattern\n"
        "from cubecsp.search import METHODS\n"
        "reveal_type(AtMost(2).limit)\n"
        "reveal_type(Pattern((AtMost(2),)) & AtMost(3))\n"
        "reveal_type(cubecsp.models.AtMost(2))\n"
        'reveal_type(METHODS["two-phase"])\n'
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--python-executable", environment / "python", script],
        cwd=os.environ["CUBECSP_TEST_CLONE"] if where == "root" else tmp_path,
        capture_output=True,
        text=True,
    )
    assert re.findall(r'Revealed type is "(.*)"', done.stdout) == [
        "int",
        "cubecsp.models.core.pattern.Pattern",
        "cubecsp.models.rules.at_most.AtMost",
        "cubecsp.search.Method[Any]",
    ]


def _run(
    environment: Path, where: str, command: list[str], elsewhere: Path
) -> subprocess.CompletedProcess[str]:
    clone = Path(os.environ["CUBECSP_TEST_CLONE"])
    return subprocess.run(
        [str(environment / command[0]), *command[1:]],
        cwd=clone if where == "root" else elsewhere,
        capture_output=True,
        text=True,
        check=True,
    )


def test_it_runs_under_pytest(environment):
    subprocess.run(
        [str(environment / "python"), "-m", "pytest", "tests/models/rules/test_rules.py"],
        cwd=os.environ["CUBECSP_TEST_CLONE"],
        check=True,
        env={k: v for k, v in os.environ.items() if k != "CUBECSP_INSTALL"},
    )
