"""`KEY=VALUE` as people write it, made into another policy or other assumptions. Written as the settings are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import Field, fields, replace
from typing import Any, Final

from becivic.rules.consensus import Policy
from becivic.rules.errors import BeCivicError
from becivic.setting_values import POLICY_VALUES, ValueRefused, read_switch
from becivic.simulation.assumptions import Assumptions

_MOST: Final = 10_000


def policy_with(policy: Policy, words: Sequence[str]) -> Policy:
    try:
        return replace(policy, **_changes(words, fields(Policy), "--policy"))
    except ValueError as error:
        raise BeCivicError(f"--policy: {error}.", remedy="Nothing can be decided otherwise.") from error


def assumptions_with(assumptions: Assumptions, words: Sequence[str]) -> Assumptions:
    return replace(assumptions, **_changes(words, fields(Assumptions), "--assume"))


def _changes(words: Sequence[str], known: Sequence[Field[Any]], option: str) -> dict[str, Any]:
    kinds = {each.name: str(each.type) for each in known}
    changes: dict[str, Any] = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in kinds:
            raise BeCivicError(
                f"{option} does not know that key.", remedy=f"Use one of {', '.join(sorted(kinds))}."
            )
        changes[name] = _read(kinds[name], text, f"{option} {name}")
    return changes


def _read(kind: str, text: str, where: str) -> object:
    try:
        return _READERS[kind](text)
    except ValueRefused as refused:
        raise BeCivicError(refused.wrong, where=where, remedy=refused.remedy) from refused


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= _MOST:
        raise ValueRefused(
            f"`{text}` is not a number for this.", f"Use a number from 0 to {_MOST:,}, like 0.5."
        )
    return value


_READERS: Final[dict[str, Callable[[str], object]]] = {
    **{kind: read for kind, (read, _) in POLICY_VALUES.items()},
    "float": _number,
    "bool": read_switch,
}
