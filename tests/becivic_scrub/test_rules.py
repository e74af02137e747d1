"""The rules file: every way it can be broken is one sentence that names the place, and nothing starts."""

from __future__ import annotations

import json
import os
import sys
import zipfile
from pathlib import Path

import pytest

from becivic_scrub import Engine, RulesRefused, load_rules, packaged_rules, parse_rules
from becivic_scrub.rules import CATEGORIES, Rule
from tests.factories.scrub_process import PACKAGE, run
from tests.factories.scrub_rules import NRN, SEVERAL, UNTRANSLATABLE, entry, file_of, rules
from tests.requirement import requirement


def test_a_rule_is_what_its_entry_says() -> None:
    read = rules(
        entry("nrn", "[0-9]{2}", flags="i", checksum="luhn", applies_to_fields=["notes", "item.text"])
    )
    assert read == [
        Rule("nrn", "[0-9]{2}", "i", "direct_identifier", "luhn", fields=("notes", "item.text"), refusal=None)
    ]


def test_what_an_entry_need_not_say_is_every_field_and_no_checksum() -> None:
    (read,) = rules({"name": "a", "pattern": "a", "flags": "", "category": "metadata"})
    assert (read.checksum, read.fields) == (None, None)


NO_JSON = "the scrub rules: is not JSON in UTF-8 with each key once"
NO_FILE = "the scrub rules: is not a rules file of schema_version 2 with rules in it"
FIRST = "the scrub rules: rule 1"
NAMELESS = f"{FIRST} has no name, or a category that is not one of {', '.join(CATEGORIES)}"
FIELDLESS = f'{FIRST} applies to neither "all_strings" nor a list of dotted paths'

BROKEN = {
    "empty": (b"", NO_JSON),
    "not UTF-8": (b'{"rules": "\xff"}', NO_JSON),
    "UTF-16": ('{"rules": 1}'.encode("utf-16"), NO_JSON),
    "a byte order mark": (b"\xef\xbb\xbf" + file_of(entry()), NO_JSON),
    "not JSON": (b"rules: []", NO_JSON),
    "cut short": (file_of(entry())[:-1], NO_JSON),
    "a key twice": (b'{"schema_version": 2, "rules": [], "rules": [1]}', NO_JSON),
    "a key twice inside": (b'{"schema_version": 2, "rules": [{"name": "a", "name": "b"}]}', NO_JSON),
    "nested for ever": (b"[" * 100_000, NO_JSON),
    "a number nobody can read": (b'{"schema_version": ' + b"9" * 5000 + b"}", NO_JSON),
    "a list": (b"[]", NO_FILE),
    "nothing": (b"null", NO_FILE),
    "no rules": (b'{"schema_version": 2}', NO_FILE),
    "rules that are no list": (b'{"schema_version": 2, "rules": {"a": 1}}', NO_FILE),
    "empty rules": (file_of(), NO_FILE),
    "no version": (b'{"rules": [{}]}', NO_FILE),
    "an older version": (file_of(entry(), schema_version=1), NO_FILE),
    "a newer version": (file_of(entry(), schema_version=3), NO_FILE),
    "a version in words": (file_of(entry(), schema_version="2"), NO_FILE),
    "a rule that is no object": (file_of("rule"), f"{FIRST} is not an object"),
    "a second rule that is no object": (file_of(entry(), None), "the scrub rules: rule 2 is not an object"),
    "no name": (file_of(entry(name=None)), f"{FIRST} has no text for `name`"),  # type: ignore[arg-type]
    "an empty name": (file_of(entry("")), NAMELESS),
    "no pattern": (file_of({"name": "a"}), f"{FIRST} has no text for `pattern`"),
    "flags that are no text": (file_of(entry(flags=None)), f"{FIRST} has no text for `flags`"),
    "no category": (file_of(entry(category=None)), f"{FIRST} has no text for `category`"),
    "an unknown category": (file_of(entry(category="secret")), NAMELESS),
    "a checksum that is no text": (
        file_of(entry(checksum=97)),
        f"{FIRST} names its checksum by something other than text",
    ),
    "no fields": (file_of(entry(applies_to_fields=[])), FIELDLESS),
    "one field without a list": (file_of(entry(applies_to_fields="notes")), FIELDLESS),
    "fields that are no text": (file_of(entry(applies_to_fields=["notes", 1])), FIELDLESS),
    "fields that are nothing": (file_of(entry(applies_to_fields=None)), FIELDLESS),
    "two of one name": (
        file_of(entry("a"), entry("b"), entry("a")),
        "the scrub rules: two rules are called `a`; give each its own name",
    ),
    "a pattern that does not compile": (
        file_of(entry("a"), entry("b", "[z-a]")),
        "the scrub rules: the pattern of `b` is refused by Python's engine",
    ),
    "a pattern that is too wide": (
        file_of(entry("a", "a{201}")),
        "the scrub rules: the pattern of `a` can match more than 200 characters",
    ),
    "a pattern without bound": (
        file_of(entry("a", "a+")),
        "the scrub rules: the pattern of `a` repeats without bound, which engines that backtrack choke on",
    ),
    "a pattern that looks ahead": (
        file_of(entry("a", "(?=a)b")),
        "the scrub rules: the pattern of `a` uses syntax that not every engine reads alike",
    ),
    "unknown flags": (
        file_of(entry("a", flags="x")),
        "the scrub rules: the pattern of `a` has flags that not every engine knows",
    ),
}


@requirement("R-SCRUB-03", "R-SCRUB-04")
@pytest.mark.parametrize(("raw", "sentence"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_refused_in_one_sentence(raw: bytes, sentence: str) -> None:
    with pytest.raises(RulesRefused) as refused:
        parse_rules(raw)
    assert str(refused.value) == sentence
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


def test_a_broken_file_is_named_by_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_bytes(file_of(entry(""), entry("")))
    with pytest.raises(RulesRefused, match=r"rules\.json: rule 1 has no name") as refused:
        load_rules(file)
    assert str(refused.value).startswith(str(file))


def test_a_missing_file_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(RulesRefused) as refused:
        load_rules(tmp_path / "none.json")
    assert (
        str(refused.value)
        == f"{tmp_path}/none.json: the scrub rules cannot be read (No such file or directory)"
    )


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesRefused, match="cannot be read \\(Is a directory\\)"):
        load_rules(str(tmp_path))


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind root")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:  # pragma: no cover
    file = tmp_path / "rules.json"
    file.write_bytes(file_of(entry()))
    file.chmod(0)
    with pytest.raises(RulesRefused, match="cannot be read \\(Permission denied\\)"):
        load_rules(file)


def test_a_good_file_is_read_from_disk(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_bytes(file_of(*SEVERAL))
    assert load_rules(file) == rules(*SEVERAL)


@requirement("R-SCRUB-05")
def test_a_consumer_keeps_the_rule_it_cannot_translate_and_says_why() -> None:
    kept = rules(UNTRANSLATABLE, NRN, lenient=True)
    assert [rule.name for rule in kept] == ["tomorrows", "nrn"]
    assert [rule.refusal for rule in kept] == ["uses syntax that not every engine reads alike", None]


@requirement("R-SCRUB-05")
@pytest.mark.parametrize("text", ["", "nothing personal", "\u200b", "\u200ba\u200b", "x" * 5000])
def test_a_rule_that_cannot_be_translated_counts_as_fired_on_every_text_and_hides_all_of_it(
    text: str,
) -> None:
    engine = Engine(rules(NRN, UNTRANSLATABLE, lenient=True))
    (found,) = engine.find(text)
    assert (found.rule, found.category, found.start, found.end) == (
        "tomorrows",
        "direct_identifier",
        0,
        len(text),
    )
    assert found.ran is False
    assert engine.redact(text) == "[tomorrows]"


def test_being_lenient_is_about_patterns_alone() -> None:
    with pytest.raises(RulesRefused, match="two rules are called"):
        parse_rules(file_of(NRN, NRN), lenient=True)


@pytest.mark.parametrize(
    ("field", "applies"),
    [
        ("notes", True),
        ("item.notes", True),
        ("a.item.notes", True),
        ("footnotes", False),
        ("notes.more", False),
        ("Notes", False),
        ("a.path.text", True),
        ("path.text", True),
        ("text", False),
        ("xpath.text", False),
        (None, True),
        ("", True),
    ],
)
def test_a_rule_made_for_fields_looks_at_paths_that_end_in_one_and_at_texts_from_nowhere(
    field: str | None, applies: bool
) -> None:
    (rule,) = rules(entry(applies_to_fields=["notes", "path.text"]))
    assert rule.applies_to(field) is applies
    (everywhere,) = rules(entry())
    assert everywhere.applies_to(field)


def test_the_packaged_rules_of_a_checkout_are_those_of_its_corpus() -> None:
    file = PACKAGE.parents[1] / "corpus" / "scrub" / "regex-rules.json"
    assert packaged_rules() == load_rules(file)


def _zipped(folder: Path, raw: bytes | None) -> Path:
    """The package alone in a zip, with rules inside or without any."""
    archive = folder / "engine.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        for file in PACKAGE.glob("*.py"):
            zipped.write(file, f"becivic_scrub/{file.name}")
        if raw is not None:
            zipped.writestr("becivic_scrub/regex-rules.json", raw)
    return archive


_ASK = """
import sys; sys.path.insert(0, sys.argv[1])
import becivic_scrub
try:
    print(",".join(rule.name for rule in becivic_scrub.packaged_rules()))
except becivic_scrub.RulesRefused as refused:
    print(refused)
"""


def _asked(archive: Path) -> str:
    return run([sys.executable, "-I", "-S", "-c", _ASK, str(archive)], cwd=archive.parent).out.strip()


def test_the_packaged_rules_of_a_zip_are_inside_it(tmp_path: Path) -> None:
    assert _asked(_zipped(tmp_path, file_of(entry("inside"), NRN))) == "inside,nrn"


def test_a_zip_with_broken_rules_refuses_and_names_the_file(tmp_path: Path) -> None:
    twice = "regex-rules.json: two rules are called `nrn`; give each its own name"
    assert _asked(_zipped(tmp_path, file_of(NRN, NRN))) == twice


def test_a_zip_without_rules_refuses(tmp_path: Path) -> None:
    assert _asked(_zipped(tmp_path, None)).endswith(
        "the scrub rules cannot be read (No such file or directory)"
    )


def test_rules_beside_the_modules_come_before_a_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "pkgutil.get_data", lambda package, name: json.dumps(json.loads(file_of(NRN))).encode()
    )
    assert [rule.name for rule in packaged_rules()] == ["nrn"]


def test_a_loader_that_can_give_no_data_falls_back_to_the_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = packaged_rules()
    monkeypatch.setattr("pkgutil.get_data", lambda package, name: None)
    assert packaged_rules() == expected
