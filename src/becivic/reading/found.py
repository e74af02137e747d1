"""What a search found as JSON, for the API and MCP alike: each with its state and why it was found. Pure."""

from __future__ import annotations

from typing import Any, Final

from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.reading.terms_of_use import LICENSE
from becivic.rules.identifiers import DATE, matches
from becivic.rules.json_text import sent_size
from becivic.rules.reading import FOUND_REASONS, FOUND_SUMMARY, PART_BYTES
from becivic.search.entries import Kind
from becivic.search.searcher import Hit, SearchAnswer

_CUT: Final = "…"
_SEPARATORS: Final = len(", ")


def found_json(answer: SearchAnswer, corpus: Corpus, public_url: str) -> dict[str, Any]:
    """Best first; as many as an agent can take in, so a few less than asked for where they say very much."""
    fallback = answer.fallback
    told: dict[str, Any] = {
        "fits": answer.fits,
        **({"corrected": answer.corrected} if answer.corrected else {}),
        "understood": list(answer.understood),
        "items": [],
        **({} if fallback is None else {"fallback": _item(fallback, corpus, public_url)}),
        "commit": corpus.commit,
        "license": LICENSE,
    }
    room = PART_BYTES - sent_size(told)
    for hit in answer.hits:
        item = _item(hit, corpus, public_url)
        room -= sent_size(item) + _SEPARATORS
        if room < 0:
            break
        told["items"].append(item)
    return told


def shortened(text: str, most: int = FOUND_SUMMARY) -> str:
    """At most so many characters, the last of which says that there is more."""
    return text if len(text) <= most else text[: most - 1].rstrip() + _CUT


def _item(hit: Hit, corpus: Corpus, public_url: str) -> dict[str, Any]:
    verified = _fields(hit, corpus).text("last_verified")
    return {
        "kind": hit.kind.value,
        "id": hit.id,
        "title": shortened(hit.title),
        "summary": shortened(hit.summary),
        "language": hit.language,
        **({"status": hit.status} if hit.status else {}),
        **({"last_verified": verified} if matches(DATE, verified) else {}),
        "score": hit.score,
        "why": [
            {"asked": reason.asked, "found": reason.found, "fields": [field.value for field in reason.fields]}
            for reason in hit.why[:FOUND_REASONS]
        ],
        "canonical_url": f"{public_url}{hit.address}",
    }


def _fields(hit: Hit, corpus: Corpus) -> Fields:
    """What its author says of a skill or a path; a document says no such thing of itself."""
    if hit.kind is Kind.SKILL:
        return corpus.skills[hit.id].fields
    return corpus.paths.entries[hit.id].fields if hit.kind is Kind.PATH else Fields({})
