"""What is written beside the pages, and what of a page is written another way than it is served."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.site.export_pages import Pages, chosen_languages
from becivic.site.page import Page
from becivic.words import LANGUAGES
from tests.factories.corpora import APPLICATION, CLOCK, Files
from tests.factories.exported import export, filed, with_agents
from tests.factories.site_pages import PUBLIC_URL
from tests.requirement import requirement


def with_redirects(*written: dict[str, str]) -> Files:
    return Files.valid().with_file("docs.json", json.dumps({"name": "x", "redirects": list(written)}))


@pytest.mark.parametrize(
    ("asked", "given"),
    [([], tuple(LANGUAGES)), (["fr"], ("en", "fr")), (["de", "fr"], ("en", "fr", "de")), (["en"], ("en",))],
)
def test_english_is_always_among_the_languages(asked: list[str], given: tuple[str, ...]) -> None:
    assert chosen_languages(asked, LANGUAGES) == given


def test_what_only_a_service_answers_is_linked_there(tmp_path: Path) -> None:
    export(tmp_path)
    pages = [file.read_text(encoding="utf-8") for file in tmp_path.rglob("*.html")]
    assert not [page for page in pages if 'href="/api/' in page or 'href="/mcp' in page]


def test_the_tools_of_the_service_at_its_address_are_named(tmp_path: Path) -> None:
    """By the same process that answers `/api`, which every page that is written out counts on."""
    export(tmp_path, with_agents())
    manifest = json.loads((tmp_path / "agents/manifest.json").read_bytes())
    assert manifest["links"]["mcp"] == "/mcp"
    catalogue = json.loads((tmp_path / ".well-known/api-catalog").read_bytes())
    assert {"href": f"{PUBLIC_URL}/mcp"} in catalogue["linkset"][0]["item"]
    page = (tmp_path / "docs/connect/index.md").read_text(encoding="utf-8")
    assert f"claude mcp add --transport http becivic {PUBLIC_URL}/mcp" in page


def test_the_last_stable_text_is_linked_where_history_is(tmp_path: Path) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    told = f"status: alpha\nprevious_stable_sha: {commit}\n"
    files = Files.valid().replaced(APPLICATION, "status: alpha\n", told)
    export(tmp_path, files, languages=("en", "fr"))
    at = f"/skills/demo-application/versions/{commit}"
    for name, link in {
        "skills/demo-application/index.html": f'href="{PUBLIC_URL}{at}"',
        "fr/skills/demo-application/index.html": f'href="{PUBLIC_URL}/fr{at}"',
        "skills/demo-application/index.md": f"]({PUBLIC_URL}{at}/index.md)",
    }.items():
        assert link in (tmp_path / name).read_text(encoding="utf-8")


def test_english_is_switched_to_at_the_plain_address(tmp_path: Path) -> None:
    export(tmp_path, languages=("en", "fr"))
    page = (tmp_path / "fr/skills/demo-clock/index.html").read_text(encoding="utf-8")
    assert '<a href="/skills/demo-clock" hreflang="en"' in page
    assert '<a href="/fr/skills/demo-clock" hreflang="fr"' in page
    assert 'hreflang="nl"' not in page
    assert f'<link rel="canonical" href="{PUBLIC_URL}/skills/demo-clock">' in page


def test_the_sitemap_names_the_languages_that_are_there(tmp_path: Path) -> None:
    export(tmp_path, languages=("en", "fr"))
    told = (tmp_path / "sitemap.xml").read_text(encoding="utf-8")
    assert f'hreflang="en" href="{PUBLIC_URL}/docs/' in told
    assert f'hreflang="fr" href="{PUBLIC_URL}/fr/docs/' in told
    assert 'hreflang="nl"' not in told
    assert f"{PUBLIC_URL}/en/" not in told


@requirement("R-SITE-09")
def test_redirects_are_small_pages_and_a_list(tmp_path: Path) -> None:
    old = {"source": "/old/place", "destination": "/skills/demo-clock?x=1&y=2"}
    export(tmp_path, with_redirects(old, {"source": "/old.txt", "destination": "/docs/"}))
    page = (tmp_path / "old/place/index.html").read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="{PUBLIC_URL}/skills/demo-clock?x=1&amp;y=2">' in page
    assert 'content="0; url=/skills/demo-clock?x=1&amp;y=2"' in page
    listed = (tmp_path / "_redirects").read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("/old/place /skills/demo-clock?x=1&y=2 30") for line in listed)
    assert "/en/* /:splat 308" in listed
    assert not (tmp_path / "old.txt").exists()
    assert not (tmp_path / "old.txt/index.html").exists()


def test_nobody_is_led_in_circles_by_hosts_that_take_a_page_for_its_folder(tmp_path: Path) -> None:
    export(tmp_path)
    listed = (tmp_path / "_redirects").read_text(encoding="utf-8").splitlines()
    pairs = [line.split()[:2] for line in listed]
    assert not [old for old, new in pairs if old.strip("/") == new.strip("/")]
    assert not (tmp_path / "skills/demo-clock.html").exists()
    assert "/skills/demo-clock/canonical /skills/demo-clock 308" in listed
    assert not (tmp_path / "skills/demo-clock/canonical").exists(), (
        "a page for each would be a folder for each"
    )
    assert "http-equiv" not in (tmp_path / "skills/demo-clock/index.html").read_text(encoding="utf-8")


def test_the_page_for_nothing_is_where_hosts_look_and_where_it_says_it_is(tmp_path: Path) -> None:
    export(tmp_path, languages=("en", "de"))
    assert (tmp_path / "404.html").read_bytes() == (tmp_path / "404/index.html").read_bytes()
    assert (tmp_path / "de/404/index.html").is_file()


def test_the_full_text_holds_every_procedure(tmp_path: Path) -> None:
    export(tmp_path)
    told = (tmp_path / "llms-full.txt").read_text(encoding="utf-8")
    assert (tmp_path / "skills/demo-clock/index.md").read_text(encoding="utf-8").strip()[:200] in told


@pytest.mark.parametrize("is_drawn", [True, False])
def test_a_diagram_is_a_picture_where_it_can_be_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_drawn: bool
) -> None:
    monkeypatch.setattr("becivic.site.diagrams.process_svg", lambda _: "<svg/>" if is_drawn else None)
    diagram = CLOCK.replace("canonical.md", "process.mmd")
    done = export(tmp_path, Files.valid().with_file(diagram, "flowchart TD\n  a --> b\n"))
    assert (tmp_path / "skills/demo-clock/process.svg").exists() is is_drawn
    assert done.files == len([path for path in tmp_path.rglob("*") if path.is_file()])


def test_a_page_without_markdown_has_no_twin() -> None:
    made = Pages(filed(), ("en",))._forms(Page(address="/x", html=lambda _: "<p>Text</p>"))
    assert list(made) == [("x/index.html", b"<p>Text</p>")]
