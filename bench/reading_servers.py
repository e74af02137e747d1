"""What our reads are compared with: Datasette over the same rows, and a bare Starlette handler with the same bytes.

`python -m bench.reading_servers bare|datasette FOLDER`: the folder has what `reading_http` put there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from bench.uvicorn_process import serve

ANSWERS: Final = "answers.json"
"""Path, file of the body, and headers."""
DATABASE: Final = "rows.db"


def bare(folder: Path) -> ASGIApp:
    """A route for each answer, and a Response made of its bytes."""
    listed = json.loads((folder / ANSWERS).read_text(encoding="utf-8"))
    return Starlette(
        routes=[
            _route(each["path"], (folder / each["file"]).read_bytes(), each["headers"]) for each in listed
        ]
    )


def _route(path: str, body: bytes, headers: dict[str, str]) -> Route:
    async def get(_: Request) -> Response:
        return Response(body, headers=headers)

    return Route(path, get, methods=["GET"])


def datasette(folder: Path) -> ASGIApp:
    from datasette.app import Datasette  # noqa: PLC0415  it takes a second, and only one of the two needs it

    return Datasette([str(folder / DATABASE)]).app()


if __name__ == "__main__":
    serve({"bare": bare, "datasette": datasette}[sys.argv[1]](Path(sys.argv[2])))
