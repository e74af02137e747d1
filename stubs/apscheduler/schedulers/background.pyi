from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

class Job:
    id: str
    next_run_time: datetime | None

class BackgroundScheduler:
    def __init__(
        self,
        *,
        executors: Mapping[str, object] = ...,
        job_defaults: Mapping[str, Any] = ...,
        timezone: str = ...,
    ) -> None: ...
    def add_job(
        self,
        func: Callable[..., object],
        trigger: object,
        *,
        args: Sequence[object] = ...,
        id: str = ...,  # noqa: A002
        executor: str = ...,
        next_run_time: datetime = ...,
    ) -> Job: ...
    def get_jobs(self) -> list[Job]: ...
    def start(self) -> None: ...
    def shutdown(self, wait: bool = ...) -> None: ...
