"""Proofs: their certificate is a folder, which is sent as one archive."""

from __future__ import annotations

import io
import tempfile
import zipfile
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field

from cubecsp.questions.given import pattern_of
from cubecsp.questions.limits import Limits
from cubecsp.questions.prove import Prove as ProveQuery
from cubecsp.server.questions.base import Teller, TimeLimit, WithRules

__all__ = ["Prove"]


class Prove(WithRules):
    """A certificate that there are no other cubes, or of how many there are, as an archive to download."""

    question: ClassVar[str] = "prove"
    example: ClassVar[dict[str, Any]] = {"rules": "solved=F2L+edges"}
    file: ClassVar[str | None] = "certificate.zip"

    symmetry: Annotated[
        bool,
        Field(
            description="Let the proof leave out cubes if an image under the symmetries of the rules is kept."
        ),
    ] = False
    of_count: Annotated[
        bool, Field(description="Prove how many cubes satisfy the rules, and list none.")
    ] = False
    time_limit: TimeLimit = None

    def ask(self, tell: Teller) -> dict[str, Any]:
        pattern = pattern_of(self.stated, self.size)
        limits = Limits.of(None, self.time_limit)
        with tempfile.TemporaryDirectory(prefix="cubecsp-") as place:
            folder = Path(place, "certificate")
            query = ProveQuery(pattern, folder, self.symmetry, self.of_count, limits)
            answer = query.stream(on_progress=tell.progress).read(tell.cube)
            if answer.certificate is not None:
                _pack(folder, tell)
        told = answer.as_dict()
        del told["query"]["folder"]  # which is no more
        return told


class _Told(io.RawIOBase):
    """A file that cannot seek: what is written to it is sent."""

    def __init__(self, tell: Teller) -> None:
        self._tell = tell

    def writable(self) -> bool:
        """Whether it can be written to."""
        return True

    def write(self, data: Any) -> int:
        """Send the next part of the file."""
        self._tell.part(bytes(data))
        return len(data)


def _pack(folder: Path, tell: Teller) -> None:
    """Send the files of a folder as one archive."""
    told = io.BufferedWriter(_Told(tell), 1 << 16)
    with zipfile.ZipFile(told, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, f"{folder.name}/{path.name}")
    told.flush()
