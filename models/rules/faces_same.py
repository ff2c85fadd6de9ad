"""Every face shows the same pattern in its own colours."""

from __future__ import annotations

from cubecsp.models.core.rule import RuleParameter
from cubecsp.models.rules.faces_differ import MATCHES, MATCHING, ComparedFaces


class FacesSame(ComparedFaces):
    """The six faces have the same pattern up to colours: the cube is an isoglyph.

    Args:
        up_to: `upright`, as the faces lie in the net; `turned`, each may be turned by itself;
            `mirrored`, each may be turned and mirrored.
    """

    name = "faces-same"
    summary = demand = "every face shows the same pattern in its own colours"
    same = True
    parameter = RuleParameter("upright|turned|mirrored", MATCHING, choices=MATCHES)
    example = "faces-same=turned"


RULE = FacesSame
