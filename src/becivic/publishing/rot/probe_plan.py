"""Which sources may be probed, and at which address: never an audited delivery, nor anything on its host (R-PLC-06).

Each call there delivers a real document. A host that has one is not asked at all, by no other source and no redirect.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from becivic.corpus.directory import PathDirectory, Source
from becivic.corpus.fields import Fields
from becivic.publishing.rot.asking import host_of

_ADDRESSES: Final = ("api_url", "url", "deeplink", "form_url")
"""Where a source begins, the first that it has. Behind a sign-in only this first page is loaded."""
_EVERY_ADDRESS: Final = (*_ADDRESSES, "sitemap_url")
_SITEMAP: Final = "sitemap-contains-path"


@dataclass(frozen=True, slots=True)
class Probed:
    """One source, and what is asked for it."""

    target_id: str
    url: str
    validation_path: Fields
    sitemap_url: str = ""


@dataclass(frozen=True, slots=True)
class ProbePlan:
    sources: tuple[Probed, ...]
    never: frozenset[str]
    """Hosts of audited deliveries."""
    passed_over: tuple[str, ...]
    """Sources on such hosts, audited or not. What has no address at all is not named."""


def plan_of(paths: PathDirectory) -> ProbePlan:
    every = [
        (f"{key}:{source.id}", source) for key, entry in paths.entries.items() for source in entry.sources
    ]
    never = frozenset(
        host_of(url) for _, source in every if source.is_audited for url in _addresses(source, _EVERY_ADDRESS)
    )
    kept, passed_over = [], []
    for probed, source in _candidates(paths):
        hosts = {host_of(url) for url in (probed.url, probed.sitemap_url) if url}
        if source.is_audited or hosts & never:
            passed_over.append(probed.target_id)
        else:
            kept.append(probed)
    return ProbePlan(tuple(kept), never, tuple(passed_over))


def _candidates(paths: PathDirectory) -> Iterator[tuple[Probed, Source]]:
    """Sources of what people are offered that begin on a page."""
    for key, entry in sorted(paths.entries.items()):
        if entry.status is None or not entry.status.is_published:
            continue
        for source in entry.sources:
            url = next(_addresses(source, _ADDRESSES), "")
            if url:
                yield _probed(f"{key}:{source.id}", source, url), source


def _probed(target_id: str, source: Source, url: str) -> Probed:
    path = source.fields.child("validation_path")
    wants_sitemap = any(signal.text("check") == _SITEMAP for signal in path.children("success_signals"))
    sitemap = source.fields.child("procedure").text("sitemap_url") if wants_sitemap else ""
    return Probed(target_id, url, path, sitemap)


def _addresses(source: Source, names: tuple[str, ...]) -> Iterator[str]:
    procedure = source.fields.child("procedure")
    return (url for name in names if (url := procedure.text(name)))
