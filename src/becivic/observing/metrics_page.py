"""docs/metrics.md, written from the table of metrics: what is told cannot drift from what is told of it."""

from __future__ import annotations

from typing import Final

from becivic.observing.families import FAMILIES, Family
from becivic.observing.gathering import ASKED_EVERY
from becivic.observing.queues import DUE, QUEUES, REVIEWS
from becivic.observing.tallies import BOUNDS, FAILURES


def metrics_markdown(groups: dict[str, str]) -> str:
    """`groups` are those of routes, with what belongs to each."""
    queues = {
        **{name: queue.about for name, queue in QUEUES.items()},
        DUE: "of those staged or being published: its day is over",
        **{
            name: f"open questions in `becivic review list --queue {queue.value}`"
            for name, queue in REVIEWS.items()
        },
    }
    return _MARKDOWN.format(
        families="\n".join(map(_row, FAMILIES)),
        groups=_listed(groups),
        queues=_listed(queues),
        bounds=", ".join(f"{bound:g}" for bound in BOUNDS),
        every=f"{ASKED_EVERY:g}",
        failures=" and ".join(map(str, FAILURES)),
    )


def _row(family: Family) -> str:
    labels = ", ".join(f"`{label}`" for label in family.labels)
    return f"| `{family.name}` | {family.kind} | {labels} | {family.help} |"


def _listed(said: dict[str, str]) -> str:
    return "\n".join(f"- `{name}`: {about}." for name, about in said.items())


_MARKDOWN: Final = """# Metrics

<!-- Generated from becivic.observing.families by `make format`: change the table there. -->

`GET /metrics` answers in Prometheus' text format. A program on the same machine reads it as it is, if it asks for itself
at a loopback address; everybody else, and whatever came through a proxy, sends the operator's token
([settings](settings.md), `BECIVIC_OPERATOR_TOKEN`) as `Authorization: Bearer …`. ADR
[40](adr/0040-what-the-service-tells-of-itself.md) says why.

```yaml
scrape_configs:
  - job_name: becivic
    static_configs: [{{targets: ["127.0.0.1:8000"]}}]
```

No number stands beside an address, an id or a text that somebody sent, and every label takes words of a closed list. The
database is asked at most once in {every} seconds, whoever scrapes. Counters begin with each process: at 0
where there are few of them and somebody is woken by the first (runs of jobs, answers {failures}), the others with what
they count. Queues, ages of jobs and the size of the database are the same on every replica.

| Metric | Kind | Labels | What it tells |
|---|---|---|---|
{families}

Buckets of durations end at {bounds} seconds.

## Groups of routes

{groups}

## Queues

{queues}

## What to be woken for

```yaml
groups:
  - name: becivic
    rules:
      - alert: RecordsAway
        expr: becivic_up{{part="records"}} == 0
        for: 2m
      - alert: PublishingLate
        expr: becivic_publishing_lag_seconds > 1800
      - alert: JobOverdue
        expr: max by (job) (becivic_job_overdue) == 1
        for: 10m
      - alert: MainCannotBeServed
        expr: becivic_corpus_behind_seconds > 300
      - alert: AnswersFail
        expr: sum(rate(becivic_requests_total{{status=~"5.."}}[5m])) > 0.1
```

Whether a replica may be sent requests is asked at `/api/health/ready` (200, or 503 with the reason), whether its process
answers at all at `/api/health/live`.
"""
