"""A real `becivic serve` on loopback, on a port of its own choosing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from demo import serving as process

_PACKAGED = (
    "import sys; from pathlib import Path; from becivic.cli import main, serve; folder = Path(sys.argv.pop());"
    "serve.corpus_folder = lambda: folder; main()"
)
"""The command line over another packaged corpus, named by the last argument."""
_OFTEN = (
    "from dataclasses import replace; from datetime import timedelta; from becivic.jobs import schedule;"
    "from becivic.cli import serve; from becivic.names import PlainNameFinder;"
    "schedule.JOBS = {{job.name: replace(job, every=timedelta(seconds={often})) for job in schedule.JOBS.values()}};"
    "plainly = serve.open_workshop;"
    "serve.open_workshop = lambda *given: replace(plainly(*given), finder=PlainNameFinder());"
    "by_the_table = serve.Runner; serve.Runner = lambda *given: by_the_table(*given[:5]);"
)
"""Jobs by the second instead of by the hour, so that whoever watches them need not wait, nor load models."""


class Serving(process.Serving):
    """The process, over another packaged corpus where a test wants one."""

    def __init__(
        self,
        home: Path,
        *,
        packaged: Path | None = None,
        often: int | None = None,
        env: dict[str, str] | None = None,
        arguments: tuple[str, ...] = (),
    ) -> None:
        code = (_OFTEN.format(often=often) if often else "") + _PACKAGED
        command = (
            ("-c", code, "serve", *arguments, str(packaged)) if packaged else (*process.SERVE, *arguments)
        )
        super().__init__(home, command=command, env=env)


@contextmanager
def serving(home: Path, **how: object) -> Iterator[Serving]:
    """A server that is up; it must also stop well, if the test has not stopped it."""
    with Serving(home, **how) as server:  # type: ignore[arg-type]
        yield server.ready()
        assert server.stop() == 0, server.said
