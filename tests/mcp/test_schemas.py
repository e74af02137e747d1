"""The schemas that hosts are given: sound, and true of every answer, good ones and refusals alike.

Clients on the npm SDK before 2.0 hold refusals to the output schema too, and throw away what does not fit.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from becivic.mcp.catalogue import tools
from tests.factories.intake import Service
from tests.factories.mcp_calls import call, speaking
from tests.mcp.test_clients import GOOD, REFUSED

WRONG: dict[str, Any] = {
    "limit": "many",
    "status": ["golden"],
    "id": "no-such-thing",
    "skill_id": "no-such-thing",
}


@pytest.mark.parametrize("name", list(tools()))
def test_both_schemas_of_a_tool_are_sound_objects(name: str) -> None:
    told = tools()[name].described()
    for schema in (told["inputSchema"], told["outputSchema"]):
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"


@pytest.mark.parametrize("name", list(tools()))
def test_every_answer_fits_the_output_schema_refusals_too(name: str, house_of_tools: Service) -> None:
    validator = Draft202012Validator(tools()[name].described()["outputSchema"])

    async def answers() -> list[dict[str, Any]]:
        async with speaking(house_of_tools.app) as client:
            asked = [{**GOOD, **REFUSED}[name], WRONG, {}, []]
            return [await call(client, name, arguments) for arguments in asked]

    found = asyncio.run(answers())
    assert any(each["isError"] for each in found) or name in ("get_current_status", "get_onboarding_form")
    for each in found:
        assert not list(validator.iter_errors(each["structuredContent"])), each["structuredContent"]
