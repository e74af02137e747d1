"""schema.org JSON-LD for pages: a procedure, a path, the landing page. Text that may stand in a `<script>` as it is."""

from __future__ import annotations

import json
from typing import Any, Final

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.reading.terms_of_use import LICENSE_URL
from becivic.rules.skills import Domain
from becivic.site.agents.process_steps import step_names
from becivic.words import LANGUAGES

_CONTEXT: Final = "https://schema.org"
_ABOUT: Final = (
    "Belgian administrative procedures for people who move here, and for the agents that help them."
)
_COUNTRY: Final = {"@type": "Country", "name": "Belgium", "identifier": "BE"}
_UNSAFE: Final = {mark: f"\\u{ord(mark):04x}" for mark in "<>&\u2028\u2029"}
"""Nothing a title says may end the script that it stands in."""


def skill_jsonld(skill: Skill, corpus: Corpus, public_url: str, modified: str = "") -> str:
    """The service of an authority, and how to get it. `modified` is RFC 3339, where the page knows it."""
    url = f"{public_url}/skills/{skill.id}"
    fields, title = skill.confirmed_fields, skill.confirmed_title
    page = {
        "url": url,
        "description": fields.text("summary"),
        "inLanguage": "en",
        "license": LICENSE_URL,
        "dateModified": modified,
    }
    service = {
        "@type": "GovernmentService",
        "@id": f"{url}#service",
        "name": title,
        "description": fields.text("summary"),
        "serviceType": fields.text("domain"),
        "provider": _authority(fields.text("authority_id"), corpus),
        "areaServed": _COUNTRY,
        "url": url,
    }
    if fields.text("domain") == Domain.META.value:  # no authority's: it says how an agent works
        return _script([{"@type": "TechArticle", "@id": url, "headline": title, **page}])
    return _script(
        [service, {"@type": "HowTo", "@id": url, "name": title, **page, "step": _steps(skill, corpus)}]
    )


def _steps(skill: Skill, corpus: Corpus) -> list[dict[str, Any]]:
    return [
        {"@type": "HowToStep", "position": position, "name": name}
        for position, name in enumerate(step_names(skill, corpus), start=1)
    ]


def path_jsonld(entry: PathEntry, corpus: Corpus, public_url: str, modified: str = "") -> str:
    url = f"{public_url}/paths/{entry.key}"
    fields = entry.confirmed_fields
    titles = fields.child("title")
    service = {
        "@type": "GovernmentService",
        "@id": f"{url}#service",
        "name": entry.confirmed_title,
        "alternateName": [titles.text(each) for each in LANGUAGES if each != "en" and titles.text(each)],
        "description": fields.child("description").text("en"),
        "provider": _authority(entry.fields.text("authority_id"), corpus),
        "areaServed": _COUNTRY,
        "url": url,
    }
    page = {
        "@type": "WebPage",
        "@id": url,
        "url": url,
        "name": entry.confirmed_title,
        "license": LICENSE_URL,
        "dateModified": modified,
        "about": {"@id": service["@id"]},
    }
    return _script([service, page])


def landing_jsonld(public_url: str) -> str:
    action = {
        "@type": "SearchAction",
        "target": {"@type": "EntryPoint", "urlTemplate": f"{public_url}/search?q={{search_term_string}}"},
        "query-input": "required name=search_term_string",
    }
    return _script(
        [
            {
                "@type": "WebSite",
                "@id": f"{public_url}/",
                "url": f"{public_url}/",
                "name": "Be Civic",
                "description": _ABOUT,
                "inLanguage": list(LANGUAGES),
                "license": LICENSE_URL,
                "potentialAction": action,
            }
        ]
    )


def _authority(authority_id: str, corpus: Corpus) -> dict[str, Any]:
    fields = corpus.authorities.child(authority_id)
    names = fields.child("name")
    told = {
        "@type": "GovernmentOrganization",
        "name": names.text("en"),
        "alternateName": [names.text(each) for each in LANGUAGES if each != "en" and names.text(each)],
        "url": fields.text("url"),
    }
    return _known(told) if names.text("en") else {}


def _known(told: dict[str, Any]) -> dict[str, Any]:
    """What is not known is left out."""
    return {name: value for name, value in told.items() if value}


def _script(things: list[dict[str, Any]]) -> str:
    told = {"@context": _CONTEXT, "@graph": [_known(thing) for thing in things]}
    text = json.dumps(told, ensure_ascii=False)
    for mark, written in _UNSAFE.items():
        text = text.replace(mark, written)
    return text
