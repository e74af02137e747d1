"""The name finder of tests that load no model. Its lists are read once a process."""

from __future__ import annotations

from functools import cache

from becivic.names import PlainNameFinder


@cache
def plain_names() -> PlainNameFinder:
    """Our own recognisers alone, with no places and offices but their own."""
    return PlainNameFinder()
