"""The benchmark of builds runs: both sites are written, and what is found has every number that a bar needs."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.build_site import LANGUAGES, LARGER, SEARCHED, THEIRS, builds
from bench.corpora import write_corpus
from bench.measured import OURS
from bench.mkdocs_pages import write_pages
from bench.rounds import Run

pytest.importorskip("mkdocs", reason="what builds are measured beside is installed by `make bench` alone")


def test_builds_are_measured_beside_mkdocs(tmp_path: Path) -> None:
    built = {name: rounds[0] for name, rounds in builds(Run(share=0.1), tmp_path, 2, 3).items()}
    assert set(built) == {OURS, THEIRS, LARGER, LANGUAGES, SEARCHED}
    assert all(min(each.seconds, each.cpu, each.peak_mb) > 0 for each in built.values())
    assert built[LANGUAGES].files > built[OURS].files > built[THEIRS].files > 2


def test_mkdocs_gets_the_same_text_without_tags(tmp_path: Path) -> None:
    pages = write_pages(tmp_path / "pages", write_corpus(tmp_path / "corpus", 2))
    text = (pages / "docs" / "generated-00001.md").read_text(encoding="utf-8")
    assert "Pay €20 and keep the receipt." in text
    assert "(https://www.ejustice.just.fgov.be/eli/107)" in text
    assert "[generated-00000](generated-00000.md)" in text
    assert "<" not in text
