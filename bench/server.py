"""The server under load: 200 connections with mixed questions for a minute, and the waiting time of each.

    python bench/server.py [--seconds S] [--connections N]

1 in 50 connections asks without a pause for work that takes a worker a second, so that the workers are
never idle; 1 in 5 asks every 4 seconds for work of a few hundredths of a second; and the others ask the cheap
questions `check`, `apply` and `convert` once a second. Every answer is checked: those that fail or never come are
counted. Memory is that of the server and its workers together: their private memory, and their mappings
(libraries, tables and copies of tables), with shared pages divided among them.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import httpx
from measuring import duration, head, row

SCRAMBLES = ["R U R' U'", "F2 D L' B U2", "[R, U] D2 (F B')2", "U2 D2 R2 L2 F2 B2", "x y' r U M2"]

Asking = tuple[str, dict[str, Any]]


def cheap(rng: random.Random) -> Asking:
    """Return a question that takes a millisecond or two."""
    cube = rng.choice(SCRAMBLES)
    return rng.choice(
        [
            ("check", {"cubes": cube, "rules": ["at-most=8"]}),
            ("check", {"cubes": "R" + "UUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"}),
            ("apply", {"moves": cube, "cubes": rng.choice(SCRAMBLES)}),
            ("convert", {"cubes": cube, "to": "facelets"}),
        ]
    )


def medium(rng: random.Random) -> Asking:
    """Return a question that takes a few hundredths of a second."""
    return rng.choice(
        [
            ("find", {"rules": ["at-most=2", "no-touching=side"], "limit": 5}),
            ("find", {"rules": "perfect-scramble"}),
            ("count", {"rules": "solved=F2L"}),
            ("sample", {"rules": "solved=F2L", "n": 20}),
            ("scramble", {"n": 2}),
            ("solve", {"cubes": rng.choice(SCRAMBLES)}),
        ]
    )


def heavy(rng: random.Random) -> Asking:
    """Return a question that keeps a worker busy for a second."""
    return rng.choice(
        [
            ("count", {"rules": ["no-touching=side", "at-most=2"], "time_limit": 1.0}),
            ("find", {"rules": "at-most=3", "engine": "constraint", "time_limit": 1.0}),
        ]
    )


@dataclass
class Totals:
    """Measurements of all connections.

    Attributes:
        waited: the seconds that each answer took, by question.
        failed: how many failed, by message.
        asked: how many questions were asked.
    """

    waited: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failed: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    asked: int = 0


async def ask(number: int, connection: httpx.AsyncClient, totals: Totals, until: float) -> None:
    """Ask one question after the other, until a moment."""
    rng = random.Random(number)
    kind, pause = (
        (heavy, 0.0) if number % 50 == 0 else (medium, 4.0) if number % 5 == 1 else (cheap, 1.0)
    )
    await asyncio.sleep(rng.uniform(0, 2))
    while time.monotonic() < until:
        question, parameters = kind(rng)
        totals.asked += 1
        began = time.perf_counter()
        try:
            told = await connection.post(f"/api/{question}", json=parameters)
        except httpx.HTTPError as error:
            totals.failed[type(error).__name__] += 1
            return
        name = f"`{question}`" if kind is not heavy else "those that take a second"
        totals.waited[name].append(time.perf_counter() - began)
        if told.status_code != 200 or "status" not in told.json():
            totals.failed[f"{told.status_code} {told.text[:80]!r}"] += 1
        await asyncio.sleep(rng.uniform(0, 2 * pause))


def memory(process: int) -> str:
    """Return a text on the memory of a process and its children: private, and mapped."""
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
        family = [str(process), *file.read().split()]
    own = mapped = 0
    for one in family:
        with contextlib.suppress(OSError):
            sizes = _sizes(one)
            own += sizes["Anonymous"]
            mapped += sizes["Pss"] - sizes["Anonymous"]
    return f"{own * 1.024e-3:.0f} MB of their own and {mapped * 1.024e-3:.0f} MB mapped"


def _sizes(process: str) -> dict[str, int]:
    """Return the KiB of each kind of memory that a process has."""
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as file:
        lines = [line.split() for line in file if line.endswith("kB\n")]
    return {kind.rstrip(":"): int(size) for kind, size, _ in lines}


async def started(connection: httpx.AsyncClient) -> None:
    """Return when all workers have loaded what they need."""
    while (await connection.get("/api/status")).json()["workers"] <= (os.cpu_count() or 1):
        await asyncio.sleep(0.1)


async def load(url: str, process: int, seconds: float, connections: int) -> None:
    """Ask, and print the measurements."""
    totals = Totals()
    found = [httpx.AsyncClient(base_url=url, timeout=None) for _ in range(connections)]
    await started(found[0])
    await asyncio.gather(*(one.post("/api/check", json={"cubes": "R"}) for one in found))
    until = time.monotonic() + seconds
    before = memory(process)
    await asyncio.gather(*(ask(i, one, totals, until) for i, one in enumerate(found)))
    after = memory(process)
    for one in found:
        await one.aclose()
    report(totals)
    print(f"\nThe processes had {before} at first, {after} at the end.")


def report(totals: Totals) -> None:
    """Print how long answers took, and how many questions failed."""
    head("question", "answers", "p50", "p99")
    for name, waited in sorted(totals.waited.items()):
        waited.sort()
        percentiles = (waited[len(waited) // 2], waited[len(waited) * 99 // 100])
        row(name, f"{len(waited):,}", *map(duration, percentiles))
    answered = sum(map(len, totals.waited.values()))
    failed = ", ".join(f"{why}: {number:,}" for why, number in totals.failed.items()) or "none"
    print(f"\n{totals.asked:,} asked, {answered:,} answered, failed: {failed}.")


def main() -> None:
    """Start a server and ask it questions."""
    parser = argparse.ArgumentParser(description="measures the server under load")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S")
    parser.add_argument("--connections", type=int, default=200, metavar="N")
    args = parser.parse_args()
    command = [sys.executable, "-m", "cubecsp", "serve", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        asyncio.run(load(url, process.pid, args.seconds, args.connections))
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
