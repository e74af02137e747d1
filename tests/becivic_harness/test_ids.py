"""Ids are UUIDs of version 7, made of a time and of chance, and of nothing else."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.mcp.writing.filling import uuid7 as as_the_server_makes_it
from becivic.rules.submissions import SubmissionType, type_of
from becivic_harness.ids import CHANCE_BYTES, new_id, uuid7
from tests.requirement import requirement

_chance = st.binary(min_size=CHANCE_BYTES, max_size=CHANCE_BYTES)
_times = st.integers(0, 2**41)


@requirement("R-SUB-12")
@given(_times, _chance)
def test_an_id_is_the_one_that_the_server_would_make(now_ms: int, chance: bytes) -> None:
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=now_ms)
    made = uuid7(now_ms, chance)
    assert made[13:] == as_the_server_makes_it(moment, chance)[13:]
    parsed = uuid.UUID(made)
    assert (parsed.version, parsed.variant, str(parsed)) == (7, uuid.RFC_4122, made)
    assert parsed.int >> 80 == now_ms


@given(_times, _times, _chance, _chance)
def test_a_later_id_sorts_after_an_earlier_one(one: int, other: int, chance: bytes, more: bytes) -> None:
    if one < other:
        assert uuid7(one, chance) < uuid7(other, more)


@pytest.mark.parametrize("kind", SubmissionType)
def test_an_id_with_its_prefix_names_its_type(kind: SubmissionType) -> None:
    assert type_of(new_id(kind.facts.id_prefix, 1_700_000_000_000, bytes(CHANCE_BYTES))) is kind


@pytest.mark.parametrize("size", [0, CHANCE_BYTES - 1, CHANCE_BYTES + 1])
def test_too_little_chance_makes_no_id(size: int) -> None:
    with pytest.raises(ValueError, match="bytes of chance"):
        uuid7(0, bytes(size))
