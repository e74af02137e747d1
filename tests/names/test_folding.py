"""What counts as the same spelling."""

from __future__ import annotations

import pytest

from becivic.names.folding import fold, without_surrogates


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("MÜLLER", "muller"),
        ("Łukasz", "lukasz"),
        ("Y\u0131ld\u0131z", "yildiz"),
        ("Sørensen", "sorensen"),
        ("N\u2019Diaye", "n'diaye"),
        ("Jean\u2011Pierre", "jean-pierre"),
        ("Weiß", "weiss"),
        ("Zoe\u0308", "zoe"),
    ],
)
def test_case_accents_and_apostrophes_fold_away(written: str, folded: str) -> None:
    assert fold(written) == folded


def test_lone_surrogates_are_replaced_sign_for_sign() -> None:
    assert without_surrogates("a\ud800b\udfff\ud83d") == "a\ufffdb\ufffd\ufffd"
    assert without_surrogates("été") == "été"
