from __future__ import annotations

import re
from pathlib import Path

import pytest

from becivic.rules import palette
from becivic.site.static_files import (
    A_DAY,
    FOLDER,
    FOREVER,
    StaticFile,
    files,
    gathered,
    static_answers,
    static_url,
)
from tests.requirement import requirement

CSS = (FOLDER / "site.css").read_text(encoding="utf-8")
MOST_CSS, MOST_JS, MOST_FONT = 20_000, 6_000, 26_000


def test_an_address_holds_the_hash_of_the_content() -> None:
    one, other = StaticFile("site.css", b"a"), StaticFile("site.css", b"b")
    assert re.fullmatch(r"/static/site\.[0-9a-f]{12}\.css", one.address)
    assert one.address != other.address
    assert one.media_type == "text/css; charset=utf-8"


def test_stylesheets_become_one_and_the_face_is_named_only_where_it_was_made(tmp_path: Path) -> None:
    (tmp_path / "site.css").write_text("a{}")
    (tmp_path / "notes.txt").write_text("not ours to hand out")
    without = gathered(tmp_path)
    assert list(without) == ["site.css"]
    assert without["site.css"].content == b"a{}"
    (tmp_path / "pages.css").write_text("b{}")
    (tmp_path / "generated").mkdir()
    (tmp_path / "generated" / "manrope-latin.woff2").write_bytes(b"face")
    styled = gathered(tmp_path)
    assert styled["site.css"].content.startswith(b'@font-face{font-family:"Manrope"')
    assert styled["manrope-latin.woff2"].address.encode() in styled["site.css"].content
    assert styled["site.css"].content.endswith(b"a{}\nb{}")


def test_what_is_not_there_has_no_address() -> None:
    assert static_url("nothing.css") == ""
    assert static_url("site.css") in files()


def test_hashed_names_last_a_year_and_stable_ones_a_day() -> None:
    answers = static_answers()
    assert set(answers) == set(files())
    assert "/static/sprite.svg" in answers
    assert FOREVER == "public, max-age=31536000, immutable"
    assert A_DAY == "public, max-age=86400"
    for address, answer in answers.items():
        assert answer.body == files()[address]
        assert answer.status == 200


def test_the_assets_stay_small() -> None:
    for name in ("site.css", "skill.css", "pages.css"):
        assert (FOLDER / name).stat().st_size <= MOST_CSS, name
    for name in ("site.js", "skill.js"):
        assert (FOLDER / name).stat().st_size <= MOST_JS, name


def test_nothing_in_the_assets_asks_for_another_origin() -> None:
    for name, content in files().items():
        if not name.endswith(".woff2"):
            told = content.decode().replace("http://www.w3.org/2000/svg", "")
            assert "http:" not in told, name
            assert "https:" not in told, name
            assert "url(//" not in told, name


def _tokens(opening: str) -> dict[str, str]:
    block = CSS.split(opening, 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([a-z-]+): (#[0-9A-F]{6});", block))


def _luminance(colour: str) -> float:
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


LIGHT = _tokens(":root {")
DARK = _tokens(':root[data-theme="dark"] {')
PAPERS = ("paper", "raised", "accent-tint", "warn-tint", "stop-tint")
TEXTS = ("ink", "muted", "accent", "warn", "stop")


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_can_be_read_on_every_paper(tokens: dict[str, str]) -> None:
    for paper in PAPERS:
        for text in TEXTS:
            assert _contrast(tokens[text], tokens[paper]) >= 4.5, (text, paper)
    for text, paper in (("on-accent", "accent"), ("on-accent", "stop")):
        assert _contrast(tokens[text], tokens[paper]) >= 4.5, (text, paper)
    assert _contrast(tokens["edge"], tokens["paper"]) >= 3.0


def test_the_style_sheet_says_the_colours_of_the_house() -> None:
    assert dict(palette.LIGHT) == LIGHT
    assert dict(palette.DARK) == DARK


@requirement("R-SITE-12")
def test_dark_is_the_same_by_choice_and_by_the_system() -> None:
    assert _tokens(':root:not([data-theme="light"]) {') == DARK
    assert set(DARK) == set(LIGHT)
