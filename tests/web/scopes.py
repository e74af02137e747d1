"""ASGI scopes and bodies, as a server would hand them over."""

from __future__ import annotations

from starlette.types import Message, Receive, Scope


def scope(*headers: tuple[str, str], client: tuple[str, int] | None = ("192.0.2.1", 40000)) -> Scope:
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http", "method": "POST", "path": "/", "headers": raw, "client": client}


def pieces(*bodies: bytes, then: str = "") -> Receive:
    """A body in pieces; `then` is what comes instead of its end."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": True} for body in bodies]
    if then:
        messages.append({"type": then})
    elif messages:
        messages[-1]["more_body"] = False
    waiting = iter(messages)

    async def receive() -> Message:
        return next(waiting)

    return receive
