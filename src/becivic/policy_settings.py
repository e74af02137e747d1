"""The numbers of the consensus as settings: one row of the table for each, and the policy they come to (R-SM-15).

Which numbers can be kept is for `Policy` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, NamedTuple

from becivic.rules.consensus import POLICY_MEANINGS, TICK_EVERY, Policy
from becivic.setting_values import POLICY_VALUES, read_minutes

_KEYS: Final = {each.name: f"consensus_{each.name}" for each in fields(Policy)}


class PolicySetting(NamedTuple):
    """One row of the table."""

    key: str
    default: str
    help: str
    read: Callable[[str], object]


class PolicyRefused(ValueError):
    """A number that cannot be kept, by the key it was set under."""

    def __init__(self, key: str, wrong: str) -> None:
        super().__init__(wrong)
        self.key = key


def _row(name: str, kind: str, default: object) -> PolicySetting:
    read, write = POLICY_VALUES[kind]
    return PolicySetting(_KEYS[name], write(default), POLICY_MEANINGS[name], read)


POLICY_SETTINGS: Final = (
    PolicySetting(
        "consensus_every",
        str(int(TICK_EVERY.total_seconds()) // 60),
        "Minutes between two times that a running server counts votes and does what follows.",
        read_minutes,
    ),
    *(_row(each.name, str(each.type), each.default) for each in fields(Policy)),
)


def policy_of(values: Mapping[str, Any]) -> Policy:
    """Raises PolicyRefused."""
    try:
        return Policy(**{name: values[key] for name, key in _KEYS.items()})
    except ValueError as wrong:
        name = next(each for each in _KEYS if each in str(wrong))  # the refusal begins with it
        raise PolicyRefused(_KEYS[name], str(wrong)) from None
