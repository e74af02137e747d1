"""A reference leads to a well-formed address of a source that may be cited (lifecycle 10.1; R-CI-02, R-BODY-16)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.findings import Severity
from becivic.corpus.reference_data import SOURCE_CLASSES_FILE, SourceClasses
from becivic.rules.tags import Tag

_NEVER_IN_A_URL: Final = re.compile(r'[\s\x00-\x1f\x7f<>"{}|\\^`]')
_HOST: Final = re.compile(r"\w(?:[\w-]*\w)?(?:\.\w(?:[\w-]*\w)?)+")


@body_rule("citation-url", "every reference has the address of a citable source", section="lifecycle 10.1")
def check(context: Context) -> Iterator[Problem]:
    hosts = _Hosts(context.corpus.source_classes)
    for skill in context.skills:
        for element in skill.body.named(Tag.REF):
            url = element.get("url") or ""
            if url.strip() and (judged := hosts.judge(url)) is not None:
                message, remedy, severity = judged
                yield Problem(skill.body_place(element.at("url")), message, remedy, severity)


_Judgement = tuple[str, str, Severity]


class _Hosts:
    """What each host is good for. Thousands of citations share a few hosts, so each is looked up once."""

    def __init__(self, classes: SourceClasses) -> None:
        self._classes = classes
        self._known: dict[str, _Judgement | None] = {}

    def judge(self, url: str) -> _Judgement | None:
        host = _host_of(url)
        if host is None:
            return (
                "the address of a reference is not a whole web address",
                "Write it as https://host/path, without spaces and without a name before the host.",
                Severity.ERROR,
            )
        if host not in self._known:
            self._known[host] = self._judge_host(url)
        return self._known[host]

    def _judge_host(self, url: str) -> _Judgement | None:
        name = self._classes.classify(url)
        if name is None:
            return (
                f"the host of a reference is not listed in {SOURCE_CLASSES_FILE}",
                "Find a listed source, or add the host to the class it belongs to.",
                Severity.WARNING,
            )
        if not self._classes.is_citable(name):
            return (
                f"a reference leads to a {name} source, which may be read but never cited",
                "Cite the law, the authority or a professional body instead.",
                Severity.ERROR,
            )
        return None


@lru_cache(maxsize=8192)
def _host_of(url: str) -> str | None:
    """The host of a well-formed absolute http(s) address, or None."""
    if _NEVER_IN_A_URL.search(url):
        return None
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port  # a port out of range raises
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or "@" in parts.netloc or not host or not _HOST.fullmatch(host):
        return None
    return host
