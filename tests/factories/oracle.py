"""Says which categories refuse a payload, so that a test can prove it is exactly one (R-CI-20).

Where the service has code for a question already, it is asked; what later parts will own (diffs, self-validation)
is answered here in the smallest way. The world it judges against is the packaged corpus, see fixtures/README.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

from becivic.corpus.body import Body
from becivic.corpus.distance import edit_distance
from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.rules import capabilities
from becivic.rules.identity import identity_pointers, is_identity_field
from becivic.rules.routes import COMPUTED_PREDICATE_FIELDS, PREDICATE_FIELDS
from becivic.rules.schemas import SchemaFault, SchemaFile, packaged_registry
from becivic.rules.skills import CATEGORY_DISTANCE
from becivic.rules.submissions import CLOCK_AHEAD, CLOCK_BEHIND, SubmissionType
from becivic.rules.tags import UID_MAY_BE_ABSENT
from becivic.rules.targets import TargetType
from tests.factories.payloads import FIXTURES
from tests.factories.schema_tree import Node, lookup, validator_of

NOW: Final = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)
HEAD: Final = "0" * 40
PUBLISHED_CONCERNS: Final = frozenset({"con-00001"})
AUTHORED_BY_THE_AUTHOR: Final = frozenset(
    {
        (TargetType.SKILL, "nationality-application"),
        (TargetType.OBSERVATION, "con-00001"),
        (TargetType.PATH, "certificate-of-residence-history"),
    }
)
"""What the one sender that README.md calls the author has written."""

_PREDICATES: Final = frozenset({*PREDICATE_FIELDS, *COMPUTED_PREDICATE_FIELDS})
_HUNK: Final = re.compile(r"@@ -([0-9]+)(?:,[0-9]+)? \+[0-9]+(?:,[0-9]+)? @@\n")


@cache
def corpus() -> Corpus:
    return Loader().load(DirectoryTree(corpus_folder()))


@cache
def body_before() -> str:
    return (FIXTURES / "bodies/before.md").read_text(encoding="utf-8")


def schema_faults(kind: SubmissionType, payload: Any) -> list[SchemaFault]:
    return packaged_registry().faults(SchemaFile(kind.schema_file), payload)


def refusals(kind: SubmissionType, payload: Any, *, by_author: bool = False) -> set[str]:
    """Every category that would refuse this payload. Identity wins over schema, so it is taken out first (C-14)."""
    found: set[str] = set()
    if identity_pointers(payload):
        found.add("identity")
    rest = without_identity(payload)
    if not _capable(kind, rest):
        found.add("capability")
    if any(detectors(text) for text in strings(rest)):
        found.add("pii")
    if not _in_time(rest):
        found.add("timing")
    if schema_faults(kind, rest):
        return found | {"schema"}
    return found | _about_the_world(kind, rest, by_author=by_author)


def _about_the_world(kind: SubmissionType, payload: Any, *, by_author: bool) -> set[str]:
    """Categories that only make sense of a payload the schema has passed."""
    judges = {
        "cross-ref": not _resolves(kind, payload),
        "diff": kind is SubmissionType.AMENDMENT and _amended_body(payload["content"]) is None,
        "uid": _gives_out_uids(kind, payload),
        "self-validation": by_author and _is_own_work(kind, payload),
    }
    return {category for category, fired in judges.items() if fired}


def without_identity(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_identity(child) for key, child in value.items() if not is_identity_field(key)}
    if isinstance(value, list):
        return [without_identity(child) for child in value]
    return value


def strings(value: Any) -> Iterator[str]:
    """Every string value, in document order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for child in value.values():
            yield from strings(child)
    elif isinstance(value, list):
        for child in value:
            yield from strings(child)


# --- capability, scrub, time ----------------------------------------------------------------------------------


def _capable(kind: SubmissionType, payload: Any) -> bool:
    declared = payload.get("declared_capabilities")
    if not isinstance(declared, list):
        return True  # C-69 for analytics; elsewhere the schema has spoken
    target = next((each for each in TargetType if each.value == payload.get("target_type")), None)
    return not capabilities.missing(kind.tier(target), declared)


def detectors(text: str) -> list[str]:
    """The names of the rules that match, in the order of the file."""
    engine = corpus().scrubbing.whole()
    found = {finding.rule for finding in engine.find(text)}
    return [rule.name for rule in engine.rules if rule.name in found]


def _in_time(payload: Any) -> bool:
    try:
        sent = datetime.fromisoformat(payload["submitted_at"])
    except (KeyError, TypeError, ValueError):
        return True  # the schema has spoken
    return sent.tzinfo is None or NOW - CLOCK_BEHIND <= sent <= NOW + CLOCK_AHEAD


# --- what it names --------------------------------------------------------------------------------------------


def _resolves(kind: SubmissionType, payload: Any) -> bool:
    if kind is SubmissionType.DRAFT:
        return _draft_fits(TargetType(payload["target_type"]), payload)
    if not kind.facts.targets:
        return True
    target, target_id = TargetType(payload["target_type"]), payload["target_id"]
    if not exists(target, target_id):
        return False
    if kind is SubmissionType.CONCERN:
        return _concern_agrees(target, target_id, payload)
    return kind is not SubmissionType.AMENDMENT or _amendment_fits(target, target_id, payload["content"])


def exists(target: TargetType, target_id: str) -> bool:
    """Whether a target is there (R-XREF-02); a gap in the graph need not be (R-XREF-04)."""
    path_id, colon, source_id = target_id.partition(":")
    match target:
        case TargetType.SKILL:
            return target_id in corpus().skills
        case TargetType.VOLATILE_VALUE | TargetType.REFERENCE:
            return corpus().catalogue.row(target_id) is not None
        case TargetType.PATH | TargetType.PATH_SOURCE:
            return path_id in corpus().paths.entries and (not colon or source_id in _source_ids(path_id))
        case TargetType.OBSERVATION:
            return target_id in PUBLISHED_CONCERNS
        case _:
            return True


def _source_ids(path_id: str) -> set[str]:
    return {source.id for source in corpus().paths.entries[path_id].sources}


def _concern_agrees(target: TargetType, target_id: str, payload: Any) -> bool:
    context, content = payload["context"], payload["content"]
    communes = [context.get("commune")]
    if content.get("scope") == "commune-specific":
        communes.append(content["specifier"])
    audience = (
        corpus().skills[target_id].fields.child("applies_to") if target is TargetType.SKILL else Fields({})
    )
    return (
        all(_is_commune(each) for each in communes if each is not None)
        and all(key in audience for key in context.get("applies_to_match", {}))
        and {content.get("vv_uid", target_id), content.get("ref_uid", target_id)} == {target_id}
    )


def _is_commune(code_or_slug: str) -> bool:
    return corpus().communes.knows(code_or_slug) or code_or_slug in corpus().communes.slugs


_CHANGED_SCHEMAS: Final = {
    TargetType.SKILL: "skill#",
    TargetType.PATH: "path#/$defs/entry",
    TargetType.PATH_SOURCE: "path-source#",
}


def _amendment_fits(target: TargetType, target_id: str, content: Any) -> bool:
    if change := content.get("frontmatter_change"):
        field = _declared(lookup(_CHANGED_SCHEMAS[target]), change["field_path"])
        return field is not None and validator_of(field).is_valid(change["proposed_value"])
    if source := content.get("source_add"):
        return _source_fits(source) and source["id"] not in _source_ids(target_id)
    return True


def _declared(node: Node, field_path: str) -> Node | None:
    """The subschema of a field in dot notation, or None where nothing of that name is declared."""
    for name in field_path.split("."):
        declared = node.resolved().value.get("properties", {})
        if declared.get(name, False) is False:
            return None
        node = node.at("properties", name)
    return node


def _source_fits(source: Any) -> bool:
    fields = {predicate["field"] for predicate in source["audience"]["predicates"]}
    preferred = source.get("preferred_auth_provider")
    return fields <= _PREDICATES and preferred in (None, *source["auth"]["supported_providers"])


def _draft_fits(target: TargetType, payload: Any) -> bool:
    content = payload["content"]
    artefact = content["frontmatter"] if target is TargetType.SKILL else content["entry"]
    if exists(target, payload["proposed_id"]) or payload["proposed_id"] != artefact["id"]:
        return False
    if artefact.get("authority_id", "commune-population") not in corpus().authorities:
        return False
    fits = _skill_fits(artefact) if target is TargetType.SKILL else _entry_fits(artefact)
    return fits and _is_category(artefact["category"])


def _is_category(name: str) -> bool:
    """Known, or far enough from every known one not to be a slip of the pen (R-FM-09)."""
    known = corpus().categories
    return name in known or all(
        edit_distance(name, other, CATEGORY_DISTANCE) > CATEGORY_DISTANCE for other in known
    )


def _skill_fits(frontmatter: Mapping[str, Any]) -> bool:
    required, paths = frontmatter.get("requires", []), frontmatter.get("requires_paths", [])
    named = [*(edge["id"] for edge in required), *frontmatter.get("related", [])]
    named += frontmatter.get("prerequisites", [])
    return (
        all(name in corpus().skills for name in named)
        and all(edge["id"] in corpus().paths.entries for edge in paths)
        and all(_selects(edge.get("selects_on", {})) for edge in (*required, *paths))
    )


def _selects(selectors: Mapping[str, list[str]]) -> bool:
    for key, values in selectors.items():
        known = corpus().types.selector_values(key)
        if known is not None and not known.issuperset(values):
            return False
    return True


def _entry_fits(entry: Mapping[str, Any]) -> bool:
    ids = [source["id"] for source in entry["sources"]]
    return (
        all(name in corpus().skills for name in entry["related_skills"])
        and all(_source_fits(source) for source in entry["sources"])
        and len(ids) == len(set(ids))
    )


# --- diffs, uids, authorship ----------------------------------------------------------------------------------


def _amended_body(content: Any) -> str | None:
    """The body after an amendment, or None when its diff does not apply. Amendments without a diff keep it."""
    if "body_diff" not in content:
        return body_before()
    return apply_diff(body_before(), content["body_diff"]) if content["skill_commit"] == HEAD else None


def apply_diff(text: str, diff: str) -> str | None:
    """The text with a unified diff applied exactly where it says, or None."""
    old, lines = text.splitlines(keepends=True), diff.splitlines(keepends=True)
    if len(lines) < 3 or not lines[0].startswith("--- ") or not lines[1].startswith("+++ "):
        return None
    new: list[str] = []
    position = 0
    for line in lines[2:]:
        if hunk := _HUNK.fullmatch(line):
            start = int(hunk[1]) - 1
            new += old[position:start]
            position = start
            continue
        if line[0] in " -":
            if old[position : position + 1] != [line[1:]]:
                return None
            position += 1
        if line[0] in " +":
            new.append(line[1:])
    return "".join(new + old[position:])


def _gives_out_uids(kind: SubmissionType, payload: Any) -> bool:
    """Only the service mints uids: a draft has none, a diff brings no new one (C-21)."""
    if kind is SubmissionType.DRAFT:
        return bool(_uids(payload["content"].get("body", "")))
    if kind is SubmissionType.AMENDMENT:
        return bool(_uids(_amended_body(payload["content"]) or "") - _uids(body_before()))
    return False


def _uids(text: str) -> set[str]:
    body = Body(text)
    return {uid for tag in UID_MAY_BE_ABSENT for each in body.named(tag) if (uid := each.get("uid"))}


def _is_own_work(kind: SubmissionType, payload: Any) -> bool:
    """Nobody votes on or rates what they wrote; a source belongs to the author of its path (R-SALT-03)."""
    if kind not in (SubmissionType.VALIDATION, SubmissionType.RATING):
        return False
    target = TargetType(payload["target_type"])
    if target is TargetType.PATH_SOURCE:
        target = TargetType.PATH
    return (target, payload["target_id"].partition(":")[0]) in AUTHORED_BY_THE_AUTHOR
