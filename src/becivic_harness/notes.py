"""Owns what a person tells: the story of their situation and the decisions they took, scrubbed and nothing more."""

from __future__ import annotations

from becivic_harness import memory_index, topics
from becivic_harness.here import Here
from becivic_harness.topics import CONTEXT, DECISIONS, Topic


def tell(here: Here, text: str) -> Topic:
    """One more line about the situation. The text is clean already."""
    there = topics.read(here, CONTEXT) or Topic(CONTEXT, "", {}, "")
    head = {"name": "Situation", "description": "What the person told about their situation", **there.head}
    return _with_line(here, there._replace(head=head), text)


def decide(here: Here, topic_id: str, text: str) -> Topic:
    """One more decision under its topic. The text is clean already."""
    there = topics.read(here, DECISIONS, topic_id) or Topic(DECISIONS, topic_id, {}, "")
    words = topic_id.replace("-", " ")
    head = {"name": words, "description": f"Decisions about {words}", **there.head}
    return _with_line(here, there._replace(head=head), text)


def _with_line(here: Here, topic: Topic, text: str) -> Topic:
    line = f"- {here.today.isoformat()}: {' '.join(text.split())}"
    written = topics.write(here, topic._replace(body=f"{topic.body}\n{line}".lstrip("\n")))
    memory_index.refresh(here)
    return written
