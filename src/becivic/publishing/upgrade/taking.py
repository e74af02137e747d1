"""Makes one change of what a newer package changes: one commit of the bot on main, through the forge and every check;
or a branch that a maintainer looks at. Main is never half changed.

A run may die between any two steps: the next one asks the forge what became of the branch, and goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy import Connection

from becivic import __version__
from becivic.catalogue.names import DatabaseCatalogue
from becivic.corpus.commit_tree import CommitTree
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.seed import Row
from becivic.publishing.changes.brought_rows import WithBroughtRows
from becivic.publishing.changes.checking import checked, with_commit
from becivic.publishing.changes.finishing import ChangeOrigin, Finished
from becivic.publishing.changes.first_rows import WithFirstRows
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.commit import merging
from becivic.publishing.commit.making import Maker
from becivic.publishing.commit.settling import Landed
from becivic.publishing.commit.waiting import maintainers, merged
from becivic.publishing.forge.forge import ForgeUnavailable, Proposed, Request
from becivic.publishing.upgrade.outcome import Outcome, Upgrade
from becivic.publishing.upgrade.package import Package, blobs_of
from becivic.publishing.upgrade.recounting import recounted
from becivic.publishing.upgrade.three_way import Merge, ThreeWay
from becivic.publishing.workshop import StillMoving, Workshop
from becivic.rules.changes import ChangeState
from becivic.rules.publishing import SKIP_CI, MessagePrefix
from becivic.store import reviews
from becivic.store.tables.keeping import Queue

MESSAGE: Final = (
    f"{MessagePrefix.MAINTENANCE} take up the corpus packaged with becivic {__version__} {SKIP_CI}\n"
)
SUBJECT_TYPE: Final = "package"
_TITLE: Final = f"The corpus packaged with becivic {__version__} does not fit onto main by itself"
_NAMED: Final = 20
"""How many places a question names."""


@dataclass(frozen=True, slots=True)
class Taking:
    workshop: Workshop
    package: Package
    base: CommitTree
    """The package that main took up before."""
    now: datetime

    def run(self) -> Upgrade | None:
        """None where main holds all of it already."""
        try:
            return self.workshop.on_main(self._run)
        except StillMoving:
            raise ForgeUnavailable("Main moved again and again.", where=self.package.branch) from None

    def _run(self, corpus: Corpus) -> Upgrade | None:
        request = self.workshop.forge.find(self.package.branch)
        if request is not None and request.state is ChangeState.MERGED:
            return self._land_again(request)
        return self._made(corpus)

    def _made(self, corpus: Corpus) -> Upgrade | None:
        repository = self.workshop.repository
        with repository.reading():
            merge = ThreeWay(self.base, corpus.tree, self.package, repository.merged_text).merge()
        if not merge.files:
            return None
        try:
            finished = Maker(self.workshop, self.now).finished(corpus, merge.files, ChangeOrigin.MAINTAINER)
            finished = replace(finished, files=_changed(corpus, finished.files))
        except Unpublishable as refused:
            return self._ask(corpus, merge, merge.files, refused)
        if not finished.files:
            return None
        try:
            after = None if merge.conflicts else self._checked(corpus, finished)
        except Unpublishable as refused:
            return self._ask(corpus, merge, finished.files, refused)
        if after is None:
            return self._ask(corpus, merge, finished.files)
        return self._merged(corpus, after, finished)

    def _checked(self, corpus: Corpus, finished: Finished) -> Corpus:
        """Rows of a new seed are in the records after the next filling, which follows."""
        brought = Loader().amended(corpus, finished.files).catalogue

        def check(connection: Connection) -> Corpus:
            known = WithFirstRows(DatabaseCatalogue(connection, Row), finished.cited)
            return checked(corpus, finished.files, "", WithBroughtRows(known, brought))

        return self.workshop.store.read(check)

    def _merged(self, corpus: Corpus, after: Corpus, finished: Finished) -> Upgrade:
        onto, branch = corpus.commit or "", self.package.branch
        request = self.workshop.forge.open(Proposed(branch, onto, finished.files, MESSAGE, self.now))
        commit = self.workshop.forge.merge(branch, onto)
        self.workshop.is_at(with_commit(after, commit))
        landed = Landed(commit, finished.artefacts, finished.cited, request.number)
        self.workshop.store.write(lambda connection: self._land(connection, request, landed))
        self.workshop.forget(branch)
        return Upgrade(
            Outcome.TAKEN_UP,
            branch,
            commit,
            tuple(sorted(finished.files)),
            recounted=recounted(self.package.tree, finished.artefacts),
            stays=tuple(sorted(corpus.files & blobs_of(self.base).keys() - self.package.blobs.keys())),
        )

    def _land(self, connection: Connection, request: Request, landed: Landed) -> None:
        waiting = maintainers(connection, request.branch, request, self.now)
        assert waiting is not None  # it was written just now
        merged(connection, waiting, landed, self.now)

    def _land_again(self, request: Request) -> Upgrade:
        """A run before died after the merge: the records are told now."""
        self.workshop.store.write(
            lambda connection: maintainers(connection, request.branch, request, self.now)
        )
        done = merging.merge(self.workshop, request.branch, self.now)
        return Upgrade(Outcome.TAKEN_UP, request.branch, done.commit)

    def _ask(
        self, corpus: Corpus, merge: Merge, files: Mapping[str, bytes], refused: Unpublishable | None = None
    ) -> Upgrade:
        """The branch holds what the package wants, main stays as it is, and a maintainer merges or closes it."""
        request = self.workshop.forge.open(
            Proposed(self.package.branch, corpus.commit or "", files, MESSAGE, self.now, waits=True)
        )
        asked = reviews.Asked(
            Queue.DRAFTS, SUBJECT_TYPE, request.branch, _TITLE, _why(merge.conflicts, refused)
        )

        def ask(connection: Connection) -> None:
            maintainers(connection, request.branch, request, self.now)
            reviews.ask(connection, asked, self.now)

        self.workshop.store.write(ask)
        broken = () if refused is None else tuple(dict.fromkeys(each.rule for each in refused.findings))
        return Upgrade(
            Outcome.WAITS, request.branch, None, tuple(sorted(files)), tuple(merge.conflicts), broken
        )


def _changed(corpus: Corpus, files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {
        path: content
        for path, content in files.items()
        if path not in corpus.files or corpus.tree.read(path) != content
    }


def _why(conflicts: list[str], refused: Unpublishable | None) -> str:
    """Files, rules and lines; not what a rule says of them."""
    said = []
    if conflicts:
        said.append(f"Main changed the same lines in {_named(conflicts)}; merging takes them as packaged.")
    if refused is not None:
        places = [f"{each.place} ({each.rule})" for each in refused.findings]
        said.append(refused.detail + (f" At {_named(places)}." if places else ""))
    return " ".join(said)


def _named(places: list[str]) -> str:
    more = len(places) - _NAMED
    return ", ".join(places[:_NAMED]) + (f" and {more} more" if more > 0 else "")
