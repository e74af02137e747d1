"""The copy here of what GitHub has. Against the stand-in; over git's own protocol where tokens matter."""

from __future__ import annotations

from dataclasses import replace

import pygit2
import pytest
from pygit2.enums import CredentialType

from becivic.corpus.tree import MemoryTree
from becivic.publishing.forge.forge import ForgeUnavailable
from becivic.publishing.forge.github import open_github
from becivic.publishing.forge.github_mirror import _Showing
from becivic.publishing.refs import Move, RefMoved
from becivic.publishing.repository import CorpusRepository
from tests.factories.homes import NOON
from tests.publishing.forge.contract import EARLY, ONE, A, B
from tests.publishing.forge.github_world import World, told
from tests.requirement import requirement


def test_two_replicas_see_each_other_s_merges(world: World) -> None:
    one, two = world.harness.forge, world.forge()
    assert two.main() == world.harness.main()
    one.open(world.proposed())
    merged = one.merge(ONE, one.main())
    assert two.main() == merged
    for copy in world.copies:
        assert copy.head() == merged
        assert copy.file_at(merged, A) == EARLY


def test_a_home_that_began_by_itself_follows_github_s_main(world: World) -> None:
    forge = world.harness.forge
    world.copies[0].commit(MemoryTree({"index.mdx": b"packaged\n"}), "first start\n", NOON)
    assert forge.main() == world.harness.main()
    assert world.copies[0].head() == world.harness.main()


def test_a_main_that_was_rewritten_over_there_is_rewritten_here(world: World) -> None:
    forge, first = world.harness.forge, world.harness.main()
    world.harness.push({B: b"to be retracted\n"})
    forge.main()
    world.github.git.references["refs/heads/main"].set_target(first)
    assert forge.main() == first
    assert world.copies[0].head() == first


class Contended(CorpusRepository):
    """Another process here moves main whenever we are about to."""

    left = 0

    def move(self, *moves: Move) -> None:
        if self.left:
            self.left -= 1
            raise RefMoved("is not where it was expected.", where="refs/heads/main")
        super().move(*moves)


def test_processes_on_one_machine_that_fetch_at_once_agree(world: World) -> None:
    copy = Contended.create(world.folder / "shared.git")
    assert isinstance(copy, Contended)
    forge = open_github(world.settings, copy)
    copy.left = 2
    assert forge.main() == world.harness.main()
    world.harness.push({B: b"2\n"})
    copy.left = 99
    assert "moved again and again" in told(ForgeUnavailable, forge.main)


@requirement("R-JOB-15")
def test_git_shows_a_token_that_may_only_read(over_http: World) -> None:
    assert over_http.harness.forge.main() == over_http.harness.main()
    assert {"contents": "read", "metadata": "read"} in over_http.github.tokens.values()
    assert "ghs_" not in (over_http.copies[0].path / "FETCH_HEAD").read_text()


def test_git_that_shows_a_token_nobody_knows_is_told_once(over_http: World) -> None:
    mint = over_http.github.routes[0]
    forgetful = replace(mint, do=lambda *given: {**mint.do(*given), "token": "ghs_unknown"})
    forge = over_http.harness.forge
    forge.find(ONE)
    over_http.github.routes = (forgetful, *over_http.github.routes[1:])
    assert "cannot be fetched with git" in told(ForgeUnavailable, forge.main)


def test_a_token_is_never_shown_unencrypted_beyond_this_machine() -> None:
    showing = _Showing(lambda: "ghs_secret")
    with pytest.raises(pygit2.GitError):
        showing.credentials(
            "http://github.example/becivic/corpus.git", None, CredentialType.USERPASS_PLAINTEXT
        )
    shown = showing.credentials(
        "https://github.example/becivic/corpus.git", None, CredentialType.USERPASS_PLAINTEXT
    )
    assert shown.credential_tuple == ("x-access-token", "ghs_secret")
