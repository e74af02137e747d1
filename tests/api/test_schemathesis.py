"""The running application is held to its own document: whatever is sent, nothing undocumented comes back.

schemathesis makes the requests (examples, boundaries, random ones, valid and broken), always the same ones, and looks
at the answers: no 5xx, a documented status, media type, headers and body, no broken request accepted, no token ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CheckFunction
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.types import ASGIApp, Receive, Scope, Send

from becivic.api.openapi.operations import OPERATOR_TOKEN as OPERATORS
from becivic.store.store import open_store
from tests.factories.databases import Databases
from tests.factories.documented import DOCUMENT
from tests.factories.intake import NO_LIMITS, OPERATOR_TOKEN, service
from tests.requirement import requirement

LARGE: Final = ("/api/feedback", "/api/concerns", "/api/amendments", "/api/validations", "/api/drafts")
"""Walking every boundary of these schemas takes minutes; test_documented_answers breaks their examples instead."""

BRANCHED: Final = ("/api/amendments", "/api/validations")
"""More conditions at once than schemathesis can make requests for: it sends their examples, the rest is done there too."""

CONFIG: Final = SchemathesisConfig.from_dict(
    {
        "seed": 20261115,
        "generation": {"deterministic": True, "max-examples": 20, "database": "none"},
        "operations": [
            *({"include-name": f"POST {path}", "phases": {"coverage": {"enabled": False}}} for path in LARGE),
            *(
                {"include-name": f"POST {path}", "phases": {"fuzzing": {"enabled": False}}}
                for path in BRANCHED
            ),
        ],
    }
)


Case = schemathesis.Case[Any]


class Attacked:
    """Stands for the application while schemathesis is being set up; the fixture below puts it in its place."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":  # nobody moves main here, and nothing grows old
            for step in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{step}.complete"})
            return
        await self.app({**scope, "client": ("127.0.0.1", 50000)}, receive, send)


ATTACKED: Final = Attacked()


def _without_formats(node: Any) -> Any:
    """`format` asserts nothing in JSON Schema 2020-12, and schemathesis takes it at its word: the patterns count."""
    if isinstance(node, dict):
        return {key: _without_formats(each) for key, each in node.items() if key != "format"}
    return [_without_formats(each) for each in node] if isinstance(node, list) else node


schema = schemathesis.openapi.from_dict(_without_formats(DOCUMENT), config=CONFIG)
schema.app = ATTACKED


@pytest.fixture(scope="module", autouse=True)
def attacked(databases: Databases) -> Iterator[None]:
    """One database for all attacks: what one leaves behind is there for the next."""
    with databases.fresh("sqlite") as url:
        store = open_store(url)
        ATTACKED.app = service(store, NO_LIMITS).app
        yield
        store.close()


def _headers(case: Case) -> dict[str, str]:
    """An operator's route is attacked by the operator, or it would never be reached."""
    schemes = {name for each in case.operation.definition.raw.get("security", ()) for name in each}
    return {"Authorization": f"Bearer {OPERATOR_TOKEN}"} if OPERATORS in schemes else {}


def _excluded(case: Case) -> list[CheckFunction]:
    """A valid schema is not all that is asked: a target must exist, a clock agree, a state allow the next, a cursor
    be one of the text as it is."""
    is_read = case.method == "GET" and not case.operation.path.endswith(
        ("/artefact-stats", "/onboarding-form", "/skill-graph", "/api/skills/{id}")
    )
    return [] if is_read else [positive_data_acceptance]


@requirement("R-API-05", "R-API-06")
@schema.parametrize()
@settings(suppress_health_check=list(HealthCheck))
def test_nothing_undocumented_comes_back(case: Case) -> None:
    case.call_and_validate(headers=_headers(case), excluded_checks=_excluded(case), timeout=300)
