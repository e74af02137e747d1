"""The benchmarks of the tools run: every server answers, and what is found has every number that a bar needs."""

from __future__ import annotations

from bench.intake_servers import OURS
from bench.mcp_http import CALLS, MODERN, OLDER

from becivic.mcp.catalogue import tools
from becivic.mcp.tool import Nature
from bench import mcp_http, mcp_stdio

JUDGING = "validate_submission"
"""Keeps nothing, and is the intake's work: `intake_http` measures that."""


def test_every_tool_that_reads_is_measured_beside_a_bare_server() -> None:
    reading = {name for name, tool in tools().items() if tool.nature is Nature.READ}
    assert {call.tool for call in CALLS} == reading - {JUDGING}
    found = mcp_http.run(rounds=1, seconds=0.01, connections=1)
    assert len(found["bars"]) == 2 * len(CALLS)
    for version in (MODERN, OLDER):
        for measured in found[version].values():
            rates = [measured[name] for name in (OURS, mcp_http.ANEW, mcp_http.BARE)]
            assert min(rates) >= 0  # in a hundredth of a second a busy machine may answer nothing
            assert min(sum(rates), measured["bytes"]) > 0


def test_a_start_over_stdio_is_measured_beside_a_bare_server() -> None:
    found = mcp_stdio.run(rounds=1, versions=(MODERN,))
    assert len(found["bars"]) == 2
    first, tool = found[MODERN]["first_answer_ms"], found[MODERN]["tool_answer_ms"]
    assert all(0 < first[name] <= tool[name] for name in (mcp_stdio.HOME, mcp_stdio.API, mcp_stdio.BARE))
