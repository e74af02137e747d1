"""One span a person."""

from __future__ import annotations

from becivic.names.spans import PersonSpan, merged


def test_spans_that_share_letters_become_one_told_by_the_surest() -> None:
    spans = [PersonSpan(5, 12, 0.9, "title"), PersonSpan(0, 8, 0.4, "pair"), PersonSpan(12, 14, 0.5, "other")]
    assert merged(spans) == [PersonSpan(0, 12, 0.9, "title"), PersonSpan(12, 14, 0.5, "other")]
