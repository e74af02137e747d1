"""One `tools/call`, from whatever was sent to a result: nothing here ever ends in a protocol error or a stack trace."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from becivic.frames import frames
from becivic.intake.refusal import Refusal
from becivic.mcp.arguments import taken
from becivic.mcp.told import Provenance, Told, refusal_text
from becivic.mcp.tool import Tool
from becivic.mcp.visit import Visit
from becivic.observing.tracing import REQUEST
from becivic.rules.errors import BeCivicError, ErrorCategory

_REQUEST_ID_BYTES: Final = 8
"""Over stdio there is no request that has one."""

GOOD: Final = "ok"
BAD: Final = "error"
"""How a call ended that is refused outside of the closed list."""
OTHER: Final = "other"
"""Stands for the name of a tool that there is not: what a caller wrote is never counted under."""
Count = Callable[[str, str], None]
"""Hears of a tool, and how a call of it ended: well, or by which category of the closed list."""

_log = logging.getLogger(__name__)


async def called(tool: Tool, given: object, visit: Visit) -> dict[str, Any]:
    try:
        arguments = taken(tool, given)
        if isinstance(arguments, Refusal):
            return _refused(arguments.said(), visit).as_result()
        told = await tool.work(visit, arguments.values)
        return told.noting(arguments.notes).as_result()
    except Exception as error:  # noqa: BLE001  the last line of defence, as for a request
        request_id = REQUEST.get() or visit.house.random_bytes(_REQUEST_ID_BYTES).hex()
        _log.error("Call %s of %s failed.\n%s", request_id, tool.name, frames(error))
        category = ErrorCategory.INTERNAL_ERROR
        said = {"error": category.value, "detail": "Something went wrong here, not with the call."}
        return _refused({**said, "remedy": category.remedy, "request_id": request_id}, visit).as_result()


def ended(result: Mapping[str, Any]) -> str:
    """How a call ended: well, or by a category of the closed list; what else may be said there is an error like any other."""
    if not result.get("isError"):
        return GOOD
    said = result.get("structuredContent", {}).get("error")
    return str(said) if said in set(ErrorCategory) else BAD


def not_open(error: BeCivicError) -> dict[str, Any]:
    """Over stdio, of a home that cannot be opened: whoever calls is on the machine of whoever can mend it."""
    category = ErrorCategory.STAGING_UNAVAILABLE
    place = f"{error.where}: " if error.where else ""
    said = {
        "error": category.value,
        "detail": f"{place}{error.message}",
        "remedy": error.remedy or category.remedy,
    }
    told = Told(structured=said, text=refusal_text(said), provenance=Provenance(commit=""), is_error=True)
    return told.as_result()


def _refused(said: Mapping[str, Any], visit: Visit) -> Told:
    return Told(
        structured=said, text=refusal_text(said), provenance=Provenance(commit=visit.commit), is_error=True
    )
