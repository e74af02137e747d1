"""The provider that a source prefers is one that it supports (schemas 6.12.2; R-SRC-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule

_FIELD: Final = "preferred_auth_provider"


@rule("path-auth-provider", "a preferred provider is a supported one", section="schemas 6.12.2")
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    for entry in context.entries:
        for source in entry.sources:
            preferred = source.fields.text(_FIELD)
            supported = {name for name, _ in source.fields.child("auth").texts("supported_providers")}
            if preferred and preferred not in supported:
                yield Problem(
                    directory.place(source.fields.at(_FIELD)),
                    "the preferred provider is not among auth.supported_providers",
                    "Prefer a supported provider, or add this one to auth.supported_providers.",
                )
