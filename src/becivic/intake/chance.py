"""Where salts and tokens come from. Randomness is an argument below app.py (design 3)."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from becivic.intake.addresses import new_salt

TOKEN_BYTES: Final = 32
"""R-STAGE-02: 43 characters of base64url, without padding."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Random bytes, and what is made of them."""

    random_bytes: Callable[[int], bytes]

    def new_salt(self) -> str:
        return new_salt(self.random_bytes)

    def new_token(self) -> str:
        return base64.urlsafe_b64encode(self.random_bytes(TOKEN_BYTES)).rstrip(b"=").decode("ascii")


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8")).hexdigest()
