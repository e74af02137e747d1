"""Groups of routes: a handful of words for every address there could be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.web.route_groups import GROUPS, group_of


@pytest.mark.parametrize(
    ("method", "path", "group"),
    [
        ("GET", "/", "pages"),
        ("GET", "/skills/nationality-application", "pages"),
        ("GET", "/mcp-and-more", "pages"),
        ("GET", "/apiary/x", "pages"),
        ("GET", "/api", "api_read"),
        ("HEAD", "/api/skill-graph", "api_read"),
        ("POST", "/api/concerns", "api_write"),
        ("DELETE", "/api/concerns/con_1", "api_write"),
        ("BREW", "/api/nowhere", "api_write"),
        ("GET", "/api/health", "health"),
        ("GET", "/api/health/ready", "health"),
        ("GET", "/api/_internal/rating-stats", "operator"),
        ("POST", "/mcp", "mcp"),
        ("GET", "/metrics", "metrics"),
    ],
)
def test_where_an_address_belongs(method: str, path: str, group: str) -> None:
    assert group_of(method, path) == group


@given(st.text(), st.text())
def test_whatever_is_asked_for_is_in_one_of_them(method: str, path: str) -> None:
    assert group_of(method, path) in GROUPS
    assert group_of(method, f"/api{path}") in GROUPS
