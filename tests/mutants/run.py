"""Applies mutants, one at a time, and demands that the tests notice: `make mutants`.

Each `*.toml` beside this file has those of a folder of the code: of each its name, a sentence that says what is
wrong, the tests that pass without it and fail with it, and one or more changes of a text for another. The
old text has to be unique in its file; a file that has moved is found by its name, as long as no other has the same.

    [[mutant]]
    name = "cube-blocks-merged"
    fault = "Turns of different layers on one side are merged into one of the outer layer."
    noticed-by = ["tests/puzzle/test_moves_of_any_size.py::test_inverse_conjugate_and_simplified"]

    [[mutant.change]]
    file = "cubecsp/puzzle/cube/moves.py"
    old = 'layers = turn // 3'
    new = 'layers = turn // 3 % 6'

All happens in a copy of the checkout, under build/mutants, with a separate environment and native build,
which the next run uses again. Slow tests count, too. A fault counts as noticed if every test
that it names fails, or ends by a signal; a test that hangs has not noticed anything.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import time
import tomllib
import venv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORK = ROOT / "build" / "mutants"
SOURCES = (
    "cubecsp",
    "models",
    "native",
    "results",
    "search",
    "web",
)  # where files may have moved to
LIMIT = 600  # seconds for one test
MANY = 20  # more tests than these are run on all processors

_FAILED = 1  # pytest's exit code when tests failed; 2 to 5 mean that none could be run


class MutantError(Exception):
    """A mutant that can't be applied, or tests that fail without one."""


@dataclass(frozen=True)
class Change:
    """A text in a file, and the one that takes its place."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Mutant:
    """One mutant.

    Args:
        name: what it is called.
        fault: what is wrong, in a sentence.
        tests: the tests that must fail, as pytest names them.
        changes: what to change for it.
    """

    name: str
    fault: str
    tests: tuple[str, ...]
    changes: tuple[Change, ...]

    @property
    def native(self) -> bool:
        """Return whether the native module has to be built again."""
        return any(_is_native(change.file) for change in self.changes)


def _is_native(file: str) -> bool:
    return file.startswith(("native/", "CMakeLists.txt"))


def read(path: Path) -> list[Mutant]:
    """Return the faults that a file describes; raises `MutantError` if something is missing."""
    try:
        return [_mutant(**entries) for entries in tomllib.loads(path.read_text())["mutant"]]
    except (tomllib.TOMLDecodeError, TypeError, KeyError) as error:
        raise MutantError(f"{path.name} can't be read: {error}") from error


def _mutant(name: str, change: Iterable[dict[str, str]] = (), **entries: Any) -> Mutant:
    changes = [Change(**each) for each in change]
    fault, tests = " ".join(entries.pop("fault", "").split()), entries.pop("noticed-by", [])
    if entries:
        raise TypeError(f"{name} has {', '.join(entries)}")
    for part, missing in (
        (fault, "a sentence that says what is wrong, `fault`"),
        (tests, "the names of tests, `noticed-by`"),
        (changes, "a `[[mutant.change]]` with `file`, `old` and `new`"),
    ):
        if not part:
            raise MutantError(f"{name} lacks {missing}")
    return Mutant(name, fault, tuple(tests), tuple(changes))


def every(names: Sequence[str] = ()) -> list[Mutant]:
    """Return the faults of these names, or all: those in Python first, which need no build."""
    known = {mutant.name: mutant for path in sorted(HERE.glob("*.toml")) for mutant in read(path)}
    for name in names:
        if name not in known:
            raise MutantError(f"there is no {name} in {HERE.relative_to(ROOT)}")
    return sorted((known[name] for name in names or known), key=lambda mutant: mutant.native)


def located(file: str, tree: Path) -> Path:
    """Return where a file is under `tree`, or where the only one of its name is if it has moved."""
    if (tree / file).is_file():
        return tree / file
    places = [path for folder in SOURCES for path in (tree / folder).rglob(Path(file).name)]
    if len(places) != 1:
        raise MutantError(f"{file} is not there, and {len(places)} files have its name")
    return places[0]


def applied(mutant: Mutant, tree: Path) -> dict[Path, str]:
    """Return the files under `tree` that a fault changes, with their texts; raises `MutantError`."""
    texts: dict[Path, str] = {}
    for change in mutant.changes:
        path = located(change.file, tree)
        text = texts.get(path) or path.read_text()
        if text.count(change.old) != 1:
            raise MutantError(
                f"{mutant.name} does not fit: {path.relative_to(tree)} has its old text "
                f"{text.count(change.old)} times\n{change.old}"
            )
        texts[path] = text.replace(change.old, change.new)
    return texts


def noticed(code: int) -> bool:
    """Return whether a test that ended with this exit code has failed, and not merely not run."""
    return code == _FAILED or code < 0 or code > 128


class Workshop:
    """A copy of the checkout with an environment that runs its tests."""

    def __init__(self, folder: Path = WORK) -> None:
        self.tree = folder / "tree"
        self._site = folder / "site"
        self._cmake = folder / "cmake"
        self._venv = folder / "venv"
        self._built = False

    def prepare(self, *, build: bool = True) -> None:
        """Bring the copy up to date with the checkout, and build it, or take the native module that is installed."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True,
        )  # fmt: skip
        if listed.returncode:
            raise MutantError(f"the files of the checkout can't be listed: {listed.stderr.strip()}")
        names = {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}
        self.tree.mkdir(parents=True, exist_ok=True)
        for old in [path for path in self.tree.rglob("*") if path.is_file()]:
            if str(old.relative_to(self.tree)) not in names:
                old.unlink()
        self.restore(names)
        self._lay_out()
        if build:
            self._build()
        else:
            self._link(Path(import_module("cubecsp._native").__file__ or ""))

    def _lay_out(self) -> None:
        """Make the environment, and in it the package as it is installed, by links."""
        package = self._site / "cubecsp"
        shutil.rmtree(package, ignore_errors=True)
        package.mkdir(parents=True)
        beside = [self.tree / name for name in ("models", "search", "web")]
        for source in (*(self.tree / "cubecsp").iterdir(), *beside):
            (package / source.name).symlink_to(source)
        if not (self._venv / "bin" / "python").exists():
            venv.create(self._venv, symlinks=True, with_pip=False)
        (packages,) = self._venv.glob("lib/python*/site-packages")
        # These entries are put on the path unchanged, without the package of the checkout.
        others = [entry for entry in sys.path if entry.endswith("-packages")]
        (packages / "mutants.pth").write_text("\n".join([str(self._site), *others]) + "\n")

    def _build(self) -> None:
        """Build the native module, or what has changed of it."""
        environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        if not self._built:
            nanobind = subprocess.run(
                [sys.executable, "-m", "nanobind", "--cmake_dir"], capture_output=True, text=True
            )
            if nanobind.returncode:
                raise MutantError("the native module is built with nanobind, cmake and ninja: "
                                  "pip install nanobind cmake ninja")  # fmt: skip
            self._call(
                "cmake", "-S", self.tree, "-B", self._cmake, "-G", "Ninja",
                "-DCMAKE_BUILD_TYPE=Release", f"-DPython_EXECUTABLE={sys.executable}",
                f"-Dnanobind_DIR={nanobind.stdout.strip()}", environment=environment,
            )  # fmt: skip
        self._call("cmake", "--build", self._cmake, environment=environment)
        (module,) = self._cmake.glob("_native.*.so")
        self._link(module)
        self._built = True

    def _link(self, module: Path) -> None:
        target = self._site / "cubecsp" / module.name
        target.unlink(missing_ok=True)
        target.symlink_to(module)

    @staticmethod
    def _call(*command: str | Path, environment: dict[str, str]) -> None:
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True)
        except FileNotFoundError as error:
            raise MutantError(f"{command[0]} is not installed") from error
        if done.returncode:
            raise MutantError(f"the native module can't be built:\n{done.stdout}{done.stderr}")

    def restore(self, names: Iterable[str]) -> None:
        """Copy these files from the checkout where they differ.

        They get the present time: a build must see that they have changed.
        """
        for name in names:
            source, target = ROOT / name, self.tree / name
            if not target.is_file() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
                self._forget(target)

    def _forget(self, path: Path) -> None:
        """Remove the bytecode of a file: a change within the same second and of the same length would not be seen."""
        for folder in (self.tree, self._site):
            for stale in folder.rglob(f"__pycache__/{path.stem}.*.pyc"):
                stale.unlink()

    def test(self, *names: str, seconds: int | None = None) -> tuple[int | None, str]:
        """Run tests; return pytest's exit code, or None if it had to be stopped, and what it said.

        Args:
            names: the tests, or files of tests.
            seconds: of processor time that they may take, together; then slow tests are left out of files.
        """
        environment = {**os.environ}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # or all is compiled for each test
        command = [
            self._venv / "bin" / "python", "-P", "-m", "pytest", "-x", "--no-header",
            "-p", "no:cacheprovider", "-m", "not npm" if seconds is None else "not npm and not slow",
            "--hypothesis-profile=mutants", *names,
            *(("-n", "auto", "--dist", "loadfile") if len(names) > MANY else ()),
        ]  # fmt: skip
        if seconds is not None:
            command = ["prlimit", f"--cpu={seconds}", "--", *command]
        try:
            done = subprocess.run(
                command, cwd=self.tree, env=environment, capture_output=True, text=True,
                timeout=LIMIT * len(names),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return None, ""
        return done.returncode, done.stdout + done.stderr

    @contextlib.contextmanager
    def planted(self, texts: dict[Path, str]) -> Iterator[None]:
        """Have files of the copy with these texts, built, and as they were afterwards."""
        try:
            for path, text in texts.items():
                path.write_text(text)
                self._forget(path)
            if any(_is_native(str(path.relative_to(self.tree))) for path in texts):
                self._build()
            yield
        finally:
            self.restore(str(path.relative_to(self.tree)) for path in texts)

    def verdict(self, mutant: Mutant) -> str:
        """Plant a fault, run its tests, and repair it; return what is amiss, "" if it was noticed."""
        try:
            with self.planted(applied(mutant, self.tree)):
                for name in mutant.tests:
                    code, _ = self.test(name)
                    if code is None:
                        return f"{name} hangs"
                    if code == 0:
                        return f"{name} passes"
                    if not noticed(code):
                        return f"{name} can't be run (pytest's exit code is {code})"
        except MutantError as error:
            return str(error)
        return ""


def main() -> int:
    """Try the faults; return 0 if all are noticed, 1 if not, and 2 if none could be tried."""
    parser = argparse.ArgumentParser(description="Plant known faults; the tests have to notice.")
    parser.add_argument("names", nargs="*", help="faults to try, by name (default: all)")
    parser.add_argument("--list", action="store_true", help="list the faults and try nothing")
    options = parser.parse_args()
    try:
        mutants = every(options.names)
        if options.list:
            for mutant in mutants:
                print(f"{mutant.name}: {mutant.fault}")
            return 0
        print(f"{len(mutants)} faults; building, and running their tests without them", flush=True)
        workshop = Workshop()
        workshop.prepare()
        code, output = workshop.test(*dict.fromkeys(t for mutant in mutants for t in mutant.tests))
        if code != 0:
            raise MutantError(f"tests fail although no mutant was applied:\n{output}")
    except MutantError as error:
        print(error, file=sys.stderr)
        return 2
    width = max(len(mutant.name) for mutant in mutants)
    missed = 0
    for mutant in mutants:
        begun = time.monotonic()
        trouble = workshop.verdict(mutant)
        missed += bool(trouble)
        seconds = time.monotonic() - begun
        print(f"{mutant.name:{width}}  {seconds:4.0f} s  {trouble or 'noticed'}", flush=True)
    print(f"{len(mutants) - missed} of {len(mutants)} faults noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
