"""Every question that can be asked over HTTP, as the model of its requests, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cubecsp.questions import QUESTIONS
from cubecsp.server.request_models import RequestModel, model_of


class _Requests(Mapping[str, type[RequestModel]]):
    """The models of requests, each made when first needed."""

    def __getitem__(self, name: str) -> type[RequestModel]:
        question = QUESTIONS[name]
        if not question.http:
            raise KeyError(name)
        return model_of(question)

    def __iter__(self) -> Iterator[str]:
        return (name for name in QUESTIONS if QUESTIONS[name].http)

    def __len__(self) -> int:
        return sum(1 for _ in self)


REQUESTS = _Requests()
"""The model of the requests for each question."""
