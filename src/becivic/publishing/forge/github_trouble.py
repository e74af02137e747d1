"""What GitHub, or the way to it, may answer with, as the forge's own refusals.

No message repeats an address, a token, or a word of what was sent or answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Final

from githubkit.exception import (
    GitHubException,
    GraphQLFailed,
    RateLimitExceeded,
    RequestError,
    RequestFailed,
)
from githubkit.retry import RetryOption

from becivic.publishing.forge.forge import ForgeRefused, ForgeUnavailable

AGAIN: Final = "It is tried again at the next run."
_IDENTITY: Final = "Check the App's number, its installation on the repository and its key (docs/github.md)."
_PERMISSIONS: Final = (
    "Give the App the permissions that docs/github.md lists, and accept them for its installation."
)
_TOKENS: Final = "/access_tokens"
"""How the address ends at which an installation's token is made."""


class Declined(ForgeRefused):
    """GitHub understood, and does not do it. `status` is its answer: for some questions one that was expected."""

    def __init__(self, status: int, where: str) -> None:
        super().__init__(
            f"GitHub does not take this ({status}).",
            where=where,
            remedy="Look at the repository on GitHub; docs/github.md says what it needs.",
        )
        self.status = status


@dataclass(frozen=True, slots=True)
class RetryReads:
    """What only asks is asked again when GitHub stumbles. What changes something waits for the next run.

    A limit is never waited for: that may take an hour, and the run has other things to do.
    """

    pause: timedelta = timedelta(seconds=1)
    times: int = 2

    def __call__(self, error: GitHubException, count: int) -> RetryOption:
        stumbled = (
            isinstance(error, RequestFailed)
            and error.request.method == "GET"
            and error.response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
        )
        return RetryOption(stumbled and count < self.times, self.pause)


@contextmanager
def asking(where: str) -> Iterator[None]:
    """Around one question and the reading of its answer."""
    try:
        yield
    except GitHubException as error:
        raise _translated(_innermost(error), where) from None
    except (KeyError, TypeError, ValueError):
        raise ForgeUnavailable(
            "What came back is not an answer of GitHub's.",
            where=where,
            remedy=f"See whether something on the way answers in its place. {AGAIN}",
        ) from None


def _innermost(error: GitHubException) -> GitHubException:
    """What went wrong while a token was made comes wrapped in what went wrong with the question."""
    inner = error.exc if type(error) is RequestError else error
    return inner if isinstance(inner, GitHubException) else error


def _translated(error: GitHubException, where: str) -> ForgeUnavailable | ForgeRefused:
    if isinstance(error, RateLimitExceeded):
        return ForgeUnavailable("GitHub takes no more questions for now.", where=where, remedy=AGAIN)
    if isinstance(error, RequestFailed):
        return _answered(error, where)
    if isinstance(error, GraphQLFailed):
        return ForgeUnavailable("GitHub does not let the App do this.", where=where, remedy=_PERMISSIONS)
    return ForgeUnavailable("GitHub cannot be reached.", where=where, remedy=f"Check the network. {AGAIN}")


def _answered(error: RequestFailed, where: str) -> ForgeUnavailable | ForgeRefused:
    status = error.response.status_code
    minting = error.request.url.path.endswith(_TOKENS)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ForgeUnavailable(f"GitHub is in trouble ({status}).", where=where, remedy=AGAIN)
    if status == HTTPStatus.FORBIDDEN or (minting and status == HTTPStatus.UNPROCESSABLE_ENTITY):
        said = f"GitHub does not let the App do this ({status})."
        return ForgeUnavailable(said, where=where, remedy=_PERMISSIONS)
    if minting or status == HTTPStatus.UNAUTHORIZED:
        said = f"GitHub does not accept us as the App ({status})."
        return ForgeUnavailable(said, where=where, remedy=_IDENTITY)
    return Declined(status, where)
