from __future__ import annotations

from pathlib import Path

import pytest

from becivic.observing.process import resident_bytes


@pytest.mark.parametrize("said", ["", "12", "12 many"])
def test_a_system_that_does_not_say_is_not_guessed_at(tmp_path: Path, said: str) -> None:
    (tmp_path / "statm").write_text(said)
    assert resident_bytes(tmp_path / "statm") is None
    assert resident_bytes(tmp_path / "nowhere") is None
