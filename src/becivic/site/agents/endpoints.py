"""Every endpoint an agent may call, as the manifest lists it (architecture 13.1, 24.7; R-AGT-02).

A table, not a router: a test holds it to what the application answers. What only operators may call is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from becivic.rules.schemas import SchemaFile
from becivic.rules.submissions import SubmissionType
from becivic.web.answers import CONCERNS_CACHE, CORPUS_CACHE

OPENAPI: Final = "/api/openapi.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    name: str
    path: str
    """With `{name}` where an id goes in."""
    about: str
    method: str = "GET"
    query: tuple[str, ...] = ()
    schema: SchemaFile | None = None
    """Of the body that is sent, or else of the answer."""
    component: str = ""
    """Of the OpenAPI document, where the answer has no schema of its own."""
    cache: str = ""

    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = {"name": self.name, "method": self.method, "path": self.path}
        if self.query:
            found["query"] = list(self.query)
        if self.schema is not None:
            found["schema"] = f"/schemas/{self.schema.value}"
        elif self.component:
            found["schema"] = f"{OPENAPI}#/components/schemas/{self.component}"
        if self.cache:
            found["cache"] = self.cache
        return {**found, "description": self.about}


_PAGED: Final = ("after", "limit")
_CONCERN_FILTERS: Final = ("status", "since", *_PAGED)

_LIBRARY: Final = (
    Endpoint(
        name="skill_graph",
        path="/api/skill-graph",
        query=("applies_to", "status", "customer_locale", "profile_match", *_PAGED),
        schema=SchemaFile.SKILL_GRAPH,
        cache=CORPUS_CACHE,
        about="Which procedures there are and what comes before what. Stable and beta unless `status` says otherwise; "
        "the fallback is always in it. Filters repeat. In pages with `limit`.",
    ),
    Endpoint(
        name="skills_list",
        path="/skills/",
        query=("domain", "residency_status", "authority", "status", "q", "page", "format"),
        cache=CORPUS_CACHE,
        about="Every procedure, as filters choose them. As JSON with `Accept: application/json` or `format=json`: "
        "`items` as in the graph, and `next` where the list goes on; as markdown as for one procedure.",
    ),
    Endpoint(
        name="skill",
        path="/api/skills/{id}",
        component="skill-read",
        query=("cursor", "section"),
        cache=CORPUS_CACHE,
        about="One procedure: its frontmatter, its body, and the commit both come from. In parts that fit a small window "
        "with `cursor=start`, then with the `next` of each part; or one `section`, by its anchor on the page.",
    ),
    Endpoint(
        name="skill_page",
        path="/skills/{id}",
        query=("format",),
        about="One procedure with every value in place. As markdown with `Accept: text/markdown`, `format=md`, or at "
        "`/skills/{id}/index.md`.",
    ),
    Endpoint(
        name="skill_source",
        path="/skills/{id}.md",
        cache=CORPUS_CACHE,
        about="One procedure as it was written, tags and all: what a diff is made against.",
    ),
    Endpoint(
        name="skill_history",
        path="/api/skills/{id}/history",
        component="skill-history",
        query=_PAGED,
        cache=CORPUS_CACHE,
        about="The commits that changed a procedure, newest first.",
    ),
    Endpoint(
        name="skill_concerns",
        path="/api/skills/{id}/concerns",
        component="concerns-read",
        query=_CONCERN_FILTERS,
        cache=CONCERNS_CACHE,
        about="What others met with this procedure. It belongs to what is shown of the procedure.",
    ),
    Endpoint(
        name="concerns",
        path="/api/concerns",
        component="concerns-read",
        query=("skill", "target_type", "target_id", *_CONCERN_FILTERS),
        cache=CONCERNS_CACHE,
        about="Published concerns on anything, newest first. Of those that wait only the number is told.",
    ),
    Endpoint(
        name="paths_index",
        path="/paths/index.json",
        schema=SchemaFile.PATHS_INDEX,
        cache=CORPUS_CACHE,
        about="The whole directory of routes to documents and tools.",
    ),
    Endpoint(
        name="paths",
        path="/api/paths",
        component="paths-read",
        query=("theme", "purpose", "region", "status", "detail", *_PAGED),
        cache=CORPUS_CACHE,
        about="The paths of the directory, as filters choose them. In pages with `limit`, in short with `detail=summary`.",
    ),
    Endpoint(
        name="paths_list",
        path="/paths/",
        query=("purpose", "theme", "authority", "status", "q", "page", "format"),
        cache=CORPUS_CACHE,
        about="Every path, as filters and words choose them. As JSON with `Accept: application/json` or `format=json`: "
        "`items` as in the directory, and `next` where the list goes on.",
    ),
    Endpoint(
        name="path",
        path="/api/paths/{id}",
        component="path-as-served",
        cache=CORPUS_CACHE,
        about="One path with its sources.",
    ),
    Endpoint(
        name="path_history",
        path="/api/paths/{id}/history",
        component="path-history",
        query=_PAGED,
        cache=CORPUS_CACHE,
        about="The commits that changed a path, newest first.",
    ),
    Endpoint(
        name="path_page",
        path="/paths/{id}",
        query=("format",),
        about="One path in words, sources in the order they are offered. Markdown as for a procedure.",
    ),
)

_AROUND: Final = (
    Endpoint(
        name="search",
        path="/api/search",
        component="found",
        query=("q", "language", "kind", "limit"),
        about="Finds procedures, paths and documents by what people call them, in four languages; `fits` says whether the "
        "first can be taken for an answer, else `fallback` is what to read. What is asked is kept nowhere.",
    ),
    Endpoint(
        name="onboarding_form",
        path="/api/onboarding-form",
        component="onboarding-form",
        query=("skill_id", "locale", "mode", "pre_selected", "view"),
        about="A form that asks for what a procedure needs to know. What is filled in stays with the person. With "
        "`view=questions` a list of what it asks, to be asked in a conversation.",
    ),
    Endpoint(
        name="scrub_rules",
        path="/scrub-rules.json",
        schema=SchemaFile.REGEX_RULES,
        cache=CORPUS_CACHE,
        about="What must not be in anything that is sent. Run every rule before you write a note.",
    ),
    Endpoint(
        name="communes",
        path="/communes.json",
        schema=SchemaFile.COMMUNES,
        cache=CORPUS_CACHE,
        about="Every commune with its NIS code.",
    ),
    Endpoint(name="openapi", path=OPENAPI, cache=CORPUS_CACHE, about="This interface as OpenAPI 3.1."),
    Endpoint(
        name="health",
        path="/api/health",
        component="health",
        about="Whether the service answers, and which commit it serves.",
    ),
    Endpoint(
        name="status",
        path="/api/status",
        component="service-status",
        query=("submission_id",),
        about="How the service stands, how much it serves, and what to write into what is sent; with `submission_id`, "
        "what became of that one too.",
    ),
)

_CATALOGUES: Final = {"volatile_value": "/api/volatile-values", "reference": "/api/references"}
_KINDS: Final = {"volatile_value": "value that may change", "reference": "reference"}

_PURPOSES: Final = {
    SubmissionType.CONCERN: "Report that something is wrong or missing.",
    SubmissionType.AMENDMENT: "Correct a text, a value, a reference or a path.",
    SubmissionType.VALIDATION: "Confirm or reject something, or vote on what somebody observed. Counts at once.",
    SubmissionType.DRAFT: "Propose a procedure or a path that is not there yet.",
    SubmissionType.FEEDBACK: "Say something to the operators about Be Civic itself.",
    SubmissionType.RATING: "Give the person's stars.",
    SubmissionType.ANALYTICS: "One anonymous event of a session, sent by code and only with consent.",
}


def endpoints() -> Iterator[Endpoint]:
    """Reading first, then sending, then what became of it."""
    yield from _LIBRARY
    yield from _catalogue()
    yield from _AROUND
    yield from _sending()
    yield from _following()


def _catalogue() -> Iterator[Endpoint]:
    for name, path in _CATALOGUES.items():
        kind, component = _KINDS[name], name.replace("_", "-")
        yield Endpoint(
            name=f"{name}s",
            path=path,
            component=f"{component}-rows",
            query=("status", "name", *_PAGED),
            cache=CORPUS_CACHE,
            about=f"Every {kind}, by uid.",
        )
        yield Endpoint(
            name=name,
            path=f"{path}/{{uid}}",
            component=f"{component}-row",
            cache=CORPUS_CACHE,
            about=f"One {kind} as it stands; beside one that is not stable stands the last that was.",
        )
        yield Endpoint(
            name=f"{name}_history",
            path=f"{path}/{{uid}}/history",
            component=f"{component}-history",
            query=_PAGED,
            cache=CORPUS_CACHE,
            about=f"Everything one {kind} ever said.",
        )


def _sending() -> Iterator[Endpoint]:
    yield Endpoint(
        name="submit_envelope",
        method="POST",
        path="/api/feedback",
        query=("dry_run",),
        schema=SchemaFile.ENVELOPE,
        about="All items of a session at once. Send it with `mode: validate` first, then with `mode: stage`.",
    )
    for kind in SubmissionType:
        yield Endpoint(
            name=f"submit_{kind.value}",
            method="POST",
            path=f"/api/{kind.facts.route}",
            query=("dry_run",),
            schema=SchemaFile(kind.schema_file),
            about=_PURPOSES[kind],
        )


def _following() -> Iterator[Endpoint]:
    for kind in SubmissionType:
        path = f"/api/{kind.facts.route}/{{id}}"
        if kind.facts.in_envelope:
            yield Endpoint(
                name=f"{kind.value}_status",
                path=path,
                component="submission-status",
                about="What became of it.",
            )
        if kind.facts.staged:
            yield Endpoint(
                name=f"cancel_{kind.value}",
                method="DELETE",
                path=path,
                component="cancelled",
                about="Take it back before it is published, with its token as `Authorization: Bearer`.",
            )
    yield Endpoint(
        name="session_status",
        path="/api/feedback/sessions/{session_id}",
        component="session-items",
        about="What became of everything that was sent under one session: ids, types and states, nothing more.",
    )
