"""Pixels of PNG files, read without any package but Python's own: what tests see of pictures.

`python tests/helpers/pixels.py` draws the reference pictures of `tests/pictures/references` again.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from cubecsp.pictures.picture import Picture

REFERENCES = Path(__file__).parents[1] / "pictures" / "references"

Pixel = tuple[int, ...]


@dataclass(frozen=True)
class Pixels:
    """The pixels of a picture: red, green, blue and alpha, 0…255, row by row."""

    width: int
    height: int
    data: bytes

    @classmethod
    def read(cls, png: bytes) -> Pixels:
        """Decode a PNG file of 8 bits per channel, with or without alpha, not interlaced."""
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        chunks, at = {}, 8
        while at < len(png):
            length, kind = struct.unpack(">I4s", png[at : at + 8])
            chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + length]
            at += 12 + length
        width, height, depth, colour, *_, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
        assert (depth, colour, interlaced) == (8, 6, 0)
        return cls(width, height, _unfiltered(zlib.decompress(chunks[b"IDAT"]), 4 * width))

    def at(self, x: int, y: int) -> Pixel:
        start = 4 * (y * self.width + x)
        return tuple(self.data[start : start + 4])

    def png(self) -> bytes:
        """Encode the pixels again."""
        row = 4 * self.width
        rows = (self.data[i : i + row] for i in range(0, len(self.data), row))
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 6, 0, 0, 0)
        body = zlib.compress(b"".join(b"\0" + row for row in rows))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            _chunk(*chunk) for chunk in ((b"IHDR", head), (b"IDAT", body), (b"IEND", b""))
        )


def _chunk(kind: bytes, data: bytes) -> bytes:
    crc = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + crc


def _unfiltered(data: bytes, row: int) -> bytes:
    """Undo the five filters of PNG, whose bytes come before each row."""
    result, above = bytearray(), bytes(row)
    for start in range(0, len(data), row + 1):
        kind, line = data[start], bytearray(data[start + 1 : start + 1 + row])
        for i in range(row):
            left, up = (line[i - 4] if i >= 4 else 0), above[i]
            corner = above[i - 4] if i >= 4 else 0
            line[i] = (line[i] + _predicted(kind, left, up, corner)) & 255
        result += line
        above = bytes(line)
    return bytes(result)


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:
        guess = left + up - corner
        return min((left, up, corner), key=lambda value: abs(guess - value))
    return (0, left, up, (left + up) // 2)[kind]


def middles(picture: Picture, pixels: Pixels) -> dict[str, tuple[int, int]]:
    """Return for each sticker of a picture the pixel in its middle, read off its SVG."""
    import re
    import xml.etree.ElementTree as ElementTree

    root = ElementTree.fromstring(picture.svg())
    left, top, width, _ = map(float, root.attrib["viewBox"].split())
    found = {}
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        name = path.attrib.get("data-sticker")
        if name is not None:
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.attrib["d"])]
            xs, ys = numbers[::2], numbers[1::2]
            scale = pixels.width / width
            x = (sum(xs) / len(xs) - left) * scale
            y = (sum(ys) / len(ys) - top) * scale
            found[name] = (int(x), int(y))
    return found


def references() -> dict[str, tuple[Picture, int]]:
    """Return the pictures that are kept, by the name of their file, with the size in pixels."""
    from cubecsp import Cube, PocketCube, picture
    from cubecsp.pictures.visualcube import picture_by_parameters

    cube = Cube.from_moves("R U R' U' F2 D L'")
    pocket = PocketCube.from_moves("R U F2")
    some = cube.facelets[:30] + "." * 24
    last_layer = "view=plan&stage=ll&alg=R U R' U' R' F R2 U' R' U' R U R' F'"
    return {
        "net": (picture(cube), 200),
        "net-2": (picture(pocket, letters=True, background="white"), 160),
        "net-marked": (
            picture(some, shapes=True, marked=["U1", "R2", "L1"], ringed=["U9", "F5", "B9"]),
            240,
        ),
        "cube": (picture(cube, view="cube"), 128),
        "cube-2": (picture(pocket, view="cube", colours="colour-blind", shapes=True), 128),
        "cube-beside": (picture(cube, view="cube", back="beside", letters=True), 240),
        "cube-around": (picture(cube, view="cube", back="around"), 160),
        "cube-turned": (picture(cube, view="cube", rotation="y-30x20z15", background="#222"), 128),
        "plan": (picture(cube, view="plan", arrows="U1U3-both,U3U9-curved-red,F1U7"), 128),
        "visualcube-plan": (
            picture_by_parameters(f"{last_layer}&arw=U2U8,U8U2,U0U6U8-i5-red"),
            128,
        ),
        "visualcube-trans": (picture_by_parameters("view=trans&stage=cross&alg=F"), 128),
    }


def main() -> None:
    REFERENCES.mkdir(exist_ok=True)
    for name, (picture, size) in references().items():
        picture.save(REFERENCES / f"{name}.png", size)


if __name__ == "__main__":
    main()
