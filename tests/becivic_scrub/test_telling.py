"""What a person reads: one line a thing, the gravest rule first, and a count that makes sense."""

from __future__ import annotations

import pytest

from becivic_scrub.content import Content
from becivic_scrub.finding import Finding
from becivic_scrub.telling import closing, things

TEXT = Content("first line\nsecond line is longer\n", is_json=False)
DIRECT, INDIRECT = "direct_identifier", "indirect_identifier"


def test_rules_that_know_one_thing_share_its_line_the_gravest_first() -> None:
    findings = [
        Finding("loose", INDIRECT, 11, 20),
        Finding("phone", DIRECT, 14, 20),
        Finding("mobile", DIRECT, 14, 22),
        Finding("alone", INDIRECT, 24, 26),
    ]
    found = list(things(TEXT, findings))
    assert [str(each) for each in found] == [
        "       2:1  direct_identifier    mobile, loose, phone",
        "      2:14  indirect_identifier  alone",
    ]
    assert closing(found) == "1 direct identifier, 1 indirect identifier."


@pytest.mark.parametrize(
    ("checksums", "said"),
    [((None, None), ""), (("valid", None), "  checksum valid"), (("invalid", None), "  checksum invalid"),
     (("invalid", "valid"), "  checksum valid")],
)  # fmt: skip
def test_one_checksum_that_holds_is_enough(checksums: tuple[str | None, str | None], said: str) -> None:
    findings = [Finding("one", DIRECT, 0, 5, checksums[0]), Finding("two", DIRECT, 0, 5, checksums[1])]
    assert [each.verdict for each in things(TEXT, findings)] == [said]


def test_a_rule_that_did_not_run_says_so() -> None:
    (told,) = things(TEXT, [Finding("new", DIRECT, 0, 10, ran=False), Finding("one", DIRECT, 0, 5, "valid")])
    assert told.verdict == "  could not be run here, which counts as fired"


def test_texts_of_one_document_are_kept_apart() -> None:
    document = Content({}, is_json=True)
    findings = [
        Finding("one", DIRECT, 0, 9, pointer="/a"),
        Finding("two", DIRECT, 2, 5, pointer="/b"),
        Finding("three", DIRECT, 2, 5, pointer="/b", in_key=True),
    ]
    assert [each.place for each in things(document, findings)] == [
        "/a character 1",
        "/b character 3",
        "/b key 3",
    ]


def test_the_closing_line_counts_things_and_knows_every_category() -> None:
    findings = [
        Finding("one", DIRECT, 0, 2),
        Finding("two", DIRECT, 4, 6),
        Finding("name", "person", 8, 10),
        Finding("trace", "metadata", 12, 14),
        Finding("odd", "from tomorrow", 16, 18),
    ]
    assert closing(list(things(TEXT, findings))) == "2 direct identifiers, 1 name, 1 trace of metadata."
    assert closing([]) == "Nothing found."
