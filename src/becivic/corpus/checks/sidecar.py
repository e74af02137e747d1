"""Research reports beside skills and paths: bounded, their sources well-formed, nothing personal in them
(lifecycle 9.6; R-CI-28, R-PROV-03, R-PROV-07). A finding names the rule that fired, never the text.

Safety fails closed: without scrub rules, or with one that cannot run, a report counts as refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.personal import in_text
from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.fields import Fields
from becivic.corpus.findings import Place
from becivic.corpus.frontmatter import Frontmatter
from becivic.corpus.scrubbing import SCRUB_RULES_FILE, Scrubbing
from becivic.corpus.yaml12 import YamlRefused, parse_yaml
from becivic.rules import caps
from becivic.rules.web_addresses import is_web_address

_SIDECAR: Final = re.compile(r"skills/[^/]+/research-report\.md|paths/research-reports/[^/]+\.md")
_HEAD: Final = re.compile(r"---\n(.*?)(?:^---$|\Z)", re.MULTILINE | re.DOTALL)
_AMENDMENT: Final = re.compile(r"## [^\n]*\n+```ya?ml\n(.*?)(?:^```|\Z)", re.MULTILINE | re.DOTALL)
"""Begins with the hashes, not with the start of a line, so that the engine can skip to them."""

_NOTES: Final = "provenance.research_notes_markdown"
"""The field of a submission that becomes a report."""


@rule("sidecar", "research reports are short, sourced and scrubbed", section="lifecycle 9.6")
def check(context: Context) -> Iterator[Problem]:
    for file in sorted(filter(_SIDECAR.fullmatch, context.files)):
        raw = context.corpus.tree.read(file)
        if len(raw) > caps.RESEARCH_NOTES:
            yield Problem(
                Place(file),
                f"the report is larger than {caps.RESEARCH_NOTES // 1024} KiB",
                "Shorten it: keep what the procedure rests on, and cite the rest.",
            )
        yield from _source_problems(file, raw.decode("utf-8", errors="replace").replace("\r\n", "\n"))
        yield from _scrub_problems(file, raw, context.corpus.scrubbing)


def _source_problems(file: str, text: str) -> Iterator[Problem]:
    for block in _metadata(text):
        source = block[1]
        above = text.count("\n", 0, block.start(1))
        try:
            fields = Fields.of(parse_yaml(source))
        except YamlRefused as refused:
            yield Problem(
                Place(file, above + refused.line),
                f"the report's metadata {refused.reason}",
                "Write the metadata as plain YAML 1.2 between its fences.",
            )
            continue
        for pointer in _bad_sources(fields):
            # A Frontmatter counts lines as if a fence stood above it at the top of a file.
            line = above + Frontmatter(fields, source).line(pointer) - 1
            yield Problem(
                Place(file, line),
                "a research source has no well-formed web address",
                "Write the whole address, from https:// on, with a host name.",
            )


def _metadata(text: str) -> Iterator[re.Match[str]]:
    """The head of a drafted report, and the fenced block under the heading of each amendment."""
    if head := _HEAD.match(text):
        yield head
    for amendment in _AMENDMENT.finditer(text):
        start = amendment.start()
        if start == 0 or text[start - 1] == "\n":
            yield amendment


def _bad_sources(fields: Fields) -> Iterator[str]:
    key = "research_sources"
    for entry in fields.children(key):
        if not is_web_address(entry.raw("url")):
            yield entry.at("url")
    for text, pointer in fields.texts(key):
        if not is_web_address(text):
            yield pointer


def _scrub_problems(file: str, raw: bytes, scrubbing: Scrubbing) -> Iterator[Problem]:
    broken = [fault.rule for fault in scrubbing.faults if fault.rule and fault.rule.applies_to(_NOTES)]
    for each in broken:
        yield _unscrubbed(file, f"the scrub rule `{each.name}` cannot run, which counts as fired")
    engine = scrubbing.engine
    if engine is not None and any(each.applies_to(_NOTES) for each in engine.rules):
        text = raw.decode("utf-8", errors="replace")
        yield from in_text(engine, text, _NOTES, Place(file))
    elif not broken:
        yield _unscrubbed(file, "the report cannot be scrubbed: there are no rules to run over it")


def _unscrubbed(file: str, message: str) -> Problem:
    return Problem(Place(file), message, f"Put {SCRUB_RULES_FILE} in order first.")
