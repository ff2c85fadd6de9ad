"""Pages of pictures: one file with all of them, or a folder with a file for each cube.

A page needs no network and no other files except, in a folder, its pictures. In one file all cubes share
their outlines: a path is written once, and each cube refers to it with its own colour. So a thousand cubes
take three megabytes; browsers lay them out only as they are scrolled to. On paper a page is a sheet: cards side by
side that no page breaks, black on white, without buttons and stickers as letters.

A page in a folder has the digest of each picture. So unneeded pictures of an earlier run can be removed, but
no file that anybody has changed or put there.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from cubecsp.files import prepare_folder, write_whole
from cubecsp.pictures.outline import number
from cubecsp.pictures.picture import Picture, picture
from cubecsp.pictures.views.flat_puzzles import flat_puzzle
from cubecsp.pictures.views.solids import stickers_of
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import UNKNOWN
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.questions.answers.answer import CubeReport
from cubecsp.questions.answers.numbers_in_words import plural

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
h2 { font-size: 1rem; margin: .6rem 0 0; }
dl { margin: .8rem 0 0; font-size: .85rem; }
dt { color: var(--soft); }
dd { margin: 0 0 .3rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: inherit; }
button { font: inherit; font-size: .75rem; color: var(--soft); background: none; cursor: pointer;
  border: 1px solid var(--line); border-radius: .3rem; margin-left: .4rem; }
@page { margin: 10mm; }
@media print {
  :root { color-scheme: light; --page: #fff; --card: #fff; --line: #888; --text: #000; --soft: #333; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  body { font-size: 8pt; line-height: 1.3; max-width: none; margin: 0; padding: 0; }
  h1 { font-size: 13pt; }
  main { grid-template-columns: repeat(auto-fill, minmax(34mm, 1fr)); gap: 2.5mm; }
  figure { padding: 2mm; border-radius: 1mm; break-inside: avoid; content-visibility: visible; }
  h2 { margin: 1mm 0 0; font-size: 10pt; }
  dl { margin: 1mm 0 0; font-size: 7.5pt; }
  button, .letters { display: none; }
}
""".strip()

_SCRIPT = """
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const done = () => { button.textContent = "copied"; setTimeout(() => button.textContent = "copy", 1500); };
  const byHand = () => {
    const area = document.body.appendChild(document.createElement("textarea"));
    area.value = button.dataset.copy;
    area.select();
    if (document.execCommand("copy")) done();
    area.remove();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(button.dataset.copy).then(done, byHand);
  else byHand();
});
""".strip()

_PAGE = "index.html"
_EARLIER = re.compile(r'<img src="(cube-\d{1,9}\.svg)" data-sha256="([0-9a-f]{64})"')
_LARGEST_PAGE = 1 << 30  # bytes


def at_fault(report: CubeReport) -> tuple[frozenset[int], frozenset[int]]:
    """Return the stickers of a cube that cannot be on a solvable one, and those that break a rule."""
    defects = (d for d in report.defects or () if d.kind.value not in _NOWHERE)
    places = (place for stickers in (report.violations or {}).values() for place in stickers)
    return (
        frozenset(facelet for defect in defects for facelet in defect.facelets),
        frozenset(facelet for place in places for facelet in place.facelets),
    )


def require_drawable(puzzle: Puzzle) -> None:
    """Make sure that cubes, or states of another puzzle, can be drawn.

    Raises:
        InputError: its definition does not say what shape its stickers have.
    """
    if isinstance(puzzle, KPuzzle) and flat_puzzle(puzzle) is None:
        stickers_of(puzzle)


def picture_of(report: CubeReport, view: str = "net") -> Picture:
    """Return the picture of a cube of an answer, in a view of `VIEWS`, with its defects marked and what its case ignores grey.

    Raises:
        InputError: another puzzle has no such view, or cannot be drawn.
    """
    state: object = report.cube
    if isinstance(state, KPattern):
        return picture(state, view=view)
    broken, breaking = at_fault(report)
    stickers = report.diagnosis.facelets if report.diagnosis else None
    letters = (UNKNOWN if i in report.ignored else one for i, one in enumerate(report.facelets))
    stickers = stickers or Facelets("".join(letters), report.scheme)
    return picture(stickers, view=view, marked=breaking, ringed=broken)


def write_gallery(
    folder: Path,
    reports: Sequence[CubeReport],
    *,
    title: str,
    summary: str,
    pictures: Iterable[Picture] | None = None,
) -> list[Path]:
    """Write a picture per cube and an index.html into `folder`; files of these names are replaced.

    Pictures that an earlier call has written there, and that have not been changed since, are removed.

    Args:
        folder: the folder, made if it does not exist.
        reports: the report on each cube.
        title: the title of the page.
        summary: a sentence or two below the title.
        pictures: one for each cube; left out, their nets.

    Returns:
        The files written, the page last.

    Raises:
        InputError: the folder cannot be written to.
    """
    prepare_folder(folder)
    earlier = _earlier(folder)
    digits = len(str(len(reports)))
    written = []
    figures = []
    for index, (report, drawing) in enumerate(_illustrated(reports, pictures), 1):
        name = f"cube-{index:0{digits}}.svg"
        svg = drawing.svg()
        written.append(write_whole(folder / name, svg))
        _, _, width, height = drawing.scene.box
        image = (
            f'<img src="{name}" data-sha256="{_digest(svg.encode())}" alt="{escape(drawing.scene.title)}" loading="lazy" '
            f'width="{number(width)}" height="{number(height)}">'
        )
        figures.append(_figure(image, index, report))
    written.append(write_whole(folder / _PAGE, _page(title, summary, figures)))
    for path in set(earlier) - set(written):
        with contextlib.suppress(OSError):  # a picture that stays does no harm
            if _digest(path.read_bytes()) == earlier[path]:
                path.unlink()
    return written


def _earlier(folder: Path) -> dict[Path, str]:
    """Return the pictures that the page in a folder says are written with it, and their digests."""
    path = folder / _PAGE
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST_PAGE:
            return {}
        page = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return {}
    return {folder / name: digest for name, digest in _EARLIER.findall(page)}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


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
    for index, (report, drawing) in enumerate(_illustrated(reports, pictures), 1):
        scene = drawing.scene
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
    drawn = map(picture_of, reports) if pictures is None else pictures
    return zip(reports, drawn, strict=True)


def _page(title: str, summary: str, figures: Sequence[str], defs: str = "") -> str:
    words = f"<p>{escape(summary)}</p>\n" if summary else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n{defs}"
        f"<h1>{escape(title)}</h1>\n{words}<main>\n"
        + "\n".join(figures)
        + f"\n</main>\n<script>\n{_SCRIPT}\n</script>\n</body>\n</html>\n"
    )


def _figure(image: str, index: int, report: CubeReport) -> str:
    """Return a picture with the facts about its cube; texts that other programs can use can be copied."""
    rows = []
    if report.solution is not None:
        generator, solution = str(report.generator or ""), report.written or ""
        turns = plural(report.length or 0, "turn")
        rows.append((f"make it ({turns})", generator or "nothing to do", generator))
        solved = f"{solution or 'nothing to do'}  {report.turned_note}".rstrip()
        rows.append(("solve it", solved, solution))
    rows += [("algorithm", moves, moves) for moves in report.algorithms]
    if report.class_size is not None:
        term = "symmetry class" if report.share is None else "class"
        rows.append((term, _class_of(report) + report.chance, ""))
    listed = "".join(_row(term, escape(text), copied) for term, text, copied in rows)
    if report.link:
        page = escape(urlsplit(report.link).hostname or "")
        listed += _row("watch it", f'<a href="{escape(report.link)}">{page}</a>')
    written, noun = report.shown, report.noun
    broken = "<wbr>".join(map(escape, _faces(written) if report.of_cube else [written]))
    listed += f'<div class="letters">{_row(f"{noun} {index}", broken, written)}</div>'
    heading = f"<h2>{escape(report.case or str(index))}</h2>"
    return f"<figure>{image}<figcaption>{heading}<dl>{listed}</dl></figcaption></figure>"


def _row(term: str, description: str, copied: str = "") -> str:
    """Return a row of a list, in HTML."""
    return f"<dt>{escape(term)}{_button(copied)}</dt><dd>{description}</dd>"


def _class_of(report: CubeReport) -> str:
    """Return the size of the symmetry class of a cube, and how many of its cubes satisfy the rules."""
    size, some = plural(report.class_size or 0, "cube"), report.satisfying
    if some in (None, report.class_size):
        return size
    return f"{size}, of which {some} {'satisfies' if some == 1 else 'satisfy'} the rules"


def _button(text: str) -> str:
    return f'<button type="button" data-copy="{escape(text)}">copy</button>' if text else ""


def _faces(letters: str) -> list[str]:
    area = len(letters) // 6
    return [letters[start : start + area] for start in range(0, len(letters), area)]
