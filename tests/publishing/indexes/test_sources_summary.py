"""Sources have no status; what the votes say of each is told instead."""

from __future__ import annotations

from fractions import Fraction

from becivic.lifecycle.standing import SourceHealth
from becivic.lifecycle.tallies import Count
from becivic.publishing.indexes.sources_summary import sources_summary
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.targets import TargetType
from tests.factories.corpora import Files
from tests.requirement import requirement


@requirement("R-IDX-03")
def test_a_path_counts_its_sources_by_health_and_by_class() -> None:
    entry = Files.valid().load().paths.entries["demo-certificate"]
    votes = {(TargetType.PATH_SOURCE, "demo-certificate:commune-desk"): Count(Fraction(3))}
    assert sources_summary(entry, votes) == {
        "count": 2,
        "by_status": {"untried": 1, "confirmed": 1, "disputed": 0, "rejected": 0},
        "by_class": {"federal-auth-handoff": 1, "offline": 1},
    }


def test_the_schema_lists_the_same_words() -> None:
    schema = packaged_registry().documents[SchemaFile.PATHS_ACTIVITY.value]
    listed = schema["$defs"]["sources_summary"]["properties"]["by_status"]["required"]
    assert listed == [each.value for each in SourceHealth]
