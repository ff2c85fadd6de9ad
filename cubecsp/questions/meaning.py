"""The meaning of rule texts: in words, in stickers, and for an engine."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cubecsp.frozen import frozen
from cubecsp.models.language import pattern_meaning
from cubecsp.puzzle.cube.cube_puzzle import cube_of
from cubecsp.questions.answers.answer import Answer, Status
from cubecsp.questions.asking.about import AboutRules
from cubecsp.questions.asking.functions import asks
from cubecsp.questions.asking.query import Stream, ready
from cubecsp.questions.asking.shared_parameters import RulesToExplain

__all__ = ["Meaning", "MeaningAnswer", "meaning"]


@dataclass(kw_only=True, repr=False)
class MeaningAnswer(Answer):
    """The answer to `meaning`.

    Attributes:
        query: with the `pattern` that the rules state.
        meaning: its meaning; see `cubecsp.models.language.pattern_meaning.PatternMeaning`.
    """

    query: "Meaning"
    meaning: pattern_meaning.PatternMeaning

    def sentence(self) -> str:
        """Return the meaning of each rule, and the number of symmetries that preserve them."""
        says = "; ".join(f"{text}: {clause}" for text, clause in self.meaning.meaning.items())
        return f"{says or 'no rules'} (preserved by {self.meaning.symmetries} of 48 symmetries)."

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        return self.meaning.as_dict(cube_of(self.query.pattern.puzzle))


@frozen(kw_only=True)
class Meaning(AboutRules[MeaningAnswer]):
    """The parameters of `meaning`.

    Raises:
        InputError: a text is malformed, or rules are about different cubes.
    """

    name: ClassVar[str] = "meaning"
    example: ClassVar[Mapping[str, Any]] = {"rules": "any(solved=F2L, not faces-differ)"}
    is_quick: ClassVar[bool] = True

    rules: RulesToExplain = field(kw_only=False)

    def require(self) -> None:
        """Make sure that the rules can be read: even rules that do not apply to some cube have a meaning."""
        _ = self.pattern

    def stream(self) -> Stream[MeaningAnswer]:
        """Return the question, which is answered at once."""
        result = pattern_meaning.meaning_of(self.pattern)
        return ready(MeaningAnswer(query=self, status=Status.COMPLETE, meaning=result))


QUESTION = Meaning
meaning = asks(Meaning)
