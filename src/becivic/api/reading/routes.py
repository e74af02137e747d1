"""Every read route, over what they all read from."""

from __future__ import annotations

from starlette.routing import Route

from becivic.api.reading.answers import Serving
from becivic.api.reading.catalogue import CatalogueRoutes
from becivic.api.reading.concerns import ConcernRoutes
from becivic.api.reading.skills import SkillRoutes
from becivic.publishing.history import FileHistory
from becivic.rules.consensus import Policy
from becivic.store.store import Store


def reading_routes(store: Store, serving: Serving, history: FileHistory, policy: Policy) -> list[Route]:
    return [
        *SkillRoutes(store, serving, history, policy).routes(),
        *ConcernRoutes(store, serving, policy).routes(),
        *CatalogueRoutes(store).routes(),
    ]
