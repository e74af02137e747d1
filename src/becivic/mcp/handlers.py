"""What each method of the protocol does: turns what it brings into a Visit, calls one thing, and hands back what it told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any, Final, TypeVar

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from starlette.requests import Request
from starlette.types import Scope

from becivic.mcp import completing, resources
from becivic.mcp.asking import Caller
from becivic.mcp.calling import BAD, OTHER, Count, called, ended, not_open
from becivic.mcp.catalogue import tool_called, tools
from becivic.mcp.listing import PAGE, paged
from becivic.mcp.packages import ENTRIES, packages
from becivic.mcp.prompts import PROMPTS
from becivic.mcp.server import FRESH, REFUSED, GetSkillParams
from becivic.mcp.visit import UNSAID, Client, House, Visit
from becivic.rules.errors import BeCivicError

RESOURCE_NOT_FOUND: Final = -32002
"""What clients before 2026 expect; later ones are told invalid params."""

HouseOf = Callable[[], Awaitable[House]]
"""The house that is asked, once it is there: lists of what never changes do not wait for it."""

Context = ServerRequestContext[Any, Request]
T = TypeVar("T")


class Handlers:
    def __init__(self, house: HouseOf, count: Count = lambda *_: None) -> None:
        self._house: Final = house
        self._count: Final = count

    async def list_tools(self, _: Context, params: types.PaginatedRequestParams | None) -> dict[str, Any]:
        """All at once: they are few, and some hosts ask for one page alone."""
        _page(_described_tools(), params, len(_described_tools()))
        return {"tools": _described_tools()}

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> dict[str, Any]:
        tool = tool_called(params.name)
        if tool is None:
            self._count(OTHER, BAD)
            known = ", ".join(tools())
            raise MCPError(INVALID_PARAMS, f"There is no such tool. There are: {known}.")
        unread = _scope(context).get(REFUSED)
        given = unread if unread is not None else params.arguments
        try:
            visit = await self._visit(context)
        except BeCivicError as error:
            return not_open(error)
        result = await called(tool, given, visit)
        self._count(tool.name, ended(result))
        return result

    async def list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> dict[str, Any]:
        visit = await self._visit(context)
        found = list(resources.listed(visit.corpus, await packages(visit)))
        shown, following = _page(found, params, PAGE)
        return _next({"resources": [each.described() for each in shown]}, following)

    async def list_templates(self, _: Context, params: types.PaginatedRequestParams | None) -> dict[str, Any]:
        shown, following = _page(resources.TEMPLATES, params, PAGE)
        return _next({"resourceTemplates": [each.described() for each in shown]}, following)

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> dict[str, Any]:
        found = await resources.read(await self._visit(context), str(params.uri))
        if found is None:
            raise MCPError(
                _not_found(context), "There is no such resource; resources/list has all there are."
            )
        return found

    async def list_prompts(self, _: Context, params: types.PaginatedRequestParams | None) -> dict[str, Any]:
        shown, following = _page(list(PROMPTS.values()), params, PAGE)
        return _next({"prompts": [each.described() for each in shown]}, following)

    async def get_prompt(self, _: Context, params: types.GetPromptRequestParams) -> dict[str, Any]:
        prompt = PROMPTS.get(params.name)
        if prompt is None:
            raise MCPError(INVALID_PARAMS, f"There is no such prompt. There are: {', '.join(PROMPTS)}.")
        return prompt.filled(params.arguments or {})

    async def complete(self, context: Context, params: types.CompleteRequestParams) -> dict[str, Any]:
        corpus, typed = (await self._visit(context)).corpus, params.argument.value
        if isinstance(params.ref, types.PromptReference):
            found = completing.of_prompt(corpus, params.ref.name, params.argument.name, typed)
        else:
            found = completing.of_resource(corpus, params.ref.uri, params.argument.name, typed)
        return {"completion": found}

    async def list_skills(self, context: Context, params: types.PaginatedRequestParams) -> dict[str, Any]:
        found = list((await packages(await self._visit(context))).values())
        shown, following = _page(found, params, ENTRIES)
        return _next({"skills": [each.entry() for each in shown], **FRESH}, following)

    async def get_skill(self, context: Context, params: GetSkillParams) -> dict[str, Any]:
        package = (await packages(await self._visit(context))).get(params.uri)
        if package is None:
            raise MCPError(INVALID_PARAMS, "There is no such skill; skills/list has all there are.")
        return {"skill": package.entry(), **FRESH}

    async def _visit(self, context: Context) -> Visit:
        caller = Caller.of(_scope(context))
        told = context.session.client_params
        info = told.client_info if told is not None else None
        client = Client(str(info.name or ""), str(info.version or "")) if info else UNSAID
        return Visit(await self._house(), caller, client)


@cache
def _described_tools() -> list[dict[str, Any]]:
    return [tool.described() for tool in tools().values()]


def _scope(context: Context) -> Scope:
    """Over stdio there is a request too, made for the line (`becivic.mcp.stdio`)."""
    assert context.request is not None  # neither wire brings a message without one
    return context.request.scope


def _page(
    entries: Sequence[T], params: types.PaginatedRequestParams | None, most: int
) -> tuple[Sequence[T], str | None]:
    found = paged(entries, params.cursor if params is not None else None, most)
    if found is None:
        raise MCPError(INVALID_PARAMS, "There is no such cursor; begin without one.")
    return found


def _next(told: dict[str, Any], following: str | None) -> dict[str, Any]:
    return told if following is None else {**told, "nextCursor": following}


def _not_found(context: Context) -> int:
    return INVALID_PARAMS if context.protocol_version in MODERN_PROTOCOL_VERSIONS else RESOURCE_NOT_FOUND
