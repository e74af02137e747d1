"""Bearer tokens: `Authorization: Bearer …` and no other way in (R-STAGE-05, C-24). A token is compared as its hash."""

from __future__ import annotations

import hashlib
import hmac

from starlette.types import Scope

from becivic.setting_values import BEARER_TOKEN


def bearer(scope: Scope) -> str | None:
    """The token of exactly one Authorization header that is written as RFC 6750 says; otherwise nothing."""
    stated = [value for name, value in scope["headers"] if name == b"authorization"]
    if len(stated) != 1:
        return None
    scheme, _, token = stated[0].decode("latin-1").strip(" \t").partition(" ")
    token = token.lstrip(" ")
    return token if scheme.lower() == "bearer" and BEARER_TOKEN.fullmatch(token) else None


def is_operator(scope: Scope, token_hash: str | None) -> bool:
    """Whether the caller holds the operator token. Without one set, nobody does."""
    token = bearer(scope)
    if token is None or token_hash is None:
        return False
    return hmac.compare_digest(hashlib.sha256(token.encode("ascii")).hexdigest(), token_hash)
