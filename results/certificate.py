"""The certificate that a list of cubes is complete: `python results/certificate.py [--symmetry] [--keep DIR] RULE…`.

Proves, verifies, and lists the files; --keep leaves all except the proof in LRAT, the largest by far.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shutil
import tempfile
import time
from pathlib import Path

from cubecsp import prove, verify
from cubecsp.models.proofs.certificate import DRAT, FORMULA, LRAT


def digest(path: Path) -> str:
    """Return the SHA-256 of the content of a compressed file, which does not depend on who compressed it."""
    with gzip.open(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]


def main() -> None:
    """Prove, verify, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="+", metavar="RULE")
    parser.add_argument("--symmetry", action="store_true", help="see `prove`")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="put the files there")
    args = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "certificate"
        manifest = prove(args.rules, folder, symmetry=args.symmetry).certificate
        assert manifest is not None, "without a time limit there is one"
        accepted = verify(folder).accepted
        names = {"formula": FORMULA, "drat": DRAT, "lrat": LRAT}
        sizes = {kind: manifest["files"][name]["bytes"] for kind, name in names.items()}
        digests = {kind: digest(folder / name) for kind, name in names.items()}
        if args.keep is not None:
            (folder / LRAT).unlink()
            shutil.copytree(folder, args.keep, dirs_exist_ok=True)
    facts = {
        "count": manifest["count"],
        "accepted": accepted,
        "clauses": manifest["proof"]["clauses"],
        "bytes": sizes,
        "sha256": digests,
        "seconds": round(time.monotonic() - started, 2),
    }
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
