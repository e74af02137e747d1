from __future__ import annotations

import pytest

from becivic.rendering.placeholders import CLOSES, LESS, MARK, OPENS, harmless, mark, without_html


def test_a_mark_is_found_again_by_its_number() -> None:
    assert MARK.findall(f"a{mark(7)}b{mark(12)}") == ["7", "12"]


@pytest.mark.parametrize(
    "written",
    [
        OPENS,
        CLOSES,
        LESS,
        "&#xE000;",
        "&#xe001;",
        "&#X00E002;",
        "&#57344;",
        "&#0057346;",
        f"{OPENS}1{CLOSES}",
    ],
)
def test_nobody_can_write_one(written: str) -> None:
    kept = harmless(f"a{written}b")
    assert "\ufffd" in kept
    assert not set(kept) & {OPENS, CLOSES, LESS}
    assert "&#" not in kept


def test_other_text_is_left_alone() -> None:
    assert harmless("a &#60; € \ue003") == "a &#60; € \ue003"


@pytest.mark.parametrize(
    ("prose", "seen"),
    [
        ("plain", "plain"),
        ("a < b", f"a {LESS} b"),
        ("<https://a.example/>", "<https://a.example/>"),
        ("<javascript:x>", f"{LESS}javascript:x>"),
        (r"\<b>", f"{LESS}b>"),
        (r"\\<b>", rf"\\{LESS}b>"),
    ],
)
def test_markdown_sees_no_html(prose: str, seen: str) -> None:
    assert without_html(prose) == seen
