"""What whoever sends something must know of the service: versions, ids, the window, the scrub rules. Told in the manifest
and by `/api/status`, from this one place."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any, Final

from becivic.corpus.load import Corpus
from becivic.corpus.scrubbing import SCRUB_RULES_FILE
from becivic.rules import contract
from becivic.rules.submissions import STAGING_HOURS, EnvelopeMode, SubmissionType

SCRUB_RULES: Final = "/scrub-rules.json"


def versions() -> dict[str, Any]:
    """What to write into every submission."""
    return {
        "submission_contract_version": contract.CONTRACT_VERSION,
        "envelope": {"schema_version": contract.ENVELOPE_SCHEMA_VERSION, "modes": [*EnvelopeMode]},
        "schema_version": {kind.value: kind.facts.schema_version for kind in SubmissionType},
        "id": {kind.value: {"field": kind.id_field, "pattern": kind.id_pattern} for kind in SubmissionType},
        "corpus": {"skill": contract.SKILL_SCHEMA_VERSION, "path": contract.PATH_SCHEMA_VERSION},
    }


def sending() -> dict[str, Any]:
    """The same in short: of an envelope and of what it may hold, and how long that can be taken back."""
    told = versions()
    sent = {
        kind.value: told["schema_version"][kind.value] for kind in SubmissionType if kind.facts.in_envelope
    }
    return {
        "submission_contract_version": told["submission_contract_version"],
        "schema_versions": {**sent, "envelope": told["envelope"]["schema_version"]},
        "staging_window_hours": STAGING_HOURS,
    }


@lru_cache(maxsize=2)  # the corpus that is served, and the next
def scrub_rules_digest(corpus: Corpus) -> str:
    """By which whoever holds the rules knows whether they are still these."""
    return hashlib.sha256(corpus.documents[SCRUB_RULES_FILE].text.encode("utf-8")).hexdigest()


def scrub_rules(corpus: Corpus) -> dict[str, Any]:
    """Where they lie, and how to know them again."""
    return {
        "address": SCRUB_RULES,
        "schema_version": contract.REGEX_RULES_SCHEMA_VERSION,
        "rules": len(corpus.documents[SCRUB_RULES_FILE].fields.children("rules")),
        "sha256": scrub_rules_digest(corpus),
        "on_failure": "A rule that cannot run counts as fired. Without the rules, submit nothing.",
    }
