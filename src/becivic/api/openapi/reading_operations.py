"""The operations that anybody may read with, as paths of the document."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Final

from becivic.api.openapi import reading_examples as examples
from becivic.api.openapi.components import Schema
from becivic.api.openapi.operations import STORE, answered
from becivic.api.openapi.query_parameters import described
from becivic.api.openapi.reading_answers import ROW_NAMES
from becivic.api.openapi.refusals import not_found, plain_refusal, refusals
from becivic.api.reading import parameters
from becivic.api.reading.catalogue import CATALOGUES, NO_ROW
from becivic.api.reading.graph import ADDRESS as GRAPH
from becivic.api.reading.parameters import LIMIT, LIMIT_OR_ALL, Parameter
from becivic.api.reading.paths import ADDRESS as PATHS
from becivic.api.reading.paths import NO_CATALOGUE, NO_PATH
from becivic.api.reading.skills import NO_COMMIT, NO_SECTION, NO_SKILL
from becivic.reading.skill_parts import START
from becivic.rules.errors import ErrorCategory
from becivic.rules.identifiers import KEBAB, UidPrefix
from becivic.rules.reading import PART_BYTES
from becivic.rules.schemas import SchemaFile

READ: Final = "Read"

_ETAG: Final[Schema] = {"ETag": {"required": True, "schema": {"type": "string", "pattern": '^(W/)?".+"$'}}}
_SINGULAR: Final = {UidPrefix.VOLATILE_VALUE: "volatile value", UidPrefix.REFERENCE: "reference"}
_OF_CONCERNS: Final = (parameters.CONCERN_STATUS, parameters.SINCE, parameters.AFTER_CONCERN, LIMIT)

_TOO_OFTEN: Final = refusals((ErrorCategory.RATE_LIMIT_EXCEEDED,))
"""Concerns have the regime of submissions (R-READ-13)."""

_BOUNDED: Final = (
    "A page may hold fewer items than asked for, even none, and still have a `next`:"
    " it goes through a bounded part of main."
)


def reading_paths() -> dict[str, Schema]:
    skill, path = "/api/skills/{id}", f"{PATHS}/{{id}}"
    paths: dict[str, Schema] = {
        GRAPH: {"get": _graph()},
        skill: {"parameters": [_skill_id()], "get": _skill()},
        f"{skill}/history": {"parameters": [_skill_id()], "get": _skill_history()},
        f"{skill}/concerns": {"parameters": [_skill_id()], "get": _concerns_of_skill()},
        "/api/concerns": {"get": _concerns()},
        PATHS: {"get": _paths()},
        path: {"parameters": [_path_id()], "get": _path()},
        f"{path}/history": {"parameters": [_path_id()], "get": _path_history()},
    }
    for prefix, path in CATALOGUES.items():
        uid = {"parameters": [_uid(prefix)]}
        paths[path] = {"get": _rows(prefix)}
        paths[f"{path}/{{uid}}"] = {**uid, "get": _row(prefix)}
        paths[f"{path}/{{uid}}/history"] = {**uid, "get": _row_history(prefix)}
    return paths


def _graph() -> Schema:
    return _operation(
        "readSkillGraph",
        "Read which skills there are, and how they belong together",
        _ok(SchemaFile.SKILL_GRAPH, "The graph.", examples.graph()),
        query=(
            parameters.DOMAIN,
            parameters.GRAPH_STATUS,
            parameters.LOCALE,
            parameters.PROFILE,
            parameters.AFTER_SKILL,
            LIMIT_OR_ALL,
        ),
        description="A prerequisite must be completed before the skill that names it; a related one lies beside it."
        " Whatever the filters, the skill to fall back on is there, in every page. With `after` or `limit` it comes in"
        " pages by id: an edge stands with the node it leads from, and may lead to one of another page.",
    )


def _paths() -> Schema:
    return _operation(
        "readPaths",
        "Read the path catalogue",
        _ok("paths-read", "The catalogue, or a page of it.", examples.paths()),
        not_found(NO_CATALOGUE),
        (
            parameters.PURPOSE,
            parameters.THEME,
            parameters.PATH_STATUS,
            parameters.REGION,
            parameters.DETAIL,
            parameters.AFTER_PATH,
            LIMIT_OR_ALL,
        ),
        "Without filters the same bytes as /paths/index.json. With them the same object, with fewer paths in it:"
        " what is said of every filter holds. With `after` or `limit` it comes in pages by id, with"
        " `detail=summary` in short.",
    )


def _path() -> Schema:
    return _operation(
        "readPath",
        "Read a path and how it stands",
        _ok("path-as-served", "The path.", examples.path()),
        {**not_found(NO_PATH), **plain_refusal(HTTPStatus.GONE, "It was pulled for cause.")},
        description="Its entry in the catalogue, how its sources stand, and what was said of them.",
    )


def _path_history() -> Schema:
    return _operation(
        "readPathHistory",
        "List the commits that changed a path",
        _ok("path-history", "Newest first.", examples.path_history()),
        not_found(f"{NO_PATH} Or: {NO_COMMIT}"),
        (parameters.AFTER_COMMIT, LIMIT),
        _BOUNDED,
    )


def _skill() -> Schema:
    return _operation(
        "readSkill",
        "Read a skill as it was written",
        _ok("skill-read", "The skill, or a part of it.", examples.skill()),
        {
            **not_found(f"{NO_SKILL} Or: {NO_SECTION}"),
            **plain_refusal(HTTPStatus.GONE, "It was pulled for cause."),
        },
        (parameters.CURSOR, parameters.SECTION),
        "Frontmatter, body, and the commit they come from. One that is quarantined is not shown."
        f" With `cursor={START}` it comes in parts of at most {PART_BYTES} bytes.",
    )


def _skill_history() -> Schema:
    return _operation(
        "readSkillHistory",
        "List the commits that changed a skill",
        _ok("skill-history", "Newest first.", examples.skill_history()),
        not_found(f"{NO_SKILL} Or: {NO_COMMIT}"),
        (parameters.AFTER_COMMIT, LIMIT),
        _BOUNDED,
    )


def _concerns() -> Schema:
    return _operation(
        "readConcerns",
        "List published concerns",
        _ok("concerns-read", "Newest first.", examples.concerns()),
        not_found(NO_SKILL) | _TOO_OFTEN,
        query=(parameters.SKILL, parameters.TARGET_TYPE, parameters.TARGET_ID, *_OF_CONCERNS),
        description="What is said of every filter holds. Of what is not published yet only the number is told.",
    )


def _concerns_of_skill() -> Schema:
    return _operation(
        "readConcernsOfSkill",
        "List published concerns on one skill",
        _ok("concerns-read", "Newest first.", examples.concerns()),
        not_found(NO_SKILL) | _TOO_OFTEN,
        _OF_CONCERNS,
        "On the skill itself, not on what it cites.",
    )


def _rows(prefix: UidPrefix) -> Schema:
    return _operation(
        f"read{_camel(prefix)}s",
        f"List {_SINGULAR[prefix]}s",
        _ok(f"{ROW_NAMES[prefix]}-rows", "Current rows, by uid.", examples.rows(prefix)),
        query=(parameters.ROW_STATUS, parameters.ROW_NAME, parameters.after_uid(prefix), LIMIT),
    )


def _row(prefix: UidPrefix) -> Schema:
    return _operation(
        f"read{_camel(prefix)}",
        f"Read a {_SINGULAR[prefix]}",
        _ok(f"{ROW_NAMES[prefix]}-row", "The current row.", examples.row(prefix)),
        not_found(NO_ROW[prefix]),
        description="Beside a row that is not stable stands the last one that was.",
    )


def _row_history(prefix: UidPrefix) -> Schema:
    return _operation(
        f"read{_camel(prefix)}History",
        f"List every row that a {_SINGULAR[prefix]} ever had",
        _ok(f"{ROW_NAMES[prefix]}-history", "Newest first.", examples.row_history(prefix)),
        not_found(NO_ROW[prefix]),
        (parameters.AFTER_NUMBER, LIMIT),
    )


def _operation(
    name: str,
    summary: str,
    ok: Schema,
    refused: Schema | None = None,
    query: Iterable[Parameter] = (),
    description: str = "",
) -> Schema:
    asked = [described(each) for each in query]
    categories = (ErrorCategory.SCHEMA_FAIL, *STORE) if asked else STORE
    return {
        "tags": [READ],
        "operationId": name,
        "summary": summary,
        **({"description": description} if description else {}),
        **({"parameters": asked} if asked else {}),
        "responses": {**ok, **(refused or {}), **refusals(categories)},
    }


def _ok(schema: str, description: str, shown: Schema) -> Schema:
    """An answer that may be kept, and what is said to those who have it still."""
    found = answered(schema, description, shown)
    found["200"]["headers"] = _ETAG
    unchanged = {"description": "Not changed since the ETag in `If-None-Match`.", "headers": _ETAG}
    return {**found, "304": unchanged}


def _skill_id() -> Schema:
    return _in_path("id", "The id of the skill.", KEBAB, examples.SKILL)


def _path_id() -> Schema:
    return _in_path("id", "The id of the path.", KEBAB, examples.PATH)


def _uid(prefix: UidPrefix) -> Schema:
    return _in_path("uid", f"The uid of the {_SINGULAR[prefix]}.", prefix.pattern, examples.UIDS[prefix])


def _in_path(name: str, description: str, pattern: str, example: str) -> Schema:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": {"type": "string", "pattern": pattern},
        "example": example,
    }


def _camel(prefix: UidPrefix) -> str:
    return _SINGULAR[prefix].title().replace(" ", "")
