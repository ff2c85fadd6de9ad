"""Pages of pictures: one file with all of them in it, or a folder with a file for each cube.

A page needs no network and nothing beside it but, in a folder, its pictures. In one file all cubes
share their outlines: a path is written once, and each cube refers to it with a colour of its own, so
that a thousand cubes take three megabytes and are laid out only as they are scrolled to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from cubecsp.files import prepare_folder, write_whole
from cubecsp.pictures.outline import number
from cubecsp.pictures.picture import Picture, picture
from cubecsp.puzzle.facelets import Facelets
from cubecsp.questions.answer import CubeReport

__all__ = ["at_fault", "gallery_page", "picture_of", "write_gallery"]

_NOWHERE = ("unknown-sticker", "colour-count")  # defects of no sticker more than of others

_STYLE = """
:root { color-scheme: light dark; --page: #f4f5f7; --card: #fff; --line: #0002; --text: #1c1f24; --soft: #5c6470; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14161a; --card: #2b3038; --line: #fff2; --text: #eceef1; --soft: #a6abb3; }
}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--text); background: var(--page); }
h1 { font-size: 1.6rem; line-height: 1.25; margin-bottom: 1rem; overflow-wrap: anywhere; }
p { max-width: 46rem; color: var(--soft); margin-top: -.6rem; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; }
figure { margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: .8rem;
  background: var(--card); content-visibility: auto; contain-intrinsic-size: auto 22rem; }
figure svg, figure img { width: 100%; height: auto; max-height: 16rem; display: block; }
dl { margin: .8rem 0 0; font-size: .85rem; }
dt { color: var(--soft); }
dd { margin: 0 0 .3rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
@media print { figure { break-inside: avoid; content-visibility: visible; } }
""".strip()


def at_fault(report: CubeReport) -> tuple[frozenset[int], frozenset[int]]:
    """Return the stickers of a cube that cannot be on a real one, and those that break a rule."""
    defects = (d for d in report.defects or () if d.kind.value not in _NOWHERE)
    places = (place for found in (report.violations or {}).values() for place in found)
    return (
        frozenset(facelet for defect in defects for facelet in defect.facelets),
        frozenset(facelet for place in places for facelet in place.facelets),
    )


def picture_of(report: CubeReport) -> Picture:
    """Return the net of a cube of an answer, with what is wrong with it marked."""
    broken, breaking = at_fault(report)
    shown = report.diagnosis.shown if report.diagnosis else Facelets(report.facelets)
    return picture(shown, marked=breaking, ringed=broken)


def write_gallery(
    folder: Path,
    reports: Sequence[CubeReport],
    *,
    title: str,
    summary: str,
    pictures: Iterable[Picture] | None = None,
) -> list[Path]:
    """Write a picture per cube and an index.html into `folder`; files of these names are replaced.

    Args:
        folder: made if need be.
        reports: what is known of each cube.
        title: of the page.
        summary: a sentence or two below it.
        pictures: one for each cube; left out, their nets.

    Returns:
        The files written, the page last.

    Raises:
        InputError: the folder cannot be written to.
    """
    prepare_folder(folder)
    digits = len(str(len(reports)))
    written = []
    figures = []
    for index, (report, shown) in enumerate(_illustrated(reports, pictures), 1):
        name = f"cube-{index:0{digits}}.svg"
        written.append(write_whole(folder / name, shown.svg()))
        _, _, width, height = shown.scene.box
        image = (
            f'<img src="{name}" alt="{escape(shown.scene.title)}" loading="lazy" '
            f'width="{number(width)}" height="{number(height)}">'
        )
        figures.append(_figure(image, index, report))
    written.append(write_whole(folder / "index.html", _page(title, summary, figures)))
    return written


def gallery_page(
    reports: Sequence[CubeReport],
    *,
    title: str,
    summary: str,
    pictures: Iterable[Picture] | None = None,
) -> str:
    """Return a page with everything in it, as one HTML document; see `write_gallery`."""
    shared: dict[str, str] = {}
    figures = []
    for index, (report, shown) in enumerate(_illustrated(reports, pictures), 1):
        scene = shown.scene
        box = " ".join(map(number, scene.box))
        image = (
            f'<svg viewBox="{box}" role="img"><title>{escape(scene.title)}</title>'
            f"{''.join(scene.body(shared))}</svg>"
        )
        figures.append(_figure(image, index, report))
    paths = "".join(f'<path id="{name}" d="{data}"/>' for data, name in shared.items())
    defs = f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{paths}</defs></svg>'
    return _page(title, summary, figures, defs)


def _illustrated(
    reports: Sequence[CubeReport], pictures: Iterable[Picture] | None
) -> Iterable[tuple[CubeReport, Picture]]:
    return zip(reports, map(picture_of, reports) if pictures is None else pictures, strict=True)


def _page(title: str, summary: str, figures: Sequence[str], defs: str = "") -> str:
    words = f"<p>{escape(summary)}</p>\n" if summary else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n{defs}"
        f"<h1>{escape(title)}</h1>\n{words}<main>\n"
        + "\n".join(figures)
        + "\n</main>\n</body>\n</html>\n"
    )


def _figure(image: str, index: int, report: CubeReport) -> str:
    rows = [(f"cube {index}", report.facelets)]
    if report.solution is not None:
        turns = f"{report.length} turn{'' if report.length == 1 else 's'}"
        rows.insert(0, ("solve it", str(report.solution) or "nothing to do"))
        rows.insert(0, (f"make it ({turns})", str(report.generator) or "nothing to do"))
    listed = "".join(f"<dt>{escape(term)}</dt><dd>{escape(text)}</dd>" for term, text in rows)
    listed = listed.replace(report.facelets, "<wbr>".join(_faces(report.facelets)))
    return f"<figure>{image}<figcaption><dl>{listed}</dl></figcaption></figure>"


def _faces(letters: str) -> list[str]:
    area = len(letters) // 6
    return [letters[start : start + area] for start in range(0, len(letters), area)]
