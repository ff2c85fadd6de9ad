"""A folder of pictures: one SVG per cube, and an index.html that shows them all with their moves."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from html import escape
from pathlib import Path

from cubecsp.errors import InputError
from cubecsp.pictures.net import net_svg
from cubecsp.questions.answer import CubeReport

__all__ = ["prepare_folder", "write_gallery"]

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #888; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; }
p { max-width: 46rem; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem; }
figure { margin: 0; padding: .8rem; border: 1px solid var(--line); border-radius: .6rem; }
figure img { width: 100%; height: auto; display: block; }
dl { margin: .6rem 0 0; font-size: .85rem; }
dt { color: var(--soft); }
dd { margin: 0 0 .3rem; font-family: ui-monospace, monospace; }
""".strip()


def prepare_folder(folder: Path) -> None:
    """Make sure that files can be written into `folder`, making it if need be.

    Raises:
        InputError: it cannot be made or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"folder {str(folder)!r} cannot be written to: {error.strerror or error}",
            "name another with -o",
        ) from error


def write_gallery(
    folder: Path, reports: Sequence[CubeReport], *, title: str, summary: str
) -> list[Path]:
    """Write a picture per cube and an index.html into `folder`; files of these names are replaced.

    Returns:
        The files written, the page last.

    Raises:
        InputError: the folder cannot be written to.
    """
    prepare_folder(folder)
    digits = len(str(len(reports)))
    written = []
    figures = []
    for number, report in enumerate(reports, 1):
        name = f"cube-{number:0{digits}}.svg"
        caption = f"cube {number}: {report.facelets}"
        written.append(_write(folder / name, net_svg(report.facelets, title=caption)))
        figures.append(_figure(name, number, report))
    page = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n<p>{escape(summary)}</p>\n<main>\n"
        + "\n".join(figures)
        + "\n</main>\n</body>\n</html>\n"
    )
    written.append(_write(folder / "index.html", page))
    return written


def _figure(name: str, number: int, report: CubeReport) -> str:
    rows = []
    if report.solution is not None:
        rows.append((f"make it ({report.length} turns)", str(report.generator) or "nothing to do"))
        rows.append(("solve it", str(report.solution) or "nothing to do"))
    rows.append(("stickers", report.facelets))
    listed = "".join(f"<dt>{escape(term)}</dt><dd>{escape(text)}</dd>" for term, text in rows)
    listed = listed.replace(report.facelets, "<wbr>".join(_faces(report.facelets)))
    return (
        f'<figure><img src="{name}" alt="net of cube {number}" loading="lazy">'
        f"<figcaption><dl>{listed}</dl></figcaption></figure>"
    )


def _faces(letters: str) -> list[str]:
    return [letters[start : start + 9] for start in range(0, len(letters), 9)]


def _write(path: Path, text: str) -> Path:
    """Write a whole file or none: under another name first, then renamed."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(temporary, 0o644)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error
    return path
