"""Where a change to look at comes from: a branch of the forge, or a folder that somebody writes in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, or_, select

from becivic.corpus.load import Corpus
from becivic.corpus.tree import Tree
from becivic.publishing.changes.finishing import ChangeOrigin
from becivic.publishing.changes.new_paths import with_new_path
from becivic.publishing.forge.forge import ForgeRefused, MergeConflict, Request
from becivic.publishing.previews.previewing import Proposal
from becivic.publishing.upgrade.package import may_be_taken
from becivic.publishing.workshop import Workshop
from becivic.rules.changes import ChangeState
from becivic.rules.errors import BeCivicError
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.store.tables.keeping import CHANGE_REQUESTS

_ORIGINS: Final = {
    SubmissionType.DRAFT.value: ChangeOrigin.DRAFT,
    SubmissionType.AMENDMENT.value: ChangeOrigin.COMMUNITY,
}
_COLUMNS: Final = tuple(
    CHANGE_REQUESTS.c[name] for name in ("branch", "submission_type", "target_type", "target_id")
)


class NothingToPreview(BeCivicError):
    """There is no such change, or it is not open any more."""


def of_folder(tree: Tree, base: Corpus) -> Proposal:
    """What a folder has otherwise. What the service generates is left out: it is made anew after a merge."""
    paths = [path for path in tree.paths() if may_be_taken(path)]
    files = {
        path: tree.read(path)
        for path in paths
        if path not in base.files or base.tree.blob_id(path) != tree.blob_id(path)
    }
    gone = {path for path in base.files if may_be_taken(path)}.difference(paths)
    return Proposal(files, missing=tuple(sorted(gone)))


def of_branch(workshop: Workshop, named: str) -> Proposal:
    """What main as it is now would get from a branch, named so or by the change request's id."""
    row = workshop.store.read(lambda connection: _recorded(connection, named))
    branch, kind, target, target_id = row or (named, None, None, None)
    request = workshop.forge.find(branch)
    if request is None or request.state is not ChangeState.OPEN:
        raise NothingToPreview(
            "There is no open branch or change request of this name.",
            where=named,
            remedy="`becivic review list --queue drafts` shows the ones there are.",
        )
    origin = _ORIGINS.get(kind or "", ChangeOrigin.MAINTAINER)
    try:
        files = workshop.forge.merged_files(branch, workshop.corpus().commit or "")
    except MergeConflict as conflict:
        is_new_path = origin is ChangeOrigin.DRAFT and target == TargetType.PATH
        put = _new_path(workshop, request, target_id or "") if is_new_path else None
        if put is None:
            return Proposal(
                {}, origin, kind or "", refused=f"Main changed the same lines in {conflict.where}."
            )
        files = put
    except ForgeRefused as refused:
        return Proposal({}, origin, kind or "", refused=str(refused))
    return Proposal(files, origin, kind or "")


def _recorded(connection: Connection, named: str) -> tuple[str, str | None, str | None, str | None] | None:
    own = CHANGE_REQUESTS.c
    row = connection.execute(select(*_COLUMNS).where(or_(own.id == named, own.branch == named))).first()
    return None if row is None else (row[0], row[1], row[2], row[3])


def _new_path(workshop: Workshop, request: Request, path_id: str) -> Mapping[str, bytes] | None:
    return with_new_path(workshop.corpus(), workshop.corpus_at(request.head), path_id)
