"""What the load generator sends: requests as bytes, each with an id and an address of its own."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from datetime import datetime
from itertools import count
from typing import Any, Final

from becivic.clock import rfc3339

_ID: Final = "{id}"
_ADDRESS: Final = "{address}"

_HEADER: Final = {
    "submitting_agent": "civic-desk/2.0.1",
    "submission_contract_version": "2.1.0",
    "declared_capabilities": ["multi_turn", "structured_output", "web_fetch"],
}
_ABOUT: Final = {
    "concern_id": f"con_{_ID}",
    "target_type": "skill",
    "target_id": "nationality-application",
    "context": {
        "language_used": "fr",
        "country": "be",
        "region": "brussels",
        "commune": "21009",
        "applies_to_match": {"residency_status": ["registered"]},
    },
    "content": {
        "scope": "commune-specific",
        "specifier": "21009",
        "body": (
            "In Ixelles the desk receives files by appointment only, and the waiting list was nine weeks long. "
            "The clerk asked for the certificate of residence with its history, which the page does not name, "
            "and sent people back who had brought the short extract. Le guichet a accepté la déclaration "
            "seulement avec le reçu du droit d\u2019enregistrement, payé d\u2019avance. A second visit was needed for the "
            "signature, because it is printed in the language of the commune and read out aloud first."
        ),
        "evidence_date": "2026-10-28",
        "evidence_source": "customer-report",
    },
}
_HEAD: Final = (
    "POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\nAccept: */*\r\n"
    "Content-Type: application/json\r\nX-Forwarded-For: " + _ADDRESS + "\r\nContent-Length: {length}\r\n\r\n"
)


def concerns(now: datetime) -> Iterator[bytes]:
    """Concerns to be staged, about 1.2 KB each, without end."""
    return _requests(
        "/api/concerns", {"schema_version": 4, "submitted_at": rfc3339(now), **_HEADER, **_ABOUT}
    )


def envelopes(now: datetime, items: int) -> Iterator[bytes]:
    """Envelopes of so many concerns to be validated, without end."""
    return _requests(
        "/api/feedback",
        {
            "schema_version": 1,
            "session_id": f"ses_{_ID}",
            "submitted_at": rfc3339(now),
            **_HEADER,
            "mode": "validate",
            "items": [{"type": "concern", **_ABOUT}] * items,
        },
    )


def _requests(path: str, payload: dict[str, Any]) -> Iterator[bytes]:
    text = json.dumps(payload, ensure_ascii=False)
    length = len(text.replace(_ID, next(_ids())).encode())
    head = _HEAD.replace("{path}", path).replace("{length}", str(length))
    start, *rest = (head.replace(_ADDRESS, _ID) + text).split(_ID)
    first, pieces = start.encode(), [piece.encode() for piece in rest]
    addresses, ids = _addresses(), _ids()
    while True:
        request = [first, next(addresses).encode(), pieces[0]]
        for piece in pieces[1:]:
            request += (next(ids).encode(), piece)
        yield b"".join(request)


def _ids() -> Iterator[str]:
    """UUIDv7 in order, as a clock would make them; no two runs make the same."""
    milliseconds, run = time.time_ns() // 1_000_000, secrets.randbits(12)
    start = f"{milliseconds >> 16:08x}-{milliseconds & 0xFFFF:04x}-7{run:03x}-8{secrets.randbits(12):03x}"
    for number in count():
        yield f"{start}-{number:012x}"


def _addresses() -> Iterator[str]:
    for number in count(secrets.randbits(24)):
        yield f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
