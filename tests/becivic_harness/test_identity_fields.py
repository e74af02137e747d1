"""The ban on names that say who somebody is holds here as on the server."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from becivic.rules import identity
from becivic_harness.identity_fields import identity_pointers, is_identity_field
from tests.factories.payloads import Fixture, instances
from tests.requirement import requirement

_names = st.sampled_from(sorted(identity.EQUIVALENTS)) | st.text(max_size=12)


@requirement("R-IDB-01", "R-IDB-02")
@given(
    _names, st.sampled_from(("{}", "_{}_", "{}s", "my {}", "{}\u0301", "\uff4e{}", "{}\u200b")), st.booleans()
)
@example("user_email", "{}", False)
@example("\uff55\uff53\uff45\uff52\uff29\uff24", "{}", False)
@example("user" * 50 + "é", "{}", False)
def test_a_name_is_banned_here_when_it_is_on_the_server(name: str, frame: str, loud: bool) -> None:
    written = frame.format(name.upper() if loud else name)
    assert is_identity_field(written) is identity.is_identity_field(written)


@pytest.mark.parametrize(("_", "fixture"), instances(), ids=str)
def test_the_same_places_are_told(_: Any, fixture: Fixture) -> None:
    assert identity_pointers(fixture.read()) == identity.identity_pointers(fixture.read())


def test_places_are_told_in_the_order_of_the_document_at_any_depth() -> None:
    deep: Any = {"user_id": 1}
    for _ in range(5000):
        deep = [deep]
    assert identity_pointers({"a": {"email": 1, "b": [{"x": 1}, {"IBAN": 2}]}, "deep": deep, "Phone ": 1}) == [
        "/Phone ", "/a/email", "/a/b/1/IBAN", f"/deep{'/0' * 5000}/user_id",
    ]  # fmt: skip


def test_a_name_is_known_in_any_width_and_a_long_one_is_none() -> None:
    assert is_identity_field("\uff55ser_id")
    assert is_identity_field("us\u0301er-id")
    assert not is_identity_field("user" * 50 + "\u00e9")
