from __future__ import annotations

from datetime import date

import pytest

from becivic.rules.targets import TargetType
from becivic.store import salt_keys
from tests.requirement import requirement


@requirement("R-SALT-04", "R-SALT-05")
@pytest.mark.parametrize(
    ("target", "target_id", "key"),
    [
        (TargetType.SKILL, "some-skill", "skill-creator-salt:some-skill"),
        (TargetType.PATH, "some-path", "path-creator-salt:some-path"),
        (TargetType.PATH_SOURCE, "some-path:desk", "path-creator-salt:some-path"),
        (TargetType.OBSERVATION, "con-00009", "concern:con-00009:salt"),
    ],
)
def test_an_artefact_has_the_key_the_specification_gives_it(
    target: TargetType, target_id: str, key: str
) -> None:
    assert salt_keys.of_artefact(target, target_id) == key


def test_a_row_and_a_day_have_keys_of_their_own() -> None:
    assert salt_keys.of_row(TargetType.REFERENCE, 7) == "reference-row:7:salt"
    assert salt_keys.of_day(date(2026, 11, 5)) == "daily:2026-11-05"
