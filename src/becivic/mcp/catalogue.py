"""Every tool in its order, which never changes: hosts keep what they were told (users-expect)."""

from __future__ import annotations

from functools import cache
from typing import Final

from becivic.mcp.reading.finding import FIND_SKILL, SEARCH_CORPUS
from becivic.mcp.reading.graph import GET_SKILL_GRAPH
from becivic.mcp.reading.observations import GET_SKILL_OBSERVATIONS
from becivic.mcp.reading.paths import GET_PATH_DIRECTORY
from becivic.mcp.reading.skills import READ_SKILL
from becivic.mcp.reading.standing import GET_CURRENT_STATUS, GET_ONBOARDING_FORM
from becivic.mcp.tool import Tool
from becivic.mcp.writing.envelopes import CANCEL_SUBMISSION, STAGE_SUBMISSION, VALIDATE_SUBMISSION
from becivic.mcp.writing.submitting import submit_tools

ALSO_CALLED: Final = {"get_graph": "get_skill_graph", "get_skill": "read_skill", "search": "search_corpus"}
"""Names that a tool answers to and is not listed under (design 4)."""


@cache
def tools() -> dict[str, Tool]:
    listed = (
        FIND_SKILL,
        READ_SKILL,
        GET_SKILL_GRAPH,
        GET_PATH_DIRECTORY,
        GET_SKILL_OBSERVATIONS,
        SEARCH_CORPUS,
        GET_CURRENT_STATUS,
        GET_ONBOARDING_FORM,
        *submit_tools(),
        VALIDATE_SUBMISSION,
        STAGE_SUBMISSION,
        CANCEL_SUBMISSION,
    )
    return {tool.name: tool for tool in listed}


def tool_called(name: str) -> Tool | None:
    return tools().get(ALSO_CALLED.get(name, name))
