from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from becivic.rules.errors import BeCivicError
from becivic.site import font
from tests.requirement import requirement


@requirement("R-SITE-12")
def test_the_face_is_small_and_writes_four_languages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "generated" / "face.woff2"
    monkeypatch.setattr(font, "PLACE", place)
    assert font.main() == 0
    size = place.stat().st_size
    assert size <= 26_000
    assert capsys.readouterr().out == f"Wrote face.woff2, {size} bytes\n"
    letters = TTFont(place).getBestCmap()
    assert all(ord(letter) in letters for letter in "Où êtes-vous né? Œuvre, Straße, €1.000 \u2013 «ça»…")


def test_without_the_whole_face_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(BeCivicError, match="cannot be read") as caught:
        font.make(tmp_path / "absent.ttf", tmp_path / "face.woff2")
    assert "font-manrope" in (caught.value.remedy or "")
