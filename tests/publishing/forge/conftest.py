"""GitHub's stand-in for every module that asks for it. Faults in what was said to it fail the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from becivic.github_settings import GitHubSettings
from tests.publishing.forge.github_routes import ROUTES
from tests.publishing.forge.github_server import serving
from tests.publishing.forge.github_stand_in import APP_ID, INSTALLATION, OWNER, REPO, StandIn
from tests.publishing.forge.github_world import World, pem
from tests.publishing.forge.harness import begun


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """An App's key: the file with the private half, and the public one."""
    made = rsa.generate_private_key(65537, 2048)
    file = tmp_path_factory.mktemp("keys") / "app.pem"
    file.write_bytes(pem(made))
    public = made.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return file, public.decode()


@pytest.fixture
def github(tmp_path: Path, keys: tuple[Path, str]) -> Iterator[StandIn]:
    origin = begun(tmp_path / "origin.git")
    stand_in = StandIn(origin, keys[1], ROUTES, clone_url=str(origin))
    yield stand_in
    assert stand_in.faults == []


@pytest.fixture
def settings(github: StandIn, keys: tuple[Path, str]) -> Iterator[GitHubSettings]:
    with serving(github) as address:
        yield GitHubSettings(OWNER, REPO, APP_ID, INSTALLATION, keys[0], address)


@pytest.fixture
def world(tmp_path: Path, github: StandIn, settings: GitHubSettings) -> World:
    return World(github, settings, tmp_path)


@pytest.fixture
def over_http(world: World) -> World:
    """The repository is private, and fetched over git's own protocol."""
    world.github.clone_url = f"{world.settings.api_url}/git/{world.github.origin.name}"
    return world
