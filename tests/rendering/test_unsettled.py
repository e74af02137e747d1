"""What a skill rests on is counted at whatever depth; what is not there is not stable."""

from __future__ import annotations

from becivic.rendering.unsettled import is_stable, unsettled_needs
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, Files
from tests.requirement import requirement


def counted(files: Files) -> int:
    corpus = files.load()
    return unsettled_needs(corpus.skills["demo-application"], corpus)


def deep() -> Files:
    """The application requires the clock, and the clock requires the fallback."""
    return Files.valid().replaced(
        CLOCK, "status: beta", "status: beta\nrequires:\n  - id: meta-no-skill-fallback"
    )


@requirement("R-BODY-13")
def test_what_is_required_by_what_is_required_counts() -> None:
    assert counted(Files.valid()) == 1
    assert counted(Files.valid().replaced(CLOCK, "status: beta", "status: stable")) == 0
    assert counted(deep()) == 1
    assert counted(deep().replaced(FALLBACK, "status: stable", "status: alpha")) == 2


def test_what_is_not_there_is_not_stable() -> None:
    assert not is_stable(None)
    assert counted(Files.valid().replaced(APPLICATION, "- id: demo-clock", "- id: no-skill")) == 1
