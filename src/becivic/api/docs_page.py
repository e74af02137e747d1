"""GET /api/docs: the OpenAPI document for people, with a style sheet of its own. The frame around it is the site's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, Protocol

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from becivic.api import docs_view
from becivic.api.openapi.components import component_name
from becivic.api.openapi.document import PURPOSE
from becivic.api.openapi.operations import CANCEL_TOKEN, OPERATOR_TOKEN
from becivic.rules import caps
from becivic.rules.capabilities import Capability, Tier
from becivic.rules.errors import ErrorCategory
from becivic.rules.limits import ENVELOPE_ITEMS, Limit
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import STAGING_HOURS, SubmissionType

ADDRESS: Final = "/api/docs"
STYLE: Final = "/api/docs.css"
_TITLE: Final = "The API"

_TOKENS: Final = {CANCEL_TOKEN: "`cancel_token` of the submission", OPERATOR_TOKEN: "token of the operator"}
_CODE: Final = re.compile("`([^`]+)`")


class Framed(Protocol):
    """Puts what a page says into the frame that all pages have."""

    def __call__(self, *, title: str, description: str, style: str, main: Markup) -> str: ...


class House(NamedTuple):
    """Where the page stands. The API knows no site: whoever makes the application brings the two together."""

    framed: Framed
    policy: str
    """The content security policy that the frame needs."""


def docs_html(document: Mapping[str, Any], limits: Mapping[Limit, int], framed: Framed) -> str:
    """The page. `limits` are those in force."""
    main = Markup(_main(document, limits))  # noqa: S704  a template of ours
    return framed(title=_TITLE, description=PURPOSE[0], style=STYLE, main=main)


def _main(document: Mapping[str, Any], limits: Mapping[Limit, int]) -> str:
    published = frozenset(component_name(file.value) for file in SchemaFile)
    return (
        _templates()
        .get_template("docs.html")
        .render(
            title=_TITLE,
            purpose=PURPOSE,
            server=document["servers"][0]["url"],
            version=document["info"]["version"],
            concern=_sendable_concern(),
            groups=docs_view.groups(document),
            components=docs_view.components(document, published),
            files=published,
            errors=list(ErrorCategory),
            limits=[(limit, limits[limit], _period(limit.value.period)) for limit in Limit],
            types=[_type_row(kind) for kind in SubmissionType],
            tiers=[(tier.name.lower(), _tokens(tier)) for tier in Tier],
            kibibytes=caps.BODY_BYTES // 1024,
            nesting=caps.NESTING,
            items=ENVELOPE_ITEMS,
            hours=STAGING_HOURS,
            tokens=_TOKENS,
        )
    )


def docs_css() -> str:
    return files("becivic.api").joinpath("templates/docs.css").read_text(encoding="utf-8")


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("becivic.api", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["code"] = _with_code
    return environment


def _with_code(text: str) -> Markup:
    """Text with what stands between backticks set as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704  escaped just before


def _sendable_concern() -> str:
    """The first concern example for a shell: id and time are filled in by the shell itself."""
    example = packaged_registry().documents[SchemaFile.CONCERN]["examples"][0]
    return docs_view.pretty(
        {**example, "concern_id": "$id", "submitted_at": "$(date -u +%Y-%m-%dT%H:%M:%SZ)"}
    )


def _period(period: timedelta) -> str:
    return "a day" if period == timedelta(days=1) else "an hour"


def _tokens(tier: Tier) -> list[str]:
    return [token.value for token in Capability if token in tier.required]


def _type_row(kind: SubmissionType) -> dict[str, Any]:
    targets = kind.facts.targets
    return {
        "name": kind.value,
        "route": kind.facts.route,
        "schema": kind.schema_file,
        "staged": kind.facts.staged,
        "in_envelope": kind.facts.in_envelope,
        "targets": [(target.value, kind.tier(target).name.lower()) for target in targets],
        "tier": kind.tier(None).name.lower(),
    }
