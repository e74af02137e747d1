"""Ids that the harness gives out: a prefix and a UUID version 7. Time and chance are arguments."""

from __future__ import annotations

from typing import Final

CHANCE_BYTES: Final = 10
"""Of chance that an id is made of: 74 bits are used."""


def uuid7(now_ms: int, random: bytes) -> str:
    """RFC 9562 5.7: 48 bits of milliseconds, then chance around version and variant."""
    if len(random) != CHANCE_BYTES:
        raise ValueError(f"an id takes {CHANCE_BYTES} bytes of chance")
    drawn = int.from_bytes(random, "big")
    milliseconds = now_ms & (1 << 48) - 1
    high, low = drawn >> 68 & 0xFFF, drawn & (1 << 62) - 1
    digits = f"{milliseconds << 80 | 0x7 << 76 | high << 64 | 0b10 << 62 | low:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def new_id(prefix: str, now_ms: int, random: bytes) -> str:
    return f"{prefix}{uuid7(now_ms, random)}"
