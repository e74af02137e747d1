"""The table of metrics: what each is called, what it tells and by which labels. docs/metrics.md is written from it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Kind(StrEnum):
    COUNTER = "counter"
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


class Family(NamedTuple):
    """Everything under one name. `labels` take words of closed lists alone, so there are never many."""

    name: str
    kind: Kind
    help: str
    labels: tuple[str, ...] = ()


REQUESTS: Final = Family(
    "becivic_requests_total",
    Kind.COUNTER,
    "Requests answered, by group of routes and HTTP status; 499 where the caller left before the answer.",
    ("group", "status"),
)
DURATIONS: Final = Family(
    "becivic_request_duration_seconds",
    Kind.HISTOGRAM,
    "Seconds from a request's head to the end of its answer, by group of routes.",
    ("group",),
)
SUBMISSIONS: Final = Family(
    "becivic_submissions_total",
    Kind.COUNTER,
    "Submissions by type and outcome: staged, applied, duplicate, validated, cancelled, or the category of the"
    " refusal. The type is envelope where none could be read.",
    ("type", "outcome"),
)
CALLS: Final = Family(
    "becivic_mcp_calls_total",
    Kind.COUNTER,
    "Calls of MCP tools by how they ended: ok, or the category of the refusal. The tool is other where there is none"
    " of that name.",
    ("tool", "outcome"),
)
UP: Final = Family(
    "becivic_up",
    Kind.GAUGE,
    "1 where a part of the service works: the records answer, the last write to them was stored, the corpus is the"
    " newest of main, and the service is not stopping.",
    ("part",),
)
QUEUE: Final = Family(
    "becivic_queue_items",
    Kind.GAUGE,
    "How many wait in each queue.",
    ("queue",),
)
QUEUE_AGE: Final = Family(
    "becivic_queue_oldest_seconds",
    Kind.GAUGE,
    "For how long the oldest item of each queue has waited; 0 where none does.",
    ("queue",),
)
LAG: Final = Family(
    "becivic_publishing_lag_seconds",
    Kind.GAUGE,
    "For how long the oldest submission that is due has been due; 0 where none is. Above ten minutes, look at the"
    " job commit.",
)
JOB_RUNS: Final = Family(
    "becivic_job_runs_total",
    Kind.COUNTER,
    "Runs of each job in this process: done, failed (also where main could not be read), stopped with the server, or"
    " left to another replica.",
    ("job", "outcome"),
)
JOB_DURATION: Final = Family(
    "becivic_job_last_duration_seconds",
    Kind.GAUGE,
    "How long the last run of each job took in this process.",
    ("job",),
)
JOB_AGE: Final = Family(
    "becivic_job_last_success_seconds",
    Kind.GAUGE,
    "Seconds since each job last did all it had to, on whichever replica; absent where it never did.",
    ("job",),
)
JOB_OVERDUE: Final = Family(
    "becivic_job_overdue",
    Kind.GAUGE,
    "1 where a job has not succeeded for two of its intervals while this process ran.",
    ("job",),
)
CORPUS: Final = Family(
    "becivic_corpus_items",
    Kind.GAUGE,
    "Skills and paths that anybody may read, by status.",
    ("kind", "status"),
)
CORPUS_ERRORS: Final = Family(
    "becivic_corpus_errors", Kind.GAUGE, "Files of the served commit that could not be read."
)
CORPUS_AGE: Final = Family("becivic_corpus_age_seconds", Kind.GAUGE, "How old the commit is that is served.")
CORPUS_BEHIND: Final = Family(
    "becivic_corpus_behind_seconds",
    Kind.GAUGE,
    "For how long main has been at a commit that is not served, or cannot be read; 0 where it is served.",
)
DATABASE: Final = Family(
    "becivic_database_bytes", Kind.GAUGE, "What the database takes, with its write-ahead log."
)
WRITES_WAITING: Final = Family(
    "becivic_writes_waiting", Kind.GAUGE, "Writes that wait for the one writer of this process."
)
BUILD: Final = Family("becivic_build_info", Kind.GAUGE, "Always 1; the version is a label.", ("version",))
STARTED: Final = Family(
    "process_start_time_seconds",
    Kind.GAUGE,
    "When the process started, in seconds since 1970, by the true clock.",
)
CPU: Final = Family("process_cpu_seconds_total", Kind.COUNTER, "Processor time that the process has used.")
MEMORY: Final = Family(
    "process_resident_memory_bytes", Kind.GAUGE, "Memory that the process takes; absent where unknown."
)

FAMILIES: Final = (
    REQUESTS,
    DURATIONS,
    SUBMISSIONS,
    CALLS,
    UP,
    QUEUE,
    QUEUE_AGE,
    LAG,
    JOB_RUNS,
    JOB_DURATION,
    JOB_AGE,
    JOB_OVERDUE,
    CORPUS,
    CORPUS_ERRORS,
    CORPUS_AGE,
    CORPUS_BEHIND,
    DATABASE,
    WRITES_WAITING,
    BUILD,
    STARTED,
    CPU,
    MEMORY,
)
"""In the order in which they are written."""
