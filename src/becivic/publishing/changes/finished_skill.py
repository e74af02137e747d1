"""A canonical.md as it is merged: uids filled, names followed, the service's own fields written. All else stays as it is."""

from __future__ import annotations

from dataclasses import dataclass

from becivic.corpus import frontmatter
from becivic.corpus.body import Body
from becivic.corpus.fields import Fields
from becivic.corpus.frontmatter import Frontmatter, FrontmatterRefused
from becivic.corpus.skill import Skill
from becivic.corpus.tag_only import tag_only
from becivic.corpus.tree import git_blob_id
from becivic.corpus.yaml12 import YamlRefused
from becivic.corpus.yaml_editing import with_field
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.changes.uid_filling import CitedFirst, Mint, NameOf, filled
from becivic.publishing.changes.versioning import ArtefactChange, ChangeOrigin, Step, content_of
from becivic.rules.publishing import Failure
from becivic.rules.skills import CATEGORY_DOMAINS
from becivic.rules.statuses import Status, Version
from becivic.rules.targets import TargetType

_FENCE = "---\n"


@dataclass(frozen=True, slots=True)
class FinishedSkill:
    raw: bytes
    change: ArtefactChange | None
    """None where its status or version cannot be read, or where nothing changed."""
    cited: tuple[CitedFirst, ...] = ()
    is_pinned: bool = False


@dataclass(frozen=True, slots=True)
class SkillFinisher:
    origin: ChangeOrigin
    mint: Mint
    name_of: NameOf
    commit: str | None

    def finish(self, skill_id: str, raw: bytes, before: Skill | None, *, is_new: bool) -> FinishedSkill:
        """`before` is None too where main has the skill but it cannot be read: then its versions stay as they are."""
        try:
            text = raw.decode()
            front, body, _ = frontmatter.split(text)
        except (UnicodeDecodeError, FrontmatterRefused):
            return FinishedSkill(raw, None)  # the loader says what is wrong with it
        full = filled(None if before is None else before.body, body, self.mint, self.name_of)
        step = self._step(front.fields, full.body, before)
        fields = step.set_by_service(self.commit) if before is not None or is_new else {}
        if is_new:
            fields = {**_area(front.fields), **fields}
        written = _written(text, front, fields)
        raw = f"{written[: len(written) - len(body)]}{full.body.text}".encode()
        after = Fields({**front.fields.data, **fields})
        return FinishedSkill(
            raw, _change(skill_id, raw, step, after, before), full.cited, step.is_pinned and step.edited
        )

    def _step(self, fields: Fields, body: Body, before: Skill | None) -> Step:
        if before is None:
            return Step(None, fields, edited=True, origin=self.origin)
        same = content_of(before.fields) == content_of(fields) and tag_only(before.body, body)
        return Step(before.fields, fields, edited=not same, origin=self.origin)


def _area(fields: Fields) -> dict[str, str]:
    """The domain of a new skill that names none: without it the graph finds the skill in no area."""
    area = CATEGORY_DOMAINS.get(fields.text("category"))
    return {"domain": area.value} if area is not None and "domain" not in fields else {}


def _change(
    skill_id: str, raw: bytes, step: Step, after: Fields, before: Skill | None
) -> ArtefactChange | None:
    status, version = Status.read(after.raw("status")), Version.parse(after.raw("version"))
    blob_id = git_blob_id(raw)
    if status is None or version is None or (before is not None and before.blob_id == blob_id):
        return None
    return ArtefactChange(TargetType.SKILL, skill_id, status, version, step.restarts_cohort(version), blob_id)


def _written(text: str, front: Frontmatter, fields: dict[str, str]) -> str:
    """The file with these fields, each line of the others as its author wrote it."""
    source, data = front.source, dict(front.fields.data)
    try:
        for name, value in fields.items():
            if data.get(name) != value:
                data[name] = value
                source = with_field(source, (name,), data)
    except YamlRefused:
        raise Unpublishable(Failure.CHANGE_REFUSED, "The frontmatter cannot be written anew.") from None
    return f"{_FENCE}{source}{text[len(_FENCE) + len(front.source) :]}"
