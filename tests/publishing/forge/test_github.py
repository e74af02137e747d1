"""Who the service is on GitHub: its key, its tokens, what it may do. Against the stand-in of github_stand_in.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from githubkit import GitHub
from githubkit.auth.app import AppInstallationAuthStrategy
from githubkit.cache.base import AsyncBaseCache, BaseCache, BaseCacheStrategy
from githubkit.cache.mem_cache import MemCacheStrategy

from becivic.config import SettingRefused
from becivic.publishing.forge.forge import ForgeUnavailable
from becivic.publishing.forge.github_forge import GitHubForge
from becivic.publishing.repository import CorpusRepository
from tests.publishing.forge.contract import ONE
from tests.publishing.forge.github_stand_in import APP_ID, INSTALLATION, OWNER, REPO, WRITES
from tests.publishing.forge.github_world import SAID, World, bad_key, pem, told
from tests.requirement import requirement


@requirement("R-JOB-15")
def test_a_token_is_minted_with_the_app_s_key_and_serves_for_several_questions(world: World) -> None:
    forge = world.harness.forge
    forge.open(world.proposed())
    forge.merge(ONE, forge.main())
    assert world.asked("POST", f"/app/installations/{INSTALLATION}/access_tokens") == 1
    assert list(world.github.tokens.values()) == [WRITES]


def test_a_key_that_is_not_the_app_s_is_not_accepted(world: World, tmp_path: Path) -> None:
    other = tmp_path / "other.pem"
    other.write_bytes(pem(rsa.generate_private_key(65537, 2048)))
    said = told(ForgeUnavailable, world.forge(key_file=other).main)
    assert said == (
        "becivic/corpus on GitHub: GitHub does not accept us as the App (401)."
        " Check the App's number, its installation on the repository and its key (docs/github.md)."
    )


def test_an_installation_that_is_not_there_may_be_put_right_later(world: World) -> None:
    said = told(ForgeUnavailable, world.forge(installation_id=999).main)
    assert "does not accept us as the App (404)" in said


def test_an_app_that_was_not_given_a_permission_says_so(world: World) -> None:
    del world.github.granted["pull_requests"]
    said = told(ForgeUnavailable, world.harness.forge.main)
    assert (
        "does not let the App do this (422). Give the App the permissions that docs/github.md lists" in said
    )


def test_a_permission_that_is_taken_away_later_is_said_too(world: World) -> None:
    world.stumble("POST", "/pulls", 403)
    said = told(ForgeUnavailable, lambda: world.harness.forge.open(world.proposed()))
    assert "does not let the App do this (403). Give the App the permissions" in said


def test_a_draft_that_the_app_may_not_make_ready_is_a_matter_of_permissions(world: World) -> None:
    forge = world.harness.forge
    forge.open(world.proposed(waits=True))
    errors = {"data": None, "errors": [{"type": "FORBIDDEN", "message": SAID}]}
    world.stumble("POST", "/graphql", 200, body=errors)
    assert "does not let the App do this." in told(
        ForgeUnavailable, lambda: forge.merge(ONE, world.harness.main())
    )


def test_a_token_that_was_revoked_is_made_anew_at_the_next_question(world: World) -> None:
    forge = world.harness.forge
    assert forge.find(ONE) is None
    world.github.tokens.clear()
    assert "(401)" in told(ForgeUnavailable, lambda: forge.find(ONE))
    assert forge.find(ONE) is None


class KeptElsewhere(BaseCacheStrategy):
    """Tokens that are not ours to throw away."""

    def __init__(self) -> None:
        self.kept = MemCacheStrategy()

    def get_cache_storage(self) -> BaseCache:
        return self.kept.get_cache_storage()

    async def get_async_cache_storage(self) -> AsyncBaseCache:
        raise NotImplementedError

    def get_hishel_storage(self) -> Any:
        raise NotImplementedError

    async def get_async_hishel_storage(self) -> Any:
        raise NotImplementedError


def test_tokens_that_are_kept_elsewhere_are_left_there(world: World, keys: tuple[Path, str]) -> None:
    app = AppInstallationAuthStrategy(APP_ID, keys[0].read_text(), INSTALLATION)
    client = GitHub(
        app,
        base_url=world.settings.api_url,
        cache_strategy=KeptElsewhere(),
        http_cache=False,
        auto_retry=False,
    )
    copy = CorpusRepository.create(world.folder / "elsewhere.git")
    forge = GitHubForge(client, OWNER, REPO, copy)
    forge.main()
    world.github.tokens.clear()
    for _ in range(2):
        told(ForgeUnavailable, forge.main)
    assert world.github.tokens == {}


@requirement("R-JOB-16")
@pytest.mark.parametrize("content", [b"", b"s3cret", "clé".encode(), "an EC key", "an encrypted key"])
def test_a_file_that_holds_no_usable_key_is_refused_at_once(world: World, content: bytes | str) -> None:
    file = world.folder / "bad.pem"
    file.write_bytes(bad_key(content) if isinstance(content, str) else content)
    with pytest.raises(SettingRefused) as caught:
        world.forge(key_file=file)
    assert str(caught.value) == (
        f"BECIVIC_GITHUB_KEY_FILE: `{file}` holds no private key that can be used."
        " Use the .pem file that GitHub made for the App, as it is."
    )


def test_a_key_file_that_is_not_there_is_named(world: World) -> None:
    with pytest.raises(SettingRefused, match=r"absent.pem` cannot be read \(No such file or directory\)"):
        world.forge(key_file=world.folder / "absent.pem")
