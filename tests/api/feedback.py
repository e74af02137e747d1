"""Feedback sent to a real server, and its answers where the records are out of reach."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

import httpx

from becivic.clock import SystemClock, rfc3339
from tests.factories.servers import Serving

WITHIN: Final = 60.0
"""Seconds after which a server that answers nothing counts as hanging: generous, since machines that test are busy."""


def feedback(number: int) -> dict[str, Any]:
    """Its id is made of the number."""
    made = UUID(int=(0x019A8000 << 96) | (0x7 << 76) | (0x8 << 60) | number)
    return {
        "schema_version": 1,
        "feedback_id": f"fbk_{made}",
        "submitted_at": rfc3339(SystemClock().now()),
        "submitting_agent": "open-agent/0.9.2",
        "submission_contract_version": "2.1.0",
        "declared_capabilities": ["multi_turn", "structured_output"],
        "topic": "other",
        "body": "The focus is lost when the theme is changed.",
    }


def send(server: Serving, number: int) -> httpx.Response:
    return httpx.post(f"{server.url}/api/feedback-channel", json=feedback(number), timeout=WITHIN)


def get(server: Serving, path: str) -> httpx.Response:
    return httpx.get(server.url + path, timeout=WITHIN)


def is_refused(answer: httpx.Response) -> bool:
    """With what to do: for a machine when to come back, for a person what to look at."""
    return answer.status_code == 503 and bool(answer.json()["remedy"]) and "retry-after" in answer.headers
