"""What is handed over, text or JSON in whatever encoding: read without losing anything, and told to a person."""

from __future__ import annotations

import json

import pytest

from becivic_scrub import Engine, Finding
from becivic_scrub.content import Content, ContentRefused, read_content
from tests.factories.scrub_rules import SEVERAL, UNTRANSLATABLE, rules

ENGINE = Engine(rules(*SEVERAL))


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b'{"a": 1}', {"a": 1}),
        (b"  \n[1, 2]", [1, 2]),
        (b"{}", {}),
        (b'\xef\xbb\xbf{"a": "b"}', {"a": "b"}),
        ('{"a": "é"}'.encode("utf-16"), {"a": "é"}),
        ('{"a": "é"}'.encode("cp1252"), {"a": "é"}),
        (b'{"a": 1, "a": 2}', {"a": [1, 2]}),
        (b'{"a": 1, "a": 2, "a": 3}', {"a": [1, 2, 3]}),
        (b'{"a": [1], "a": [2]}', {"a": [[1], [2]]}),
        (b'[{"b": {"a": "x", "a": "y"}}]', [{"b": {"a": ["x", "y"]}}]),
    ],
)
def test_an_object_or_a_list_is_read_as_json_and_a_key_that_stands_twice_holds_all_its_values(
    raw: bytes, value: object
) -> None:
    assert read_content(raw) == Content(value, is_json=True)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"", ""),
        (b"plain", "plain"),
        (b'"85.07.30-033.28"', '"85.07.30-033.28"'),
        (b"85073003328", "85073003328"),
        (b"{not json", "{not json"),
        (b'{"a": 1} {"b": 2}', '{"a": 1} {"b": 2}'),
        (b"[" * 100_000, "[" * 100_000),
        (b"[" + b"9" * 5000 + b"]", "[" + "9" * 5000 + "]"),
        ("é".encode(), "é"),
        (b"\xef\xbb\xbfa", "a"),
        ("né".encode("utf-16-le"), "n\x00\xe9\x00"),
        ("né".encode("utf-16"), "né"),
        (b"\xfe\xff\x00a", "a"),
        (b"\xff\xfea", "\ufffd"),
        (b"n\xe9 \x80 \x81", "né € \ufffd"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_everything_else_is_text(raw: bytes, text: str) -> None:
    assert read_content(raw) == Content(text, is_json=False)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"]
)
def test_an_identifier_with_spaces_that_do_not_break_is_found_in_every_usual_encoding(encoding: str) -> None:
    raw = "né 85\u00a007\u00a030\u00a0033\u00a028".encode(encoding)
    assert [each.rule for each in read_content(raw).find(ENGINE)] == ["nrn"]


def test_bytes_that_do_not_belong_do_not_spoil_the_rest() -> None:
    raw = b"\xe9 85\xc2\xa007\xc2\xa030\xa0033\xc2\xa028"
    assert [each.rule for each in read_content(raw).find(ENGINE)] == ["nrn"]


def test_both_values_of_a_key_that_stands_twice_are_found_and_redacted() -> None:
    content = read_content(b'{"a": "x@y.be", "a": "clean", "b": 1}')
    assert [each.pointer for each in content.find(ENGINE)] == ["/a/0"]
    assert json.loads(content.redacted(ENGINE)) == {"a": ["[email]", "clean"], "b": 1}


def test_a_key_that_stands_many_times_makes_no_deep_document() -> None:
    content = read_content(b"{" + b",".join(b'"a": "x@y.be"' for _ in range(5000)) + b"}")
    assert len(content.find(ENGINE)) == 5000
    assert json.loads(content.redacted(ENGINE)) == {"a": ["[email]"] * 5000}


def test_json_is_redacted_as_json_with_its_keys_and_whole_numbers_and_nothing_else_changed() -> None:
    uuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    document = {
        "x@y.be": {"n": 85073003328, "f": 1.5, "t": True, "z": None, "whole": 3},
        "list": ["call +32 470 12 34 56", uuid, "2026-11-15", "é"],
        uuid: [],
    }
    redacted = read_content(json.dumps(document).encode()).redacted(ENGINE)
    assert redacted.endswith("}\n")
    assert "é" in redacted
    assert json.loads(redacted) == {
        "[email]": {"n": "[nrn]", "f": 1.5, "t": True, "z": None, "whole": 3},
        "list": ["call [phone]", uuid, "2026-11-15", "é"],
        uuid: [],
    }


def test_keys_that_become_alike_are_numbered_so_that_none_swallows_another() -> None:
    document = {"a@b.be": 1, "c@d.be": 2, "e@f.be": 3}
    redacted = json.loads(read_content(json.dumps(document).encode()).redacted(ENGINE))
    assert redacted == {"[email]": 1, "[email] 2": 2, "[email] 3": 3}


def test_text_is_redacted_as_text() -> None:
    assert read_content(b"to a@b.be\n").redacted(ENGINE) == "to [email]\n"


def test_nothing_is_passed_over_because_it_is_malformed() -> None:
    content = read_content(b'{"a": "x@y.be", ')
    assert content.redacted(ENGINE) == '{"a": "[email]", '


@pytest.mark.parametrize(
    ("raw", "redacted"),
    [
        (rb'{"a": "x\n+32 470 12 34 56"} {"b": 1}', '{"a": "x\n[phone]"} {"b": 1}'),
        (rb'{"a": "85\u00a007\u202F30\u00a0033\u00a028', '{"a": "[nrn]'),
        (rb'["\ud835\udfda\ud835\udfda"', '["\U0001d7da\U0001d7da"'),
        (rb'["\ud835"', '["\ufffd"'),
        (rb'["a\/b\\n\"\t\r\b\f\x"', '["a/b\\n"\t\r\b\f\\x"'),
        (rb'say "x\n" {', r'say "x\n" {'),
    ],
)
def test_escapes_in_json_that_cannot_be_read_hide_nothing(raw: bytes, redacted: str) -> None:
    content = read_content(raw)
    assert not content.is_json
    assert content.redacted(ENGINE) == redacted


def test_escapes_in_json_too_deep_to_be_read_hide_nothing() -> None:
    content = read_content(b"[" * 100_000 + rb'"\u0061@b.be"')
    assert [each.rule for each in content.find(ENGINE)] == ["email"]


def test_json_too_deep_to_be_written_again_is_found_in_but_not_half_redacted() -> None:
    document: object = "a@b.be"
    for _ in range(5000):
        document = [document]
    content = Content(document, is_json=True)
    assert [each.rule for each in content.find(ENGINE)] == ["email"]
    with pytest.raises(ContentRefused, match="the JSON is nested too deeply to be written again"):
        content.redacted(ENGINE)


def test_a_rule_that_cannot_run_hides_every_string_of_a_document() -> None:
    engine = Engine(rules(UNTRANSLATABLE, lenient=True))
    redacted = json.loads(read_content(b'{"a": "b", "c": [1.5, "d"]}').redacted(engine))
    assert redacted == {"[tomorrows]": "[tomorrows]", "[tomorrows] 2": [1.5, "[tomorrows]"]}


@pytest.mark.parametrize(
    ("start", "place"),
    [(0, "1:1"), (3, "1:4"), (4, "2:1"), (6, "2:3"), (8, "3:1"), (9, "4:1")],
)
def test_a_place_in_a_text_is_line_and_column(start: int, place: str) -> None:
    content = Content("abc\ndef\n\ng", is_json=False)
    assert content.placer()(Finding("r", "metadata", start, start + 1)) == place


@pytest.mark.parametrize(
    ("finding", "place"),
    [
        (Finding("r", "metadata", 4, 5, pointer="/a/0"), "/a/0 character 5"),
        (Finding("r", "metadata", 0, 5, pointer="/a", in_key=True), "/a key 1"),
        (Finding("r", "metadata", 0, 5, pointer="", in_key=True), "/ key 1"),
    ],
)
def test_a_place_in_a_document_is_its_pointer_and_the_character(finding: Finding, place: str) -> None:
    assert Content({}, is_json=True).placer()(finding) == place


def test_a_text_that_merely_begins_with_a_bracket_keeps_its_offsets() -> None:
    text = "[x] C:\\new a@b.be"
    content = read_content(text.encode())
    (finding,) = content.find(ENGINE)
    assert text[finding.start : finding.end] == "a@b.be"
    assert content.redacted(ENGINE) == "[x] C:\\new [email]"


def test_a_key_that_would_move_a_cursor_is_told_without_it() -> None:
    content = read_content(b'{"\\u001b[31mX": "a@b.be"}')
    (finding,) = content.find(ENGINE)
    assert content.placer()(finding) == "/\ufffd[31mX character 1"
