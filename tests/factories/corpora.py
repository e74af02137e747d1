"""A small valid corpus in memory, and ways to break it in exactly one place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Change, Context, Rule, run_rules
from becivic.corpus.findings import Finding
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import MemoryTree
from becivic.packaged import corpus_folder

FOLDER = Path(__file__).parent / "corpus"

APPLICATION = "skills/demo-application/canonical.md"
CLOCK = "skills/demo-clock/canonical.md"
FALLBACK = "skills/meta-no-skill-fallback/canonical.md"
PATHS = "paths/index.json"
COMMUNES = "data/communes.json"
SEED = "catalogue-seed.json"


_OF_LAW = ("repo-schemas", "scrub-rules")
RULES_OF_CONTENT = tuple(rule for rule in ALL_RULES if rule.id not in _OF_LAW)
"""But for two that read the published schemas and the scrub rules alone, and take twice as long as all others together.
For whoever runs rules again and again over content that differs in other files."""
assert len(RULES_OF_CONTENT) == len(ALL_RULES) - len(_OF_LAW)


@cache
def _valid() -> dict[str, bytes]:
    """The demonstration corpus plus the packaged closed lists and schemas."""
    own = {str(p.relative_to(FOLDER)): p.read_bytes() for p in FOLDER.rglob("*") if p.is_file()}
    law = {f"schemas/{p.name}": p.read_bytes() for p in (corpus_folder() / "schemas").iterdir()}
    return {**law, **own}


class Files(dict[str, bytes]):
    """A corpus as files. Each edit returns a new one and insists that it changed something."""

    @classmethod
    def valid(cls) -> Files:
        return cls(_valid())

    def replaced(self, file: str, old: str, new: str, count: int = 1) -> Files:
        text = self[file].decode("utf-8")
        assert old in text, f"{file} does not hold {old!r}"
        return self.with_file(file, text.replace(old, new, count))

    def with_file(self, file: str, content: str | bytes) -> Files:
        return Files({**self, file: content.encode("utf-8") if isinstance(content, str) else content})

    def without(self, file: str) -> Files:
        assert file in self
        return Files({name: content for name, content in self.items() if name != file})

    def line_of(self, file: str, needle: str) -> int:
        """The line on which `needle` first stands."""
        text = self[file].decode("utf-8")
        assert needle in text, f"{file} does not hold {needle!r}"
        return text.count("\n", 0, text.index(needle)) + 1

    def load(self) -> Corpus:
        return Loader().load(MemoryTree(self))

    def findings(
        self,
        rules: Iterable[Rule] = ALL_RULES,
        *,
        base: Files | None = None,
        author_email: str = "",
        submission_type: str = "",
    ) -> list[Finding]:
        change = Change(base.load(), author_email, submission_type) if base is not None else None
        return run_rules(rules, Context.of(self.load(), change))


def only(findings: list[Finding], rule: Rule) -> list[Finding]:
    """The findings of one rule."""
    return [finding for finding in findings if finding.rule == rule.id]


def assert_caught(
    files: Files, rule: Rule, file: str, line: int, *, base: Files | None = None, says: str = ""
) -> Finding:
    """The rule fires exactly once, at this place, at its own severity, and says something of what is wrong."""
    found = files.findings([rule], base=base)
    assert [(finding.place.file, finding.place.line) for finding in found] == [(file, line)], found
    assert found[0].severity is rule.severity
    assert says in found[0].message
    assert found[0].remedy
    return found[0]


def assert_clean(files: Files, rule: Rule, *, base: Files | None = None) -> None:
    assert files.findings([rule], base=base) == []
