"""What an accepted amendment or draft makes of a file of the corpus (schemas 6.2.2, 6.2.4; R-AMD-04 to R-AMD-11).

Intake asks in order to refuse early, publishing a day later in order to write: both ask here. Anything that cannot
be done is refused with a pointer into the submission; a diff that does not apply is refused as a diff. What the
corpus rules say about the outcome is `proposals`' to tell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from becivic.corpus import frontmatter, schema_words
from becivic.corpus.diffs import DiffRefused, apply_diff
from becivic.corpus.directory import PathEntry
from becivic.corpus.field_paths import SCHEMA_OF, fits, is_server_owned, resolve, set_field
from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.corpus.reported import REPORTED, Mark, with_field_mark, with_mark, with_passage_mark
from becivic.corpus.scaffold import next_uid
from becivic.corpus.skill import Skill
from becivic.corpus.yaml12 import YamlRefused
from becivic.corpus.yaml_editing import with_field
from becivic.corpus.yaml_writing import Unwritable, write_yaml
from becivic.rules.identifiers import UidPrefix
from becivic.rules.json_text import JsonRefused, parse_json, pretty_json, same_json
from becivic.rules.schemas import SchemaFault, SchemaFile, packaged_registry
from becivic.rules.statuses import Status
from becivic.rules.submissions import AmendmentSubtype
from becivic.rules.targets import TargetType

_CONTENT: Final = "/content"
_FIELD_PATH: Final = "/content/frontmatter_change/field_path"
_VALUE: Final = "/content/frontmatter_change/proposed_value"
_TARGET_ID: Final = "/target_id"

_CONTENT_SCHEMAS: Final = {
    TargetType.SKILL: "/$defs/of_skill",
    TargetType.PATH: "/$defs/of_path",
    TargetType.PATH_SOURCE: "/$defs/of_path_source",
}
_NEW_SKILL: Final = "/$defs/new_skill"
_NEW_PATH: Final = "/$defs/new_path"


class ChangeRefused(ValueError):
    """The change cannot be made. `pointer` is into the submission; `reason` is a sentence without a word of it."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(f"{pointer}: {reason}")
        self.pointer = pointer
        self.reason = reason


def changed_skill(corpus: Corpus, skill_id: str, content: object, made: Mark | None = None) -> str:
    """The whole canonical.md after an amendment of its body or of one field; raises ChangeRefused or DiffRefused.

    `made` marks what came with it as reported by the amendment.
    """
    skill = corpus.skills.get(skill_id)
    if skill is None:
        raise ChangeRefused(_TARGET_ID, "There is no skill with this id.")
    sound = _sound_amendment(TargetType.SKILL, content)
    if sound["amendment_subtype"] == AmendmentSubtype.BODY:
        return with_body(skill, apply_diff(skill.body.text, sound["body_diff"]), made)
    change = _Change(TargetType.SKILL, sound)
    after = change.made_to(skill.fields.data)
    try:
        source = with_field(skill.frontmatter.source, change.keys, after)
        if made is not None:
            source = with_field(source, (REPORTED,), with_field_mark(after, made, change.path))
        return _file(skill, source, skill.body.text)
    except YamlRefused as refused:
        raise ChangeRefused(_VALUE, f"The value {refused.reason}.") from None


def body_diff(content: object) -> str:
    """The diff of an amendment of a body, for who must apply it to another body than the current one."""
    diff: str = _sound_amendment(TargetType.SKILL, content)["body_diff"]
    return diff


def with_body(skill: Skill, body: str, made: Mark | None = None) -> str:
    """The whole canonical.md with another body below the same fields; DiffRefused where it is no other."""
    text = frontmatter.without_leading_blank_lines(body)
    if text == skill.body.text:
        raise DiffRefused("it changes nothing but blank lines above the body", 1)
    source, fields = skill.frontmatter.source, skill.fields.data
    if made is not None:
        marked = with_passage_mark(fields, made, skill.body.text, text)
        source = with_field(source, (REPORTED,), marked) if marked != fields else source
    return _file(skill, source, text)


def with_status(skill: Skill, status: Status) -> str:
    """The whole canonical.md under another status, every other line as it is; raises YamlRefused."""
    after = {**skill.fields.data, "status": status.value}
    return _file(skill, with_field(skill.frontmatter.source, ("status",), after), skill.body.text)


def changed_paths(corpus: Corpus, target_id: str, content: object, made: Mark | None = None) -> str:
    """The whole paths/index.json after an amendment of a path or of a source, or with a source more; marked by `made`."""
    path_id, colon, source_id = target_id.partition(":")
    entry = corpus.paths.entries.get(path_id)
    if entry is None:
        raise ChangeRefused(_TARGET_ID, "There is no path with this id.")
    adds = Fields.of(content).raw("amendment_subtype") == AmendmentSubtype.SOURCE_ADD
    sound = _sound_amendment(TargetType.PATH_SOURCE if adds or colon else TargetType.PATH, content)
    if adds:
        after = _with_source(entry, target_id, _marked(sound["source_add"], made))
    elif colon:
        after = _with_changed_source(entry, source_id, _Change(TargetType.PATH_SOURCE, sound), made)
    else:
        change = _Change(TargetType.PATH, sound)
        after = change.made_to(entry.fields.data)
        after = after if made is None else with_field_mark(after, made, change.path)
    return with_entry(corpus, path_id, after)


def drafted_skill(fields: object, body: object) -> str:
    """The whole canonical.md of a drafted skill, its fields in the order of the schema."""
    sound = _sound(SchemaFile.DRAFT, _NEW_SKILL, {"frontmatter": fields, "body": body})
    try:
        source = write_yaml(_in_order(SchemaFile.SKILL, "", sound["frontmatter"]))
    except Unwritable as refused:
        raise ChangeRefused(f"{_CONTENT}/frontmatter", f"The frontmatter {refused}.") from None
    text = frontmatter.without_leading_blank_lines(sound["body"])
    return f"---\n{source}---\n\n{text}" + ("" if text.endswith("\n") else "\n")


def drafted_paths(corpus: Corpus, entry: object, uid: str | None = None) -> str:
    """The whole paths/index.json with a drafted entry. Without a uid from the catalogue it gets the next free one.

    An empty uid stays empty, for the catalogue to fill.
    """
    if not corpus.paths.document.exists:
        raise ChangeRefused(
            f"{_CONTENT}/entry", "The path catalogue cannot be read, so nothing can be added to it."
        )
    sound = _sound(SchemaFile.DRAFT, _NEW_PATH, {"entry": entry})["entry"]
    if sound["id"] in corpus.paths.entries:
        raise ChangeRefused(f"{_CONTENT}/entry/id", "There is a path with this id already.")
    known = [each.fields.text("uid") for each in corpus.paths.entries.values()]
    sound["uid"] = next_uid(UidPrefix.PATH, known) if uid is None else uid
    return with_entry(corpus, sound["id"], _in_order(SchemaFile.PATH, "/$defs/entry", sound))


# --- one field ------------------------------------------------------------------------------------------------


class _Change:
    """A field that may be changed, and a value that it may have."""

    def __init__(self, target: TargetType, content: Mapping[str, Any]) -> None:
        change = content["frontmatter_change"]
        self._schema = SCHEMA_OF[target]
        self.path: str = change["field_path"]
        self.keys = tuple(self.path.split("."))
        self.value = change["proposed_value"]
        declared = resolve(self._schema, change["field_path"])
        if declared is None:
            raise ChangeRefused(_FIELD_PATH, f"The schema {self._schema} declares no such field.")
        if not fits(declared, self.value):
            raise ChangeRefused(_VALUE, f"The value is not of the type that {self._schema} gives this field.")

    def made_to(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """The fields after the change: something is different, and what fitted its schema still does."""
        after = set_field(before, self.keys, self.value)
        if same_json(before, after):
            raise ChangeRefused(_VALUE, "The field has this value already.")
        registry = packaged_registry()
        known = registry.faults(self._schema, before)
        fault = next((each for each in registry.faults(self._schema, after) if each not in known), None)
        if fault is not None:
            described = schema_words.describe(fault, "the whole")
            raise ChangeRefused(
                _VALUE, f"With this value the whole would not fit {self._schema}: {described}."
            )
        return after


# --- skills ---------------------------------------------------------------------------------------------------


def _file(skill: Skill, source: str, body: str) -> str:
    """Fences, frontmatter and body, with as many blank lines between them as there were."""
    fences = 2
    gap = "\n" * (skill.body.first_line - 1 - fences - skill.frontmatter.source.count("\n"))
    return f"---\n{source}---\n{gap}{body}"


# --- paths ----------------------------------------------------------------------------------------------------


def _with_source(entry: PathEntry, target_id: str, source: Mapping[str, Any]) -> dict[str, Any]:
    if target_id != entry.key:
        raise ChangeRefused(_TARGET_ID, "A new source belongs to a path: name the path alone.")
    if any(each.id == source["id"] for each in entry.sources):
        raise ChangeRefused(f"{_CONTENT}/source_add/id", "The path has a source with this id already.")
    return {**entry.fields.data, "sources": [*_sources(entry), source]}


def _marked(source: Mapping[str, Any], made: Mark | None) -> dict[str, Any]:
    return dict(source) if made is None else with_mark(source, made)


def _with_changed_source(
    entry: PathEntry, source_id: str, change: _Change, made: Mark | None
) -> dict[str, Any]:
    sources = _sources(entry)
    at = next((at for at, each in enumerate(sources) if Fields.of(each).text("id") == source_id), None)
    if at is None:
        raise ChangeRefused(_TARGET_ID, "The path has no source with this id.")
    sources[at] = _marked(change.made_to(sources[at]), made)
    return {**entry.fields.data, "sources": sources}


def _sources(entry: PathEntry) -> list[Any]:
    listed = entry.fields.raw("sources")
    return list(listed) if isinstance(listed, list) else []


def with_entry(corpus: Corpus, path_id: str, entry: Mapping[str, Any]) -> str:
    """The catalogue with one entry replaced, or added at the end."""
    catalogue = corpus.paths.document.fields
    return pretty_json({**catalogue.data, "paths": {**catalogue.child("paths").data, path_id: entry}})


def _in_order(schema: SchemaFile, at: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields in the order in which the schema declares them."""
    declared = packaged_registry().documents[schema.value]
    for part in at.split("/")[1:]:
        declared = declared[part]
    return {name: fields[name] for name in declared["properties"] if name in fields}


# --- what was sent --------------------------------------------------------------------------------------------


def _sound_amendment(target: TargetType, content: object) -> dict[str, Any]:
    """The content, once it is known to be an amendment of such a target that leaves the service's own fields alone."""
    path = Fields.of(content).child("frontmatter_change").text("field_path")
    if is_server_owned(target, path):
        raise ChangeRefused(_FIELD_PATH, "Only the service writes this field.")
    return _sound(SchemaFile.AMENDMENT, _CONTENT_SCHEMAS[target], content)


def _sound(schema: SchemaFile, at: str, content: object) -> dict[str, Any]:
    """A copy of what was sent, once it is known to fit its part of a schema."""
    try:
        copy = parse_json(json.dumps(content, allow_nan=False).encode("ascii"))
    except JsonRefused as refused:
        raise ChangeRefused(_CONTENT, f"The content {refused.reason}.") from None
    except (TypeError, ValueError, RecursionError):
        raise ChangeRefused(_CONTENT, "The content cannot be written as JSON.") from None
    faults: list[SchemaFault] = packaged_registry().faults(schema, copy, at=at)
    if faults:
        words = faults[0].message
        raise ChangeRefused(f"{_CONTENT}{faults[0].pointer}", f"{words[:1].upper()}{words[1:]}.")
    sound: dict[str, Any] = copy
    return sound
