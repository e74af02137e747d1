# The part of google-re2 that this project uses; the package ships no types.

from collections.abc import Iterator
from typing import AnyStr, Generic

class error(Exception): ...  # noqa: N801  the package's own name

class Options:
    log_errors: bool
    max_mem: int
    never_capture: bool

class _Match(Generic[AnyStr]):
    def start(self, group: int = ...) -> int: ...
    def end(self, group: int = ...) -> int: ...
    def span(self, group: int = ...) -> tuple[int, int]: ...
    def group(self, *groups: int) -> AnyStr: ...

class _Regexp:
    @property
    def pattern(self) -> str | bytes: ...
    @property
    def groups(self) -> int: ...
    def search(
        self, text: AnyStr, pos: int | None = ..., endpos: int | None = ...
    ) -> _Match[AnyStr] | None: ...
    def fullmatch(
        self, text: AnyStr, pos: int | None = ..., endpos: int | None = ...
    ) -> _Match[AnyStr] | None: ...
    def finditer(
        self, text: AnyStr, pos: int | None = ..., endpos: int | None = ...
    ) -> Iterator[_Match[AnyStr]]: ...

def compile(pattern: str | bytes, options: Options | None = ...) -> _Regexp: ...  # noqa: A001  the package's own name

class Set:
    @classmethod
    def SearchSet(cls, options: Options | None = ...) -> Set: ...  # noqa: N802  the package's own names
    def Add(self, pattern: str | bytes) -> int: ...  # noqa: N802
    def Compile(self) -> None: ...  # noqa: N802
    def Match(self, text: str | bytes) -> list[int] | None: ...  # noqa: N802
