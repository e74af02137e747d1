from __future__ import annotations

from becivic.rendering.citations import Note
from becivic.rendering.shown import ShownReference
from becivic.rules.statuses import Status
from becivic.site.pages.skill_sources import SourceSite, by_site


def note(number: int, url: str, title: str = "") -> Note:
    row = ShownReference(uid=f"ref-{number}", name="", title=title, url=url, status=Status.STABLE)
    return Note(number, row, 0, 0, Status.STABLE)


def test_sources_of_one_site_stand_together_with_their_numbers() -> None:
    told = by_site(
        [
            note(1, "https://www.commune.example/a"),
            note(2, "https://law.example/"),
            note(3, "http://commune.example/b?c"),
        ]
    )
    assert told == [SourceSite("commune.example", [1, 3]), SourceSite("law.example", [2])]


def test_what_has_no_address_is_told_by_its_title() -> None:
    assert by_site([note(1, "a leaflet", "Leaflet of 2026")]) == [SourceSite("Leaflet of 2026", [1])]
