"""Names that say who somebody is are found at every depth; the names our own schemas use never are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.rules import pointers
from becivic.rules.identity import IDENTITY_FIELDS, identity_pointers, is_identity_field
from becivic.rules.routes import APPLIES_TO_KEYS
from becivic.rules.skills import GRAPH_FIELDS, LEGACY_FIELDS, OPTIONAL_FIELDS, REQUIRED_FIELDS
from tests.factories.payloads import Fixture, submissions
from tests.factories.schema_tree import address, documents, subschemas
from tests.requirement import requirement

NINE = [
    "submitter_name", "submitter_email", "session_correlation_id", "device_id", "user_id", "user_email",
    "user_name", "ip_address", "github_login",
]  # fmt: skip


@requirement("R-IDB-02")
def test_the_nine_named_fields_are_the_law() -> None:
    assert list(IDENTITY_FIELDS) == NINE


@requirement("R-IDB-02")
@pytest.mark.parametrize("name", NINE)
@pytest.mark.parametrize(
    "write",
    [
        str,
        str.upper,
        str.title,
        lambda name: name.replace("_", "-"),
        lambda name: name.replace("_", " "),
        lambda name: name.replace("_", "."),
        lambda name: name.replace("_", ""),
        lambda name: name.title().replace("_", ""),
        lambda name: f"__{name}__",
        lambda name: "".join(chr(ord(letter) + 0xFEE0) for letter in name),
    ],
)
def test_a_named_field_is_found_however_it_is_written(name: str, write: Any) -> None:
    assert is_identity_field(write(name))


@requirement("R-IDB-02")
@pytest.mark.parametrize(
    "name",
    [
        "email", "e-mail", "EmailAddress", "phone", "telephone", "first_name", "surname", "full name", "nrn", "NISS",
        "national_number", "date_of_birth", "dob", "passport_number", "iban", "ip", "customer_name", "author_email",
        "applicant.id", "contactPhone", "clientIP", "mac_address", "place_of_birth",
    ],
)  # fmt: skip
def test_an_equivalent_is_found_too(name: str) -> None:
    assert is_identity_field(name)


@pytest.mark.parametrize(
    "name",
    [
        "name", "title", "id", "uid", "names", "user", "users", "description", "authority_id", "office_email",
        "submitting_agent", "session_id", "submitted_at", "name_fr", "city", "address_line", "",
    ],
)  # fmt: skip
def test_an_ordinary_name_is_left_alone(name: str) -> None:
    assert not is_identity_field(name)


@requirement("R-IDB-01")
def test_no_name_that_our_schemas_permit_is_identity_shaped() -> None:
    taken = [
        (address(node), name)
        for file in documents()
        for node in subschemas(file)
        if isinstance(node.value.get("properties"), dict)
        for name, schema in node.value["properties"].items()
        if schema is not False and is_identity_field(name)
    ]
    assert taken == []


def test_no_name_that_the_law_lists_is_identity_shaped() -> None:
    keys = [part for key in APPLIES_TO_KEYS for part in key.split(".")]
    fields = (*REQUIRED_FIELDS, *OPTIONAL_FIELDS, *GRAPH_FIELDS, *LEGACY_FIELDS, *keys)
    assert [name for name in fields if is_identity_field(name)] == []


@pytest.mark.parametrize("fixture", submissions("valid"), ids=str)
def test_no_valid_payload_holds_one(fixture: Fixture) -> None:
    assert identity_pointers(fixture.read()) == []


@requirement("R-IDB-02")
def test_fields_are_found_at_every_depth_in_document_order_with_escaped_pointers() -> None:
    payload = {
        "user_id": 1,
        "items": [{"a/b": {"Device-ID": None}}, {"x~y": [[{"email": ""}]]}],
        "content": {"user/name": {"phone": "x"}},
    }
    assert identity_pointers(payload) == [
        "/user_id",
        "/items/0/a~1b/Device-ID",
        "/items/1/x~0y/0/0/email",
        "/content/user~1name",
        "/content/user~1name/phone",
    ]


@pytest.mark.parametrize("value", [None, 1, "user_id", ["user_id"], {}, []])
def test_values_are_not_names(value: object) -> None:
    assert identity_pointers(value) == []


def test_depth_costs_no_stack() -> None:
    value: Any = {"user_id": 1}
    for _ in range(50_000):
        value = [value]
    assert identity_pointers(value) == ["/0" * 50_000 + "/user_id"]


_trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda children: (
        st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=4), children, max_size=3)
    ),
    max_leaves=12,
)


@requirement("R-IDB-01", "R-IDB-02")
@given(tree=_trees, path=st.lists(st.text(max_size=4), min_size=0, max_size=5), name=st.sampled_from(NINE))
def test_a_field_put_anywhere_is_found_there(tree: Any, path: list[str], name: str) -> None:
    inner: Any = {name: tree}
    for key in reversed(path):
        inner = {key: inner, "beside": tree}
    assert pointers.join([*path, name]) in identity_pointers(inner)


def test_a_key_of_nothing_but_marks_or_of_letters_that_unfold_is_read_at_once() -> None:
    """Normalised whole, the first takes many seconds; what counts is that it is refused to nobody and to no time."""
    for name in ("\u0301\u0316" * 60_000, "\ufdfa" * 80_000, "user" + "_" * 200_000 + "name"):
        assert is_identity_field(name) is name.startswith("user")
