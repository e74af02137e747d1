"""Every read route alike: how long it may be kept, ETags, 304, HEAD, packed forms; and which of them are hot."""

from __future__ import annotations

import httpx
import pytest

from becivic.api.reading.routes import is_hot
from becivic.store.store import Store
from tests.factories.documented import assert_documented
from tests.factories.intake import service
from tests.requirement import requirement

A_MINUTE = "public, max-age=60, s-maxage=60"
HALF_A_MINUTE = "public, max-age=30, s-maxage=30"
ADDRESSES = {
    "/api/skill-graph": A_MINUTE,
    "/api/skill-graph?limit=2": A_MINUTE,
    "/api/skills/nationality-application": A_MINUTE,
    "/api/skills/nationality-application?cursor=start": A_MINUTE,
    "/api/skills/nationality-application?section=process": A_MINUTE,
    "/api/skills/nationality-application/history": A_MINUTE,
    "/api/paths": A_MINUTE,
    "/api/paths?purpose=tool": A_MINUTE,
    "/api/paths?detail=summary&limit=5": A_MINUTE,
    "/api/paths/certificate-of-residence": A_MINUTE,
    "/api/paths/certificate-of-residence/history": A_MINUTE,
    "/api/volatile-values": A_MINUTE,
    "/api/volatile-values/val-00001": A_MINUTE,
    "/api/volatile-values/val-00001/history": A_MINUTE,
    "/api/references": A_MINUTE,
    "/api/references/ref-00001": A_MINUTE,
    "/api/references/ref-00001/history": A_MINUTE,
    "/api/concerns": HALF_A_MINUTE,
    "/api/skills/nationality-application/concerns": HALF_A_MINUTE,
}


@requirement("R-READ-05", "R-READ-06", "R-READ-07")
def test_every_read_route_may_be_kept_and_asked_for_again(sqlite_store: Store) -> None:
    asked = service(sqlite_store)
    for address, cache in ADDRESSES.items():
        tags = set()
        for coding in ("identity", "gzip", "br"):
            takes = {"accept-encoding": coding}
            answer = asked.ask("GET", address, headers=takes)
            assert_documented(answer)
            assert (answer.status_code, answer.headers["cache-control"]) == (200, cache), address
            held = {**takes, "if-none-match": answer.headers["etag"]}
            again = asked.ask("GET", address, headers=held)
            assert (again.status_code, again.headers["cache-control"]) == (304, cache), address
            head = asked.ask("HEAD", address, headers=takes)
            assert (head.status_code, head.content) == (200, b""), address
            assert _without_id(head) == _without_id(answer), address
            tags.add(answer.headers["etag"])
        assert len(tags) == 3 or "content-encoding" not in answer.headers


def _without_id(answer: httpx.Response) -> dict[str, str]:
    """Every request has an id of its own."""
    return {name: value for name, value in answer.headers.items() if name != "x-request-id"}


@pytest.mark.parametrize(
    ("path", "hot"),
    [
        ("/api/skill-graph", True),
        ("/api/skills/nationality-application", True),
        ("/api/paths", True),
        ("/api/paths/certificate-of-residence", True),
        ("/api/volatile-values/val-00001", True),
        ("/api/references/ref-00001", True),
        ("/api/concerns", False),
        ("/api/skills/nationality-application/concerns", False),
        ("/api/skills/nationality-application/history", False),
        ("/api/volatile-values", False),
        ("/api/health", False),
        ("/api/search", False),
        ("/api/status", False),
        ("/skills/nationality-application", False),
    ],
)
def test_what_is_hot(path: str, *, hot: bool) -> None:
    assert is_hot(path) is hot
