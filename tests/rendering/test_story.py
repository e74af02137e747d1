"""The status story in words and as JSON."""

from __future__ import annotations

from becivic.rendering.story import StoryLine, story_json, story_markdown
from becivic.rendering.voice import ENGLISH, Voice

STORY = (
    StoryLine("2026-04-26T10:00:00Z", "promote", "alpha", "beta"),
    StoryLine("2026-03-01T10:00:00Z", "promote", "draft", "alpha"),
)


def test_a_story_is_a_section_with_a_line_for_each_turn() -> None:
    told = story_markdown(STORY, ENGLISH)
    assert told == "\n## History\n\n- 26 April 2026: alpha → beta\n- 1 March 2026: draft → alpha\n"


def test_it_is_told_in_the_language_of_the_reader() -> None:
    assert "## Geschiedenis\n\n- 26 april 2026: alfa → bèta" in story_markdown(STORY, Voice("nl"))


def test_where_nothing_was_decided_nothing_is_said() -> None:
    assert story_markdown((), ENGLISH) == ""


def test_as_json_it_has_the_names_of_the_log() -> None:
    assert story_json(STORY[:1]) == [
        {"at": "2026-04-26T10:00:00Z", "kind": "promote", "from_status": "alpha", "to_status": "beta"}
    ]
