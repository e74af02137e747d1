"""The rules file: read, held to its shape, refused in one sentence when it is broken (schemas 6.8).

Safety fails closed. Whoever runs a service refuses a broken file whole; whoever fetched rules newer
than this engine keeps those it cannot translate, and they count as fired.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike
from typing import Any, Final, NamedTuple

DIRECT: Final = "direct_identifier"
INDIRECT: Final = "indirect_identifier"
METADATA: Final = "metadata"
CATEGORIES: Final = (DIRECT, INDIRECT, METADATA)

ALL_STRINGS: Final = "all_strings"
SCHEMA_VERSION: Final = 2
_FILE: Final = "regex-rules.json"


class RulesRefused(ValueError):
    """The rules cannot be used; the message is one sentence for a person."""


class Rule(NamedTuple):
    """One entry of the file. `refusal` says why this engine cannot run it; then it counts as fired."""

    name: str
    pattern: str
    flags: str
    category: str
    checksum: str | None = None
    fields: tuple[str, ...] | None = None
    refusal: str | None = None

    def applies_to(self, field: str | None) -> bool:
        """Whether it looks at a field, named by its dotted path. A text from nowhere gets every rule."""
        if self.fields is None or not field:
            return True
        return any(field == path or field.endswith(f".{path}") for path in self.fields)


def parse_rules(
    raw: bytes,
    *,
    source: str = "the scrub rules",
    lenient: bool = False,
    refusals: Sequence[str | None] | None = None,
) -> list[Rule]:
    """The rules in the bytes of a rules file, or RulesRefused.

    `lenient` is for a consumer of fetched rules: a rule that cannot be translated stays in the list, marked.
    `refusals` is for one who has looked at these very bytes before: what was found out then about each pattern.
    """
    try:
        document = json.loads(raw.decode("utf-8"), object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise RulesRefused(f"{source}: is not JSON in UTF-8 with each key once") from None
    entries = document.get("rules") if isinstance(document, dict) else None
    if not isinstance(entries, list) or not entries or document.get("schema_version") != SCHEMA_VERSION:
        raise RulesRefused(
            f"{source}: is not a rules file of schema_version {SCHEMA_VERSION} with rules in it"
        )
    rules = [_rule(entry, f"{source}: rule {number}") for number, entry in enumerate(entries, 1)]
    if refusals is None:
        refusals = [_refusal(rule.pattern, rule.flags) for rule in rules]
    rules = [rule._replace(refusal=refusal) for rule, refusal in zip(rules, refusals)]
    _refuse_twins(rules, source)
    return rules if lenient else _refuse_unrunnable(rules, source)


def load_rules(file: str | PathLike[str], *, lenient: bool = False) -> list[Rule]:
    """The rules in a file, or RulesRefused."""
    try:
        with open(file, "rb") as opened:  # noqa: PTH123  pathlib takes longer to load than all this
            raw = opened.read()
    except OSError as error:
        raise RulesRefused(f"{file}: the scrub rules cannot be read ({error.strerror})") from None
    return parse_rules(raw, source=str(file), lenient=lenient)


def packaged_rules() -> list[Rule]:
    """The rules this program came with: inside the package, or in the corpus of a checkout."""
    import pkgutil  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    try:
        raw = pkgutil.get_data("becivic_scrub", _FILE)
    except OSError:
        raw = None
    if raw is None:
        return load_rules(Path(__file__).resolve().parents[2] / "corpus" / "scrub" / _FILE)
    return parse_rules(raw, source=_FILE)


def once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """For json.loads: an object that names a key twice is refused, for one value would hide the other."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _rule(entry: object, place: str) -> Rule:
    if not isinstance(entry, dict):
        raise RulesRefused(f"{place} is not an object")
    for key in ("name", "pattern", "flags", "category"):
        if not isinstance(entry.get(key), str):
            raise RulesRefused(f"{place} has no text for `{key}`")
    if not entry["name"] or entry["category"] not in CATEGORIES:
        raise RulesRefused(f"{place} has no name, or a category that is not one of {', '.join(CATEGORIES)}")
    checksum = entry.get("checksum")
    if checksum is not None and not isinstance(checksum, str):
        raise RulesRefused(f"{place} names its checksum by something other than text")
    return Rule(
        name=entry["name"],
        pattern=entry["pattern"],
        flags=entry["flags"],
        category=entry["category"],
        checksum=checksum,
        fields=_fields(entry.get("applies_to_fields", ALL_STRINGS), place),
    )


def _fields(written: object, place: str) -> tuple[str, ...] | None:
    if written == ALL_STRINGS:
        return None
    if isinstance(written, list) and written and all(isinstance(path, str) for path in written):
        return tuple(written)
    raise RulesRefused(f'{place} applies to neither "{ALL_STRINGS}" nor a list of dotted paths')


def _refusal(pattern: str, flags: str) -> str | None:
    from becivic_scrub import dialect  # noqa: PLC0415  slow to load, and whoever has prepared does not need it

    try:
        dialect.compiled(pattern, flags)
    except dialect.PatternRefused as refused:
        return str(refused)
    return None


def _refuse_twins(rules: list[Rule], source: str) -> None:
    seen = set()
    for rule in rules:
        if rule.name in seen:
            raise RulesRefused(f"{source}: two rules are called `{rule.name}`; give each its own name")
        seen.add(rule.name)


def _refuse_unrunnable(rules: list[Rule], source: str) -> list[Rule]:
    for rule in rules:
        if rule.refusal is not None:
            raise RulesRefused(f"{source}: the pattern of `{rule.name}` {rule.refusal}")
    return rules
