"""The benchmarks of the tools run: every server answers, and what is found has every number that a bar needs."""

from __future__ import annotations

from bench.mcp_calls import CALLS, MODERN
from bench.rounds import Run

from becivic.mcp.catalogue import tools
from becivic.mcp.tool import Nature
from bench import mcp_http, mcp_stdio

JUDGING = "validate_submission"
"""Keeps nothing, and is the intake's work: `intake_http` measures that."""
ONCE = Run(share=0.01)


def test_every_tool_that_reads_is_measured_beside_a_bare_server() -> None:
    reading = {name for name, tool in tools().items() if tool.nature is Nature.READ}
    assert {call.tool for call in CALLS} == reading - {JUDGING}
    found = mcp_http.measure(ONCE, connections=1)
    assert sum(each.bar is not None for each in found) == len(CALLS) + 1
    assert len(found) == 2 * len(CALLS) + 1
    assert all(min(each.figure, each.other) > 0 for each in found)


def test_a_start_over_stdio_is_measured_beside_a_bare_server() -> None:
    found = mcp_stdio.measure(ONCE, versions=(MODERN,))
    first, tool = found[:2], found[2:]
    assert all(each.bar is not None for each in first)
    assert all(0 < one.figure <= other.figure for one, other in zip(first, tool, strict=True))
