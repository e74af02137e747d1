from __future__ import annotations

import pytest

from becivic.corpus.load import Corpus
from becivic.lifecycle.standing import SourceHealth
from becivic.rendering.notices import (
    disclaimer,
    notices,
    offered_offline,
    path_notices,
    previous_stable,
    sources_as_offered,
)
from becivic.rendering.skill_markdown import notice_markdown
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.skills import DISCLAIMER
from becivic.words import LANGUAGES
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.path_readings import source_standing, with_path
from tests.factories.path_sources import demo_source, with_sources
from tests.requirement import requirement

SHA = "0123456789abcdef0123456789abcdef01234567"


def corpus_with(status: str, *, more: str = "", clock: str = "stable") -> Corpus:
    files = Files.valid().replaced(APPLICATION, "status: alpha\n", f"status: {status}\n{more}")
    if clock not in files[CLOCK].decode():
        files = files.with_file(CLOCK, _status(files[CLOCK].decode(), clock))
    return files.load()


def _status(text: str, status: str) -> str:
    lines = [f"status: {status}" if line.startswith("status:") else line for line in text.splitlines()]
    return "\n".join([*lines, ""])


def kinds(corpus: Corpus) -> list[str]:
    return [notice.kind for notice in notices(corpus.skills["demo-application"], corpus)]


@requirement("R-BODY-12")
def test_a_brand_new_alpha_has_nothing_to_fall_back_to_and_another_has_its_stable_version() -> None:
    new = corpus_with("alpha")
    (notice,) = notices(new.skills["demo-application"], new)
    assert (notice.kind, notice.level, notice.link) == ("alpha_new", "warn", "")
    assert "brand-new and unvalidated" in notice.text(ENGLISH)
    assert "nothing to fall back to except the relevant authority" in notice.text(ENGLISH)
    changed = corpus_with("alpha", more=f"previous_stable_sha: {SHA}\n")
    (notice,) = notices(changed.skills["demo-application"], changed)
    assert notice.kind == "alpha"
    assert notice.link == f"/skills/demo-application/versions/{SHA}"
    assert "fall back to the previous stable version" in notice.text(ENGLISH)
    assert notice_markdown(notice, ENGLISH).endswith(f"[Previous stable version]({notice.link}/index.md)")


FALL_BACK = {
    "en": "fall back to the previous stable version (last compared with its sources on 26 April 2026).",
    "fr": "revenez à la version stable précédente (comparée à ses sources pour la dernière fois le 26 avril 2026).",
    "nl": "val dan terug op de vorige stabiele versie (laatst met haar bronnen vergeleken op 26 april 2026).",
    "de": "kehren Sie zur vorigen stabilen Version zurück (zuletzt am 26. April 2026 mit ihren Quellen verglichen).",
}


@requirement("R-BODY-12")
@pytest.mark.parametrize("status", ["draft", "alpha", "beta"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_when_the_previous_stable_version_was_verified(status: str, language: str) -> None:
    corpus = corpus_with(status, more=f"previous_stable_sha: {SHA}\n")
    (notice,) = notices(corpus.skills["demo-application"], corpus, "2026-04-26")
    assert notice.text(Voice(language)).endswith(FALL_BACK[language])
    assert FALL_BACK[language] in notice_markdown(notice, Voice(language))
    assert notice.as_json("https://x.example")["last_verified"] == "2026-04-26"
    assert FALL_BACK["en"] in notice.as_json("https://x.example")["text"]


@requirement("R-BODY-12")
@pytest.mark.parametrize("status", ["draft", "alpha", "beta"])
def test_where_the_day_is_not_known_none_is_said(status: str) -> None:
    corpus = corpus_with(status, more=f"previous_stable_sha: {SHA}\n")
    (notice,) = notices(corpus.skills["demo-application"], corpus)
    assert notice.text(ENGLISH).endswith("fall back to the previous stable version.")
    assert "nothing to fall back to" not in notice.text(ENGLISH)
    assert "last_verified" not in notice.as_json("https://x.example")


@pytest.mark.parametrize("status", ["draft", "alpha", "beta", "deprecated"])
def test_without_a_previous_stable_version_a_day_says_nothing(status: str) -> None:
    corpus = corpus_with(status)
    (notice,) = notices(corpus.skills["demo-application"], corpus, "2026-04-26")
    assert notice == notices(corpus.skills["demo-application"], corpus)[0]
    assert "verified 26" not in notice.text(ENGLISH)


def test_what_was_given_up_does_not_lead_back() -> None:
    corpus = corpus_with("deprecated", more=f"previous_stable_sha: {SHA}\n")
    (notice,) = notices(corpus.skills["demo-application"], corpus, "2026-04-26")
    assert (notice.link, notice.day) == ("", "")


@requirement("R-BODY-11")
@pytest.mark.parametrize("status", ["draft", "alpha", "beta"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_stable_asks_for_review_and_says_how_to_report(status: str, language: str) -> None:
    corpus = corpus_with(status)
    (notice,) = notices(corpus.skills["demo-application"], corpus)
    said = " ".join(notice.sentences(Voice(language)))
    assert "`injection_flag: true`" in said
    assert "`verdict: reject`" in said
    if language == "en":
        assert "prompt injection" in said


def test_a_stable_skill_says_nothing_of_itself() -> None:
    corpus = corpus_with("stable")
    assert kinds(corpus) == []
    assert previous_stable(corpus.skills["demo-application"]) == ""


def test_what_was_given_up_leads_to_its_successor_and_what_was_pulled_says_so() -> None:
    assert kinds(corpus_with("deprecated")) == ["deprecated"]
    replaced = corpus_with("deprecated", more="superseded_by: meta-no-skill-fallback\n")
    (notice,) = notices(replaced.skills["demo-application"], replaced)
    assert (notice.kind, notice.level, notice.link) == (
        "deprecated_for",
        "stop",
        "/skills/meta-no-skill-fallback",
    )
    title = replaced.skills["meta-no-skill-fallback"].title
    assert title in notice.text(ENGLISH)
    assert notice_markdown(notice, ENGLISH).endswith(f"[{title}](/skills/meta-no-skill-fallback/index.md).")
    pulled = corpus_with("quarantined", more="superseded_by: meta-no-skill-fallback\n")
    (notice,) = notices(pulled.skills["demo-application"], pulled)
    assert (notice.kind, notice.link) == ("quarantined", "/skills/meta-no-skill-fallback")
    assert not notice.asks_for_review
    assert kinds(corpus_with("unheard-of")) == ["quarantined"]


@requirement("R-BODY-13")
def test_it_is_told_when_more_than_one_skill_of_the_sub_graph_is_not_stable() -> None:
    assert kinds(corpus_with("alpha", clock="alpha")) == ["alpha_new", "recursive"]
    assert kinds(corpus_with("stable", clock="alpha")) == []
    corpus = corpus_with("alpha", clock="beta")
    assert notices(corpus.skills["demo-application"], corpus)[1].values == {"n": 1}


def test_a_path_has_notices_too() -> None:
    corpus = Files.valid().load()
    entry = corpus.paths.entries["demo-certificate"]
    assert [notice.kind for notice in path_notices(entry, corpus, "fr", {})] == ["alpha_new"]
    pulled = Files.valid().replaced(PATHS, '"status": "alpha"', '"status": "quarantined"').load()
    (notice,) = path_notices(pulled.paths.entries["demo-certificate"], pulled, "fr", {})
    assert (notice.kind, notice.link) == ("quarantined", "")


@requirement("R-BODY-12", "R-PATH-06")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_path_that_was_stable_before_is_not_brand_new(language: str) -> None:
    corpus = with_path(previous_stable_sha=SHA).load()
    (notice,) = path_notices(corpus.paths.entries["demo-certificate"], corpus, language, {})
    assert (notice.kind, notice.level, notice.link) == ("path_alpha", "warn", "")
    assert notice.asks_for_review
    assert notice.text(Voice(language)) != notice.text(Voice("nl" if language == "en" else "en"))
    assert "brand-new" not in notice.text(ENGLISH)


@requirement("R-PLC-03")
def test_a_path_is_over_only_when_no_source_is_left() -> None:
    corpus = with_path(with_sources(demo_source("x"), path_id="newer"), status="deprecated").load()
    entry = corpus.paths.entries["demo-certificate"]
    rejected = source_standing("x", health=SourceHealth.REJECTED)
    disputed = source_standing("y", health=SourceHealth.DISPUTED)
    desk = source_standing("commune-desk", health=SourceHealth.REJECTED)
    gone = {"commune-desk": desk}
    for standing, kind, level in (
        ({}, "path_offline", "warn"),
        ({"x": rejected, "y": disputed}, "path_offline", "warn"),
        ({**gone, "y": disputed}, "path_partly", "warn"),
        ({**gone, "x": rejected}, "path_over", "stop"),
    ):
        (notice,) = path_notices(entry, corpus, "nl", standing)
        assert (notice.kind, notice.level, notice.link) == (kind, level, "")
    replaced = with_path(
        with_sources(demo_source("x"), path_id="newer"), status="deprecated", superseded_by="newer"
    ).load()
    (notice,) = path_notices(replaced.paths.entries["demo-certificate"], replaced, "nl", {})
    assert notice.link == "/paths/newer"


@requirement("R-PLC-03")
def test_the_offline_sources_that_are_left_of_a_deprecated_path_are_named_and_come_first() -> None:
    desk, post = "commune-visit", "postal"
    files = with_sources(
        demo_source("page", priority=90),
        *(
            demo_source(kind, source_class="offline", priority=20, procedure={"kind": kind})
            for kind in (desk, post)
        ),
    )
    rejected = {post: source_standing(post, health=SourceHealth.REJECTED)}
    corpus = with_path(files, status="deprecated").load()
    entry = corpus.paths.entries["demo-certificate"]
    (notice,) = path_notices(entry, corpus, "en", rejected)
    assert notice.text(ENGLISH).endswith("Still offered: At the desk.")
    (notice,) = path_notices(entry, corpus, "fr", {})
    assert notice.text(Voice("fr")).endswith("Toujours proposé : Au guichet, Par la poste.")
    assert [each.id for each in sources_as_offered(entry, rejected)] == [desk, "page", post]
    served = files.load().paths.entries["demo-certificate"]
    assert [each.id for each in sources_as_offered(served, rejected)] == ["page", desk, post]
    assert offered_offline(served, rejected) == []


@requirement("R-PRIN-05")
def test_the_disclaimer_says_whom_to_ask() -> None:
    assert DISCLAIMER in disclaimer(ENGLISH)
    assert "commune" in disclaimer(Voice("fr"))
    assert "gemeente" in disclaimer(Voice("nl"))
    assert "Gemeinde" in disclaimer(Voice("de"))
