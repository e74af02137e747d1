"""What a source of a path must answer for beyond its schema, as far as it speaks of itself alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from becivic_harness.checks.verdict import CROSS_REF_FAIL, Verdict
from becivic_harness.submission_rules import rules


def check_source(source: Mapping[str, Any], pointer: str, verdict: Verdict) -> None:
    """Its schema holds, so it has the shape that is read here."""
    known = rules()["predicate_fields"]
    for index, predicate in enumerate(source["audience"].get("predicates", ())):
        if predicate["field"] not in known:
            at = f"{pointer}/audience/predicates/{index}/field"
            remedy = f"Use one of: {', '.join(known)}."
            verdict.refuse(CROSS_REF_FAIL, at, "The field is no axis of a profile.", remedy)
    preferred = source.get("preferred_auth_provider")
    if preferred is not None and preferred not in source["auth"].get("supported_providers", ()):
        detail = "The preferred provider is not among auth.supported_providers."
        verdict.refuse(CROSS_REF_FAIL, f"{pointer}/preferred_auth_provider", detail)


def check_sources(sources: list[dict[str, Any]], pointer: str, verdict: Verdict) -> None:
    """Each by itself, and no two under one id."""
    seen: set[str] = set()
    for index, source in enumerate(sources):
        at = f"{pointer}/{index}"
        if source["id"] in seen:
            verdict.refuse(CROSS_REF_FAIL, f"{at}/id", "Another source of the path has this id.")
        seen.add(source["id"])
        check_source(source, at, verdict)
