"""The world that the forge on GitHub is tested in: a stand-in, replicas with copies of their own, an App's key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from githubkit.exception import GitHubException

from becivic.github_settings import GitHubSettings
from becivic.publishing.forge.forge import Proposed
from becivic.publishing.forge.github import open_github
from becivic.publishing.forge.github_forge import GitHubForge
from becivic.publishing.forge.github_trouble import Declined, RetryReads
from becivic.publishing.repository import CorpusRepository
from becivic.rules.errors import BeCivicError
from tests.publishing.forge.contract import EARLY, ONE, A, proposed
from tests.publishing.forge.github_stand_in import Refused, StandIn, Trouble
from tests.publishing.forge.harness import Harness

Key = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey


def pem(key: Key, password: bytes | None = None) -> bytes:
    """As GitHub writes it; behind a password when there is one."""
    sealed = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, sealed
    )


def bad_key(kind: str) -> bytes:
    if kind == "an EC key":
        return pem(ec.generate_private_key(ec.SECP256R1()))
    return pem(rsa.generate_private_key(65537, 2048), b"a password")


@dataclass
class World:
    """The stand-in, the forge under test with its copy here, and what else may happen."""

    github: StandIn
    settings: GitHubSettings
    folder: Path
    copies: list[CorpusRepository] = field(default_factory=list)

    @cached_property
    def harness(self) -> Harness:
        return Harness(forge=self.forge(), origin=self.github.origin, another=self.forge)

    def forge(self, *, times: int = 0, **changed: Any) -> GitHubForge:
        """Another replica, with a home of its own."""
        self.copies.append(CorpusRepository.create(self.folder / f"copy-{len(self.copies)}.git"))
        retry = RetryReads(pause=timedelta(microseconds=1), times=times)
        return open_github(replace(self.settings, **changed), self.copies[-1], retry=retry)

    def proposed(self, branch: str = ONE, *, waits: bool = False) -> Proposed:
        return proposed(self.harness, {A: EARLY}, branch, waits=waits)

    def stumble(self, method: str, path: str, status: int, **more: Any) -> None:
        times, heard = more.pop("times", 1), more.pop("heard", False)
        self.github.trouble.append(
            Trouble(method, path, Refused(status, SAID, **more), times=times, heard=heard)
        )

    def asked(self, method: str, path: str) -> int:
        return sum(each == method and place.endswith(path) for each, place in self.github.asked)


SAID = "words of GitHub's that nobody repeats"


def told(kind: type[BeCivicError], ask: Callable[[], object]) -> str:
    """What it says when it does not do it. Nothing secret, no address, none of GitHub's words are ever in it."""
    with pytest.raises(kind) as caught:
        ask()
    assert type(caught.value) in (kind, Declined)
    said = str(caught.value)
    for secret in ("ghs_", "127.0.0.1", "BEGIN", "Bearer", SAID):
        assert secret not in said
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or not isinstance(caught.value.__context__, GitHubException)
    return said
