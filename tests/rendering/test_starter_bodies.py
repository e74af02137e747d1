"""The packaged corpus, rendered: every body sound, every citation in its place."""

from __future__ import annotations

import re
from functools import cache

import html5lib
import pytest

from becivic.catalogue.wording import worded
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.rendering.bodies import rendered_body
from becivic.rendering.markdown import resolved_markdown
from becivic.rendering.shown import ShownReference, ShownRows, ShownValue
from becivic.rendering.voice import Voice
from becivic.rules.statuses import Status
from becivic.rules.tags import UNRESOLVED

NAMES = sorted(path.name for path in (corpus_folder() / "skills").iterdir() if path.is_dir())


@cache
def starter() -> tuple[Corpus, ShownRows]:
    corpus = Loader().load(DirectoryTree(corpus_folder()))
    values, references = {}, {}
    for row in corpus.documents["catalogue-seed.json"].fields.children("volatile_values"):
        text = worded(row.raw("value"), row.text("unit") or None)
        values[row.text("uid")] = ShownValue(
            uid=row.text("uid"),
            name=row.text("name"),
            text=text,
            status=Status.ALPHA,
            source=row.text("source"),
        )
    for row in corpus.documents["catalogue-seed.json"].fields.children("references"):
        references[row.text("uid")] = ShownReference(
            uid=row.text("uid"),
            name=row.text("name"),
            title=row.text("title"),
            url=row.text("url"),
            status=Status.ALPHA,
        )
    return corpus, ShownRows(values, references)


@pytest.mark.parametrize("name", NAMES)
def test_every_body_is_sound_and_resolved(name: str) -> None:
    corpus, rows = starter()
    skill = corpus.skills[name]
    body = rendered_body(skill, corpus, rows, Voice("fr", is_chosen=True))
    markup = "".join([str(body.intro), *(str(section.html) for section in body.sections)])
    html5lib.HTMLParser(strict=True).parseFragment(markup)
    assert body.unresolved == 0
    ids = re.findall(r' id="([^"]*)"', markup) + [section.id for section in body.sections]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'popovertarget="([^"]*)"', markup)) <= set(ids)
    assert set(re.findall(r'href="#(cite-[^"]*)"', markup)) <= set(ids)
    assert f">{UNRESOLVED}<" not in resolved_markdown(skill, corpus, rows, Voice("fr"))
