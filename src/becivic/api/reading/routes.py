"""Every read route, over what they all read from."""

from __future__ import annotations

import re
from typing import Final

from starlette.routing import Route

from becivic.api.reading.answers import Serving
from becivic.api.reading.catalogue import CatalogueRoutes
from becivic.api.reading.concerns import ConcernRoutes
from becivic.api.reading.graph import GraphRoutes
from becivic.api.reading.paths import PathRoutes
from becivic.api.reading.skills import SkillRoutes
from becivic.publishing.history import FileHistory
from becivic.publishing.path_history import PathHistory
from becivic.reading.graph import GraphMoment
from becivic.reading.path_catalogue import PathVotes
from becivic.reading.reader import Reader, open_reader
from becivic.rules.consensus import Policy
from becivic.rules.contract import PUBLIC_URL
from becivic.store.store import Store

_HOT: Final = re.compile(r"/api/(?:skill-graph|paths(?:/[^/]+)?|(?:skills|volatile-values|references)/[^/]+)")


def is_hot(path: str) -> bool:
    """Whether an answer here changes only with main, the revision of the records, or the hour.

    Concerns do not: how many wait changes with every submission.
    """
    return _HOT.fullmatch(path) is not None


def reading_routes(
    store: Store,
    serving: Serving,
    history: FileHistory,
    policy: Policy,
    reader: Reader | None = None,
    public_url: str = PUBLIC_URL,
) -> list[Route]:
    """Over a reader that others may read with too; one of their own where none is given."""
    reader = reader or open_reader(store, policy)
    return [
        *SkillRoutes(store, serving, history, policy, reader, public_url).routes(),
        *ConcernRoutes(store, serving, policy).routes(),
        *CatalogueRoutes(store, reader.freshness).routes(),
        *GraphRoutes(serving, GraphMoment(store), public_url).routes(),
        *PathRoutes(
            serving, PathVotes(store), reader.path, PathHistory(history.repository), public_url
        ).routes(),
    ]
