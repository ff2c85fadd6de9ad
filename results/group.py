"""The questions about the group of the cube: how many cubes have which order, and which symmetries."""

from __future__ import annotations

from kept import PublishedAnswer
from values_to_make import CUBECSP, Page, Wanted, counted

from cubecsp.models.counting.subgroups import group_of
from cubecsp.models.rules.order import orders
from cubecsp.models.rules.symmetric import KINDS, conjugate_groups

_OEIS = "https://oeis.org/A339122"
_PUBLISHED = {2: "170,911,549,183", 3: "33,894,540,622,394", 1260: "51,490,480,088,678,400"}


def _orders() -> list[Wanted]:
    values = [Wanted("cubes of all orders together", f"{CUBECSP} count")]
    for order in sorted(orders()):
        published = [PublishedAnswer(_PUBLISHED[order], _OEIS)] if order in _PUBLISHED else []
        values.append(counted(f"order {order}", f"order={order}", *published))
    return values


def _symmetries(kind: str) -> list[Wanted]:
    command = f"{CUBECSP} count symmetric={kind}"
    larger = [f"symmetric={other}" for other in _next_larger(kind)]
    exactly = (
        f'{command} "not any({", ".join(larger)})" --classes' if larger else f"{command} --classes"
    )
    return [
        Wanted(f"{kind}: with these symmetries or more", f"{command} --classes"),
        Wanted(f"{kind}: with exactly these", exactly),
        Wanted(f"{kind}: classes of the latter", exactly, "classes"),
    ]


def _next_larger(kind: str) -> list[str]:
    """Return the kinds of the larger groups that contain one of a kind, without those that contain another such one."""
    groups = {other: [group_of(some) for some in conjugate_groups(other)] for other in KINDS}
    (one, *_) = groups[kind]
    larger = {other: some for other, some in groups.items() if any(one < g for g in some)}
    return [
        other
        for other, some in larger.items()
        if not any(
            below < group
            for group in some
            for name, others in larger.items()
            if name != other
            for below in others
            if one < below
        )
    ]


PAGES = {
    "orders": Page(
        "how many cubes have which order",
        "The order of a cube is how often its moves have to be repeated until everything is back in place. The numbers "
        "of all 73 orders, from the cycles that pieces form, add up to the number of all cubes.",
        tuple(_orders()),
    ),
    "symmetries": Page(
        "how many cubes have which symmetries",
        "The 33 kinds of groups of symmetries, and for each kind: the cubes that a group of the kind preserves, those that no "
        "larger group preserves, and how many classes these form under the 48 symmetries.",
        tuple(wanted for kind in KINDS for wanted in _symmetries(kind)),
    ),
}
