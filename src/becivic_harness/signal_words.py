"""What to look for, in words: one sentence a signal, for the agent that reports on an attempt."""

from __future__ import annotations

from typing import Any, Final

from becivic_harness.handoff import without_orders
from becivic_harness.observations import NOT_PRODUCED, RECEIVED, Signal

_WORDS: Final = {
    "response-content-type-includes": "the content type of what was delivered ({value})",
    "downloaded-bytes-start-with": "the first characters of the file ({value})",
    "page-text-contains": "whether the page shows: {value}",
    "page-text-lacks": "whether the page lacks: {value}",
    "form-submitted-successfully": "whether the form was sent and accepted",
    "form-loaded-selector-visible": "whether the form appears ({value})",
    "all-required-fields-fillable": "whether every required field can be filled in",
    "submit-produces-success-page": "what the page shows after sending (looked for: {value})",
    "api-returns-200": "the status of the answer (wanted: {value})",
    "page-loads-200": "the status of the page (wanted: {value})",
    "json-path-resolves": "whether the answer holds {value}",
    "sitemap-contains-path": "whether the site map lists {value}",
    "deeplink-reaches-auth-wall": "whether the link leads to a sign-in",
    "redirect-chain-matches-pattern": "the addresses the link leads through (give them as they are)",
    "redirects-to": "the address one ends up at (failure: {value})",
    "response-status": "the status of the answer (failure: {value})",
    "user-reports-document-refused": "whether they were refused (for example: {value})",
    "commune-says-elsewhere": "whether they were sent elsewhere (for example: {value})",
    "captcha-unsolvable": "whether the picture puzzle could not be solved",
    RECEIVED: "the person's word: do they have what they came for? (false: not yet, still waiting)",
    NOT_PRODUCED: "the person's word: nothing came of it",
}


def looked_for(signal: Signal) -> dict[str, Any]:
    """The check to report under, its listed value, and the words for it."""
    value = without_orders(signal.value) if isinstance(signal.value, str) else signal.value
    words = _WORDS.get(signal.check, "whether this holds: {value}").format(value=value)
    return {"check": signal.check, "value": value, "look_for": words}
