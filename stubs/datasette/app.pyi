from collections.abc import Sequence

from starlette.types import ASGIApp

class Datasette:
    def __init__(self, files: Sequence[str]) -> None: ...
    def app(self) -> ASGIApp: ...
