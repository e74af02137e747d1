"""Bodies to be rendered: any text as a skill's, the rows it may cite, and a block of what others said."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from becivic.corpus.body import Body
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.rendering.observed import GROUPS, ObservedBlock, ObservedGroup, ObservedItem
from becivic.rendering.shown import ShownReference, ShownRows, ShownValue
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from tests.factories.corpora import Files

FEE = ShownValue(
    uid="val-00001",
    name="demo-handling-fee-eur",
    text="€1,000",
    status=Status.STABLE,
    last_verified="2026-11-15",
    source="ref-00001",
    confirms=3,
    rejects=1,
)
LAW = ShownReference(
    uid="ref-00001",
    name="demo-law-article-one",
    title="Law on demonstrations, article 1",
    url="https://www.ejustice.just.fgov.be/eli/demo",
    status=Status.STABLE,
    last_verified="2026-11-15",
    archived_url="https://archive.example/demo",
    language="fr",
    read_as="stored_copy",
    page_date="undated",
)
ROWS = ShownRows({FEE.uid: FEE}, {LAW.uid: LAW})
VV = '<VV name="demo-handling-fee-eur" uid="val-00001">€20</VV>'
REF = (
    '<Ref name="demo-law-article-one" uid="ref-00001" title="t" url="https://old.example/" '
    'last_verified="2020-01-01">article 1</Ref>'
)
TERMS = """{"schema_version": 1, "terms": [
  {"id": "residence-card", "kind": "document",
   "name": {"fr": "carte de séjour", "nl": "verblijfskaart", "en": "residence card"}, "also": {"fr": ["titre de séjour"]}},
  {"id": "lonely", "kind": "document", "name": {"nl": "alleen hier"}}
]}"""


@cache
def demo_corpus() -> Corpus:
    """The demonstration corpus, with a glossary of two terms."""
    return Files.valid().with_file("data/terms.json", TERMS).load()


def skill_with(body: str) -> Skill:
    return replace(demo_corpus().skills["demo-application"], body=Body(body))


def rows_with(*rows: ShownValue | ShownReference) -> ShownRows:
    """The usual two, and these instead of or besides them."""
    values = {row.uid: row for row in (FEE, *rows) if isinstance(row, ShownValue)}
    references = {row.uid: row for row in (LAW, *rows) if isinstance(row, ShownReference)}
    return ShownRows(values, references)


def concern(body: str, **changed: Any) -> ObservedItem:
    told: dict[str, Any] = {
        "type": SubmissionType.CONCERN,
        "target_type": TargetType.SKILL,
        "target_id": "demo-application",
        "up": 3,
        "down": 1,
        "body": body,
        "committed_at": "2026-11-10T09:00:00Z",
        "uid": "con-00001",
    }
    return ObservedItem(**(told | changed))


STATS = {
    "affirms": 12,
    "rejects": 0,
    "distinct_ips": 11,
    "injection_flags": 0,
    "cohort_started_at": "2026-04-26T00:00:00Z",
    "last_validation_at": None,
    "n": 12,
}


def block_of(*items: ObservedItem, stats: dict[str, Any] | None = STATS, more: int = 0) -> ObservedBlock:
    """The block of the demonstration skill: every group, those with items filled."""
    groups = tuple(
        ObservedGroup(
            kind, found := tuple(item for item in items if item.target_type is kind), more if found else 0
        )
        for kind in GROUPS
    )
    return ObservedBlock(TargetType.SKILL, "demo-application", stats, groups)
