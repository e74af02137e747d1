"""The repository on this machine as a copy of the one on GitHub. Its main follows the one over there, wherever that goes.

Objects come in by fetch. They go out through GitHub's API, one by one, so that nothing here needs leave to push.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygit2
from pygit2.enums import CredentialType

from becivic.publishing.forge.forge import ForgeUnavailable
from becivic.publishing.forge.github_api import GitHubApi
from becivic.publishing.forge.github_drawn import Drawn, drawn
from becivic.publishing.forge.github_trouble import AGAIN, Declined
from becivic.publishing.refs import Move, RefMoved
from becivic.publishing.repository import BRANCH, MAIN, CorpusRepository
from becivic.setting_values import is_loopback

TRACKED: Final = "refs/github/main"
"""Main as it was over there when it was last fetched."""

TOKEN_USER: Final = "x-access-token"
"""What GitHub calls whoever shows a token instead of a password."""

_LOOKS: Final = 5
"""How often main is fetched, because somebody else here did too, before it is left for the next run."""


class Mirror:
    def __init__(self, api: GitHubApi, repository: CorpusRepository) -> None:
        self._api = api
        self._repository = repository
        self._git = repository.git_of_its_own()
        self._clone_url: str | None = None

    def main(self) -> str:
        """Where main is over there, and here too from now on."""
        asked = self._asked_main()
        return asked if asked == self._repository.target(MAIN) else self.fetch_main()

    def fetch_main(self) -> str:
        """As `main`, by git itself: its word counts where the API's is a moment old."""
        for _ in range(_LOOKS):
            seen = self._repository.target(MAIN)
            self._fetch(f"+{MAIN}:{TRACKED}")
            fetched = self._repository.target(TRACKED)
            try:
                self._repository.move(Move(MAIN, seen, fetched))
            except RefMoved:  # another process here fetched too: whose is newer is seen by asking again
                continue
            return self._repository.head()
        raise ForgeUnavailable("Main here moved again and again.", where=self._api.where, remedy=AGAIN)

    def is_of_main(self, commit: str) -> bool:
        if self._repository.target(MAIN) is not None and self._repository.holds(commit):
            return True
        self.main()
        return self._repository.holds(commit)

    def has(self, commit: str) -> bool:
        with self._repository.reading():
            return commit in self._git

    def bring(self, branch: str, head: str) -> None:
        """What a branch holds is readable here. No ref is kept for it: it soon is gone."""
        if not self.has(head):
            self._fetch(f"refs/heads/{branch}")
        if not self.has(head):
            raise ForgeUnavailable("was changed by somebody else just now.", where=branch, remedy=AGAIN)

    def drawn(self, commit: str) -> Drawn:
        return drawn(self._repository, self._git, commit)

    def _asked_main(self) -> str:
        try:
            return self._api.main()
        except Declined as declined:
            raise ForgeUnavailable(
                f"There is no branch `{BRANCH}` that the App may see ({declined.status}).",
                where=self._api.where,
                remedy="Install the App on the repository, and push the corpus there first (docs/github.md).",
            ) from None

    def _fetch(self, refspec: str) -> None:
        self._clone_url = self._clone_url or self._api.clone_url()
        try:
            remote = self._git.remotes.create_anonymous(self._clone_url)
            remote.fetch([refspec], callbacks=_Showing(self._api.token), proxy=True)
        except pygit2.GitError:  # its words name the address
            raise ForgeUnavailable(
                "What GitHub has cannot be fetched with git.",
                where=self._api.where,
                remedy=f"Check the network and the room on the disk. {AGAIN}",
            ) from None


class _Showing(pygit2.RemoteCallbacks):
    """Shows a token where one is asked for: a public repository asks for none."""

    def __init__(self, token: Callable[[], str]) -> None:
        super().__init__()
        self._token = token
        self._shown = False

    def credentials(
        self,
        url: str,
        username_from_url: str | None,  # noqa: ARG002  libgit2 says more than matters here
        allowed_types: CredentialType,  # noqa: ARG002
    ) -> pygit2.UserPass:
        if self._shown or not (url.startswith("https://") or is_loopback(url)):
            raise pygit2.GitError("no token is shown here")
        self._shown = True
        return pygit2.UserPass(TOKEN_USER, self._token())
