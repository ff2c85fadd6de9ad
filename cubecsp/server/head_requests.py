"""HEAD: the response to GET without the body."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """Answers HEAD on every path that answers GET.

    A body without an end, such as events, ends at once: the application gets the message that the client has
    gone.

    Args:
        app: the application.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        ended = False

        async def send_head(message: Message) -> None:
            nonlocal ended
            if ended:
                return
            if message["type"] == "http.response.body":
                ended, message = True, {"type": "http.response.body", "body": b""}
            await send(message)

        async def receive_or_end() -> Message:
            return {"type": "http.disconnect"} if ended else await receive()

        await self._app({**scope, "method": "GET"}, receive_or_end, send_head)
