"""How the command line speaks: JSON for programs, numbers for people."""

from __future__ import annotations

import json


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
