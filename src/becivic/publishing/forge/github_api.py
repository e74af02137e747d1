"""The questions that are put to GitHub about one repository, one method each. It decides nothing.

Answers are read for the few fields that are needed, so that a new field of GitHub's breaks nothing.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from githubkit import GitHub
from githubkit.auth.app import AppInstallationAuthStrategy
from githubkit.cache.mem_cache import MemCacheStrategy

from becivic.publishing.forge.forge import ForgeUnavailable
from becivic.publishing.forge.github_drawn import Drawn
from becivic.publishing.forge.github_trouble import asking
from becivic.publishing.repository import BRANCH
from becivic.rules.changes import ChangeState

App = GitHub[AppInstallationAuthStrategy]

CHECKS: Final = "becivic/checks"
"""The commit status that says that the corpus keeps its rules with this change. Main may require it."""

_PASSED: Final = "The corpus keeps its rules with this change."
_READY: Final = (
    "mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) { clientMutationId } }"
)
"""REST has no way to say that a draft waits no longer."""

_MERGED: Final = (
    "query($owner: String!, $name: String!, $number: Int!) { repository(owner: $owner, name: $name)"
    " { pullRequest(number: $number) { mergeCommit { oid } } } }"
)


@dataclass(frozen=True, slots=True)
class Pull:
    """A pull request, as far as it matters here."""

    number: int
    node_id: str
    head: str
    state: ChangeState
    draft: bool
    body: str


class GitHubApi:
    def __init__(self, github: App, owner: str, repo: str) -> None:
        self._github = github
        self.owner = owner
        self.repo = repo
        self.where = f"{owner}/{repo} on GitHub"

    @contextmanager
    def talking(self) -> Iterator[None]:
        """One connection for several questions. After trouble the token is made anew: it may have been revoked."""
        try:
            with self._github:
                yield
        except ForgeUnavailable:
            strategy = self._github.config.cache_strategy
            if isinstance(strategy, MemCacheStrategy):
                strategy.cleanup()
            raise

    # -- the repository -----------------------------------------------------------------------------------

    def main(self) -> str:
        with asking(self.where):
            found = self._github.rest.git.get_ref(self.owner, self.repo, f"heads/{BRANCH}")
            return str(found.raw_response.json()["object"]["sha"])

    def clone_url(self) -> str:
        with asking(self.where):
            return self._github.rest.repos.get(self.owner, self.repo).json()["clone_url"]

    def token(self) -> str:
        """A new one that may read this repository, for git itself."""
        with asking(self.where):
            made = self._github.rest.apps.create_installation_access_token(
                self._github.auth.installation_id,
                data={"repositories": [self.repo], "permissions": {"contents": "read"}},
            )
            return made.json()["token"]

    # -- commits and branches -----------------------------------------------------------------------------

    def commit(self, drawn: Drawn) -> str:
        """The same commit over there, its objects one by one. No branch knows of it yet."""
        tree = self._tree(drawn) if drawn.files else drawn.parent_tree
        author, committer = drawn.author, drawn.committer
        with asking(self.where):
            made = self._github.rest.git.create_commit(
                self.owner,
                self.repo,
                message=drawn.message,
                tree=tree,
                parents=[drawn.parent],
                author={"name": author.who.name, "email": author.who.email, "date": author.at},
                committer={"name": committer.who.name, "email": committer.who.email, "date": committer.at},
            )
            return made.json()["sha"]

    def _tree(self, drawn: Drawn) -> str:
        blobs = {path: self._blob(content) for path, content in drawn.files.items()}
        with asking(self.where):
            made = self._github.rest.git.create_tree(
                self.owner,
                self.repo,
                base_tree=drawn.parent_tree,
                tree=[
                    {"path": path, "mode": "100644", "type": "blob", "sha": blob}
                    for path, blob in blobs.items()
                ],
            )
            return made.json()["sha"]

    def _blob(self, content: bytes) -> str:
        with asking(self.where):
            encoded = base64.b64encode(content).decode("ascii")
            made = self._github.rest.git.create_blob(
                self.owner, self.repo, data={"content": encoded, "encoding": "base64"}
            )
            return made.json()["sha"]

    def create_branch(self, branch: str, commit: str) -> None:
        with asking(self.where):
            self._github.rest.git.create_ref(
                self.owner, self.repo, data={"ref": f"refs/heads/{branch}", "sha": commit}
            )

    def move_branch(self, branch: str, commit: str) -> None:
        with asking(self.where):
            self._github.rest.git.update_ref(
                self.owner, self.repo, f"heads/{branch}", data={"sha": commit, "force": True}
            )

    def delete_branch(self, branch: str) -> None:
        with asking(self.where):
            self._github.rest.git.delete_ref(self.owner, self.repo, f"heads/{branch}")

    def say_checked(self, commit: str) -> None:
        with asking(self.where):
            self._github.rest.repos.create_commit_status(
                self.owner,
                self.repo,
                commit,
                data={"state": "success", "context": CHECKS, "description": _PASSED},
            )

    # -- pull requests ------------------------------------------------------------------------------------

    def pulls(self, branch: str) -> list[Pull]:
        """Those that were ever made from a branch of this name, the newest first."""
        with asking(self.where):
            found = self._github.rest.pulls.list(
                self.owner,
                self.repo,
                state="all",
                head=f"{self.owner}:{branch}",
                base=BRANCH,
                sort="created",
                direction="desc",
                per_page=100,
            )
            return [_pull(each) for each in found.raw_response.json()]

    def merge_commit(self, number: int) -> str:
        """The commit by which main holds a merged one. REST does not tell it any more."""
        with asking(self.where):
            asked = {"owner": self.owner, "name": self.repo, "number": number}
            found = self._github.graphql.request(_MERGED, asked)
            return str(found["repository"]["pullRequest"]["mergeCommit"]["oid"])

    def create_pull(self, branch: str, title: str, body: str, *, draft: bool) -> Pull:
        with asking(self.where):
            made = self._github.rest.pulls.create(
                self.owner,
                self.repo,
                data={"title": title, "body": body, "head": branch, "base": BRANCH, "draft": draft},
            )
            return _pull(made.raw_response.json())

    def close_pull(self, number: int) -> None:
        with asking(self.where):
            self._github.rest.pulls.update(self.owner, self.repo, number, data={"state": "closed"})

    def describe_pull(self, number: int, body: str) -> None:
        with asking(self.where):
            self._github.rest.pulls.update(self.owner, self.repo, number, data={"body": body})

    def ready(self, pull: Pull) -> None:
        """It is a draft no longer."""
        with asking(self.where):
            self._github.graphql.request(_READY, {"id": pull.node_id})

    def merge(self, number: int, head: str) -> str:
        """By rebase: the one commit lands under its own message and author.

        A squash would be made in the name of whoever opened the pull request (R-JOB-14).
        """
        with asking(self.where):
            merged = self._github.rest.pulls.merge(
                self.owner, self.repo, number, data={"sha": head, "merge_method": "rebase"}
            )
            return merged.json()["sha"]


def _pull(found: dict[str, Any]) -> Pull:
    return Pull(
        number=found["number"],
        node_id=found["node_id"],
        head=found["head"]["sha"],
        state=_state(found),
        draft=found.get("draft", False),
        body=found["body"] or "",
    )


def _state(found: dict[str, Any]) -> ChangeState:
    if found["merged_at"] is not None:
        return ChangeState.MERGED
    return ChangeState.OPEN if found["state"] == "open" else ChangeState.CLOSED
