"""A concern's context and content must agree with the world: communes, audience keys, uids (R-XREF-05, R-XREF-06)."""

from __future__ import annotations

from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import Communes
from becivic.intake.references.refused import NotHeld
from becivic.intake.submission import Submission
from becivic.rules.submissions import ConcernScope
from becivic.rules.targets import TargetType


def check_concern(submission: Submission, corpus: Corpus) -> None:
    context, content = submission.payload["context"], submission.content
    commune = context.get("commune")
    if commune is not None:
        _check_commune(corpus.communes, commune, "/context/commune")
    if content.get("scope") == ConcernScope.COMMUNE:
        _check_commune(corpus.communes, content["specifier"], "/content/specifier")
    _check_audience(submission, corpus)
    for name in ("vv_uid", "ref_uid"):
        if content.get(name, submission.target_id) != submission.target_id:
            raise NotHeld(f"/content/{name}", "The uid is not that of the target.")


def _check_commune(communes: Communes, named: str, pointer: str) -> None:
    """A NIS code, a slug, or both as `21009-ixelles` (schemas 6.2.1)."""
    code, _, slug = named.partition("-")
    both = code in communes.by_code and communes.by_code[code].text("slug") == slug
    if not both and not communes.knows(named) and named not in communes.slugs:
        raise NotHeld(pointer, "There is no such commune.", "Take its NIS code from /communes.json.")


def _check_audience(submission: Submission, corpus: Corpus) -> None:
    """Keys of `applies_to_match` are keys of the skill's own audience; without a skill there is nothing to hold them to."""
    if submission.target is not TargetType.SKILL:
        return
    audience = corpus.skills[submission.target_id].fields.child("applies_to")
    for key in submission.payload["context"].get("applies_to_match", {}):
        if key not in audience:
            raise NotHeld("/context/applies_to_match", "A key is not among the audience keys of the skill.")
