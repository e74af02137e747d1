"""The benchmark of builds runs: both sites are written, and what is found has every number that a bar needs."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.build_site import OURS, THEIRS, run
from bench.corpora import write_corpus
from bench.mkdocs_pages import write_pages

pytest.importorskip("mkdocs", reason="what builds are measured beside is installed by `make bench` alone")


def test_builds_are_measured_beside_mkdocs() -> None:
    found = run(sizes=(2, 3), rounds=1)
    assert len(found["bars"]) == 3
    for name in (OURS, THEIRS, "larger", "four_languages", "with_search"):
        assert found[name]["seconds"] > 0
        assert found[name]["peak_mb"] > 0
    assert found["four_languages"]["files"] > found[OURS]["files"] > found[THEIRS]["files"] > 2


def test_mkdocs_gets_the_same_text_without_tags(tmp_path: Path) -> None:
    pages = write_pages(tmp_path / "pages", write_corpus(tmp_path / "corpus", 2))
    text = (pages / "docs" / "generated-00001.md").read_text(encoding="utf-8")
    assert "Pay €20 and keep the receipt." in text
    assert "(https://www.ejustice.just.fgov.be/eli/107)" in text
    assert "[generated-00000](generated-00000.md)" in text
    assert "<" not in text
