"""The forge on GitHub: a change request is a pull request, merged when what main requires is green (ADR 16).

GitHub's main is the truth; the repository on this machine follows it. Two replicas may ask for the same things at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final

from becivic.publishing.forge.forge import (
    ForgeRefused,
    ForgeUnavailable,
    Proposed,
    Request,
)
from becivic.publishing.forge.github_api import App, GitHubApi, Pull
from becivic.publishing.forge.github_mirror import Mirror
from becivic.publishing.forge.github_trouble import AGAIN, Declined
from becivic.publishing.forge.three_way import changed_plainly, made_anew, main_moved, merged_files, written
from becivic.publishing.home import HomeRefused
from becivic.publishing.repository import CorpusRepository, RepositoryRefused
from becivic.rules.changes import ChangeState

SETTLED: Final = "Be-Civic-Settled: yes"
"""In the description of a pull request that the records tell of: a later one may use the name of its branch."""

_TRAILER: Final = "Be-Civic-"

_NOT_YET: Final = (HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.CONFLICT)
_NOT_THERE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY)
_ORDER: Final = (ChangeState.MERGED, ChangeState.OPEN, ChangeState.CLOSED)


class GitHubForge:
    """One job's at a time, as the workshop is."""

    def __init__(self, github: App, owner: str, repo: str, repository: CorpusRepository) -> None:
        self._api = GitHubApi(github, owner, repo)
        self._repository = repository
        self._mirror = Mirror(self._api, repository)

    def main(self) -> str:
        with self._asking():
            return self._mirror.main()

    def find(self, branch: str) -> Request | None:
        with self._asking():
            pull = self._pull(branch)
            return None if pull is None else self._request(branch, pull)

    def open(self, proposed: Proposed) -> Request:
        with self._asking():
            known = self._pull(proposed.branch)
            if known is not None and known.state is ChangeState.MERGED:
                raise _settled(proposed.branch, known, "cannot be opened again")
            if known is not None and known.state is ChangeState.CLOSED:
                known = None  # begun anew: another pull request from a branch of the same name
            if not self._mirror.is_of_main(proposed.base):
                raise ForgeRefused("stands on a commit that is not of main.", where=proposed.branch)
            head = self._push(proposed.branch, written(self._repository, proposed), known)
            pull = known or self._create_pull(proposed)
            if pull.draft and not proposed.waits:
                self._api.ready(pull)
            return Request(proposed.branch, head, ChangeState.OPEN, str(pull.number))

    def merged_files(self, branch: str, onto: str) -> Mapping[str, bytes]:
        with self._asking():
            pull = _open_one(branch, self._pull(branch), "has nothing to merge")
            self._mirror.bring(branch, pull.head)
            if not self._mirror.has(onto):
                self._mirror.main()
            return merged_files(self._repository, pull.head, onto)

    def merge(self, branch: str, onto: str) -> str:
        """Where GitHub does not merge it yet, for a check that runs or a rule of main, that is ForgeUnavailable."""
        with self._asking():
            known = self._pull(branch)
            if known is not None and known.state is ChangeState.MERGED:
                return self._api.merge_commit(known.number)
            pull = _open_one(branch, known, "cannot be merged")
            if self._mirror.main() != onto:
                raise main_moved()
            head = self._standing_on(onto, branch, pull)
            if pull.draft:
                self._api.ready(pull)
            try:
                merged = self._api.merge(pull.number, head)
            except Declined as declined:
                if declined.status not in _NOT_YET:
                    raise
                return self._merged_meanwhile(branch, onto)
            return self._landed(merged, onto)

    def close(self, branch: str) -> None:
        with self._asking():
            pull = self._pull(branch)
            if pull is None:
                return
            if pull.state is ChangeState.MERGED:
                raise _settled(branch, pull, "cannot be closed")
            if pull.state is ChangeState.OPEN:
                self._api.close_pull(pull.number)
            self._delete(branch)

    def forget(self, branch: str) -> None:
        with self._asking():
            pull = self._pull(branch)
            if pull is None:
                return
            if pull.state is not ChangeState.MERGED:
                raise _settled(branch, pull, "is not merged, and cannot be forgotten")
            self._delete(branch)
            self._api.describe_pull(pull.number, f"{pull.body}\n\n{SETTLED}\n".lstrip())

    # -- pull requests ------------------------------------------------------------------------------------

    def _pull(self, branch: str) -> Pull | None:
        """The one that counts: people may have made more from the same branch."""
        found = [pull for pull in self._api.pulls(branch) if SETTLED not in pull.body]
        return min(found, key=lambda pull: _ORDER.index(pull.state), default=None)

    def _request(self, branch: str, pull: Pull) -> Request:
        merged = pull.state is ChangeState.MERGED
        head = self._api.merge_commit(pull.number) if merged else pull.head
        return Request(branch, head, pull.state, str(pull.number))

    def _create_pull(self, proposed: Proposed) -> Pull:
        try:
            return self._api.create_pull(
                proposed.branch, proposed.title, _description(proposed.message), draft=proposed.waits
            )
        except Declined:
            made = self._pull(
                proposed.branch
            )  # by another replica, or by ourselves before the answer was lost
            if made is None:
                raise
            return made

    def _merged_meanwhile(self, branch: str, onto: str) -> str:
        """The commit, where it was merged by somebody else just now; else why it is not merged."""
        pull = self._pull(branch)
        if pull is not None and pull.state is ChangeState.MERGED:
            return self._api.merge_commit(pull.number)
        if self._mirror.main() != onto:
            raise main_moved()
        raise ForgeUnavailable(
            "GitHub does not merge it yet: a check that main requires has not passed, or a rule of main asks for"
            " more.",
            where=branch,
            remedy=f"docs/github.md says which rules fit. {AGAIN}",
        )

    def _landed(self, merged: str, onto: str) -> str:
        """A merge on another main than the one it was checked with is right too, but must be looked at again."""
        self._mirror.fetch_main()
        if self._mirror.has(merged) and self._repository.parents(merged) == [onto]:
            return merged
        raise ForgeUnavailable(
            "GitHub merged it onto another main than the one it was made for.",
            where=self._api.where,
            remedy=f"Let main require branches to be up to date (docs/github.md). {AGAIN}",
        )

    # -- commits and branches -----------------------------------------------------------------------------

    def _push(self, branch: str, commit: str, known: Pull | None) -> str:
        """A commit that was made here stands on GitHub, checked, and the branch is there."""
        head = self._api.commit(self._mirror.drawn(commit))
        self._api.say_checked(head)
        if known is None:
            _either(self._api.create_branch, self._api.move_branch, branch, head)
        elif known.head != head:
            _either(self._api.move_branch, self._api.create_branch, branch, head)
        return head

    def _standing_on(self, onto: str, branch: str, pull: Pull) -> str:
        """The branch's change as one commit on `onto`: its own where it stands there, else one made anew."""
        self._mirror.bring(branch, pull.head)
        if self._repository.parents(pull.head) == [onto]:
            changed_plainly(self._repository, onto, pull.head)
            return pull.head
        return self._push(branch, made_anew(self._repository, pull.head, onto), pull)

    def _delete(self, branch: str) -> None:
        try:
            self._api.delete_branch(branch)
        except Declined as declined:
            if declined.status not in _NOT_THERE:
                raise

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """What is wrong with the copy here, or its disk, may pass."""
        try:
            with self._api.talking():
                yield
        except (RepositoryRefused, HomeRefused) as refused:
            raise ForgeUnavailable(refused.message, where=refused.where, remedy=refused.remedy) from None


def _either(
    likely: Callable[[str, str], None], other: Callable[[str, str], None], branch: str, commit: str
) -> None:
    """A branch is made or moved, whichever it needs: nobody says which it is at this moment."""
    try:
        likely(branch, commit)
    except Declined as declined:
        if declined.status not in _NOT_THERE:
            raise
        other(branch, commit)


def _description(message: str) -> str:
    """Which submission it came from, and nothing that anybody wrote."""
    trailers = [line for line in message.splitlines() if line.startswith(_TRAILER)]
    return "\n".join(["Made by the service; its checks have passed.", "", *trailers]).strip() + "\n"


def _open_one(branch: str, pull: Pull | None, otherwise: str) -> Pull:
    if pull is None:
        raise ForgeRefused("is not there.", where=branch, remedy="Open it first.")
    if pull.state is not ChangeState.OPEN:
        raise _settled(branch, pull, otherwise)
    return pull


def _settled(branch: str, pull: Pull, wrong: str) -> ForgeRefused:
    return ForgeRefused(f"is {pull.state.value}: it {wrong}.", where=branch)
