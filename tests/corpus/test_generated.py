"""Which files nobody but the service writes."""

from __future__ import annotations

import pytest

from becivic.corpus.generated import is_generated
from tests.requirement import requirement


@requirement("R-CI-03")
@pytest.mark.parametrize(
    "file",
    [
        "skills/index.json",
        "paths/activity.json",
        "docs.json",
        "docs/activity/global.json",
        "docs/activity/global.md",
        "data-snapshot/votes.jsonl",
        "data-snapshot/paths-2026-11-15.jsonl",
    ],
)
def test_indexes_dashboards_navigation_and_snapshots_are_generated(file: str) -> None:
    assert is_generated(file)


@pytest.mark.parametrize(
    "file",
    [
        "paths/index.json",
        "data-snapshot/README.md",
        "docs/submission-contract-v2.mdx",
        "skills/one/canonical.md",
    ],
)
def test_what_people_write_is_not(file: str) -> None:
    assert not is_generated(file)
