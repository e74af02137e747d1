from __future__ import annotations

from pathlib import Path

from becivic.observing.families import FAMILIES
from becivic.observing.metrics_page import metrics_markdown
from becivic.web.route_groups import GROUPS


def test_the_document_is_the_table() -> None:
    document = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")
    assert document == metrics_markdown(GROUPS)
    assert all(f"`{family.name}`" in document for family in FAMILIES)
