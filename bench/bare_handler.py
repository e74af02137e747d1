"""The least that can be called durable: parse, insert, commit, answer. No check, no limit, nothing to cancel with."""

from __future__ import annotations

import json
import sqlite3
import sys

from starlette.types import ASGIApp, Receive, Scope, Send

from bench.uvicorn_process import serve

_HEADERS = [(b"content-type", b"application/json")]


def bare_handler(file: str) -> ASGIApp:
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE IF NOT EXISTS submissions (id TEXT PRIMARY KEY, payload TEXT NOT NULL)")

    async def handle(_: Scope, receive: Receive, send: Send) -> None:
        raw, more = b"", True
        while more:
            message = await receive()
            raw += message["body"]
            more = message["more_body"]
        submission = json.loads(raw)
        # One statement outside a transaction is a transaction: it returns once it is durable.
        database.execute(
            "INSERT INTO submissions VALUES (?, ?)", (submission["concern_id"], raw.decode("utf-8"))
        )
        body = json.dumps({"concern_id": submission["concern_id"], "status": "staged"}).encode()
        length = (b"content-length", str(len(body)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [*_HEADERS, length]})
        await send({"type": "http.response.body", "body": body})

    return handle


if __name__ == "__main__":
    serve(bare_handler(sys.argv[1]))
