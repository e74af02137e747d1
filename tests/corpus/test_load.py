"""Loading: the same corpus from memory, a folder or a commit; what cannot be read is named and left out.

Nothing that anybody could put in a file stops the loader or a rule, or keeps them busy for long.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pygit2
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Context, Rule, run_rules
from becivic.corpus.commit_tree import CommitTree
from becivic.corpus.findings import Finding
from becivic.corpus.load import UNREADABLE, Corpus, Loader, json_lines
from becivic.corpus.seed import SEED_FILE, SNAPSHOT_FILES, Row
from becivic.corpus.tree import DirectoryTree, MemoryTree, git_blob_id
from becivic.packaged import corpus_folder
from becivic.rules import caps
from becivic.rules.identifiers import UidPrefix
from tests.factories.corpora import APPLICATION, CLOCK, COMMUNES, PATHS, RULES_OF_CONTENT, Files
from tests.factories.corpus_edits import EDITS, differences
from tests.factories.mutations import parent_of, paths
from tests.pace import within
from tests.requirement import requirement

VALUES = SNAPSHOT_FILES[UidPrefix.VOLATILE_VALUE]


def contents(corpus: Corpus) -> dict[str, Any]:
    """Everything a corpus holds, wherever it came from."""
    return {
        "files": corpus.files,
        "skills": {
            name: (
                skill.file,
                skill.blob_id,
                skill.fields.data,
                skill.body.text,
                skill.body.first_line,
                skill.schema_faults,
                dict(skill.companions),
            )
            for name, skill in corpus.skills.items()
        },
        "documents": {
            name: (each.value, each.text, each.schema_faults) for name, each in corpus.documents.items()
        },
        "findings": corpus.findings,
        "snapshot": corpus.snapshot,
        "requires": corpus.graph.requires,
        "requires_paths": corpus.graph.requires_paths,
    }


@pytest.mark.parametrize("name", EDITS)
def test_an_amended_corpus_is_what_its_files_would_load_as(name: str) -> None:
    before = Files.valid().with_file(VALUES, '{"uid": "val-00001", "name": "demo-handling-fee-eur"}\n')
    after = EDITS[name](before)
    amended = contents(Loader().amended(before.load(), differences(before, after)))
    loaded = contents(after.load())
    assert amended.keys() == loaded.keys()
    for part, held in loaded.items():
        assert sorted(amended[part]) == sorted(held) if part == "findings" else amended[part] == held, part


def test_an_amended_corpus_works_nothing_out_again_that_is_the_same() -> None:
    before = Files.valid()
    corpus = before.load()
    known = {name: getattr(corpus, name) for name in ("catalogue", "communes", "paths", "seed", "types")}
    body = Loader().amended(corpus, {CLOCK: before[CLOCK] + b"More.\n"})
    assert {name: getattr(body, name) for name in known} == known
    paths_changed = Loader().amended(corpus, {PATHS: before[PATHS].replace(b"for the tests", b"for them")})
    assert paths_changed.catalogue is corpus.catalogue
    assert paths_changed.paths is not corpus.paths
    rows = Loader().amended(corpus, {VALUES: b'{"uid": "val-00009", "name": "demo-nine"}\n'})
    assert rows.catalogue.row("val-00009") == Row("val-00009", "demo-nine")
    seeded = Loader().amended(corpus, {SEED_FILE: before[SEED_FILE].replace(b"val-00001", b"val-00008")})
    assert (seeded.seed.row("val-00001"), seeded.communes is corpus.communes) == (None, False)


def test_an_amended_corpus_keeps_what_did_not_change_to_the_object() -> None:
    before = Files.valid()
    corpus = before.load()
    amended = Loader().amended(corpus, {CLOCK: before[CLOCK].replace(b"Leap", b"All leap")})
    assert amended.skills["demo-application"] is corpus.skills["demo-application"]
    assert amended.documents == corpus.documents
    assert amended.graph is corpus.graph
    assert amended.commit is None


def test_a_skill_that_becomes_readable_is_named_no_longer() -> None:
    before = Files.valid().replaced(CLOCK, "title: ", "title: ]")
    corpus = before.load()
    amended = Loader().amended(corpus, {CLOCK: Files.valid()[CLOCK]})
    assert (len(corpus.findings), amended.findings) == (1, ())
    assert "demo-clock" in amended.skills
    assert amended.graph.requires["demo-clock"] == ()


def written(files: Files, folder: Path) -> Path:
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder


def committed(folder: Path) -> tuple[pygit2.Repository, str]:
    repository = pygit2.init_repository(str(folder), initial_head="main")
    repository.index.add_all()
    tree = repository.index.write_tree()
    author = pygit2.Signature("Somebody", "somebody@example.org", 1_800_000_000, 0)
    return repository, str(repository.create_commit("refs/heads/main", author, author, "corpus", tree, []))


def test_memory_folder_and_commit_give_the_same_corpus(tmp_path: Path) -> None:
    files = Files.valid().with_file(VALUES, '{"uid": "val-00001", "name": "demo-fee"}\n')
    memory = Loader().load(MemoryTree(files))
    folder = Loader().load(DirectoryTree(written(files, tmp_path)))
    repository, commit = committed(tmp_path)
    git = Loader().load(CommitTree(repository, "main"))
    assert contents(memory) == contents(folder) == contents(git)
    assert (memory.commit, folder.commit, git.commit) == (None, None, commit)
    assert len(memory.skills) == 3


def test_the_packaged_corpus_loads_without_a_fault() -> None:
    corpus = Loader().load(DirectoryTree(corpus_folder()))
    assert corpus.findings == ()
    assert [fault for skill in corpus.skills.values() for fault in skill.schema_faults] == []
    assert [fault for document in corpus.documents.values() for fault in document.schema_faults] == []


def test_an_empty_tree_is_an_empty_corpus() -> None:
    corpus = Loader().load(MemoryTree({}))
    assert (corpus.skills, corpus.findings, corpus.snapshot) == ({}, (), ())
    assert not any(document.exists for document in corpus.documents.values())
    assert (corpus.categories, len(corpus.catalogue), corpus.paths.entries) == ([], 0, {})


def refused(files: Files) -> list[Finding]:
    """What the loader itself refused."""
    found = list(files.load().findings)
    assert {finding.rule for finding in found} <= {UNREADABLE}
    return found


UNREADABLE_SKILLS = [
    (b"---\nid: demo-clock\n---\nbody\n\xff\n", 5, "UTF-8"),
    (b"# No frontmatter\n", 1, "does not start"),
    (b"", 1, "does not start"),
    (b"---\nid: demo-clock\n", 1, "no closing"),
    (b"---\nid: demo-clock\ntitle: [\n---\n", 4, "not YAML"),
    (b"---\nid: a\ntitle: b\nid: c\n---\n", 4, "twice"),
    (b"---\n- a\n---\n", 2, "not a list of fields"),
    (b"---\nid: &a x\n---\n", 2, "anchor"),
    (b"x" * (caps.BODY_BYTES + 1), 1, "larger than 256 KiB"),
]


@requirement("R-REPO-10")
@pytest.mark.parametrize(("raw", "line", "says"), UNREADABLE_SKILLS)
def test_a_skill_that_cannot_be_read_is_named_with_its_line_and_left_out(
    raw: bytes, line: int, says: str
) -> None:
    files = Files.valid().with_file(CLOCK, raw)
    (finding,) = refused(files)
    assert (finding.place.file, finding.place.line) == (CLOCK, line)
    assert says in finding.message
    assert "left out" in finding.message
    assert finding.remedy
    corpus = files.load()
    assert set(corpus.skills) == {"demo-application", "meta-no-skill-fallback"}
    assert corpus.knows_skill("demo-clock")
    assert not corpus.knows_skill("demo-lost")


def test_a_skill_of_exactly_the_largest_size_is_read() -> None:
    content = Files.valid()[CLOCK]
    files = Files.valid().with_file(CLOCK, content + b"x" * (caps.BODY_BYTES - len(content)))
    assert refused(files) == []


@pytest.mark.parametrize("change", [b"\xef\xbb\xbf", b"\r\n"])
def test_a_byte_order_mark_or_windows_line_ends_do_not_hide_the_rest(change: bytes) -> None:
    content = Files.valid()[CLOCK]
    raw = change + content if change == b"\xef\xbb\xbf" else content.replace(b"\n", change)
    skill = Files.valid().with_file(CLOCK, raw).load().skills["demo-clock"]
    plain = Files.valid().load().skills["demo-clock"]
    assert (skill.fields, skill.body.text) == (plain.fields, plain.body.text)
    assert skill.body.first_line == plain.body.first_line
    assert skill.blob_id != plain.blob_id


UNREADABLE_DOCUMENTS = [
    (b"{", 1, "not JSON"),
    (b'{\n"a": 1,\n"a": 2}', 3, "twice"),
    (b'{"a": NaN}', 1, "NaN"),
    (b"\n\xff", 2, "UTF-8"),
    (b"\xef\xbb\xbf{}", 1, "byte order mark"),
    (b"\n" + b"[" * 100 + b"]" * 100, 2, "nests"),
    (b" " * (caps.CATALOGUE_BYTES + 1), 1, "larger than 2 MiB"),
]


@pytest.mark.parametrize("file", [PATHS, COMMUNES, SEED_FILE])
@pytest.mark.parametrize(("raw", "line", "says"), UNREADABLE_DOCUMENTS)
def test_a_document_that_cannot_be_read_is_named_and_reads_as_empty(
    file: str, raw: bytes, line: int, says: str
) -> None:
    files = Files.valid().with_file(file, raw)
    (finding,) = refused(files)
    assert (finding.place.file, finding.place.line) == (file, line)
    assert says in finding.message
    corpus = files.load()
    assert not corpus.documents[file].exists
    assert len(corpus.skills) == 3


CLOSED = (CLOCK, "skills/demo-application/process.mmd", PATHS, VALUES)


class _Closed(MemoryTree):
    """A tree with files that are listed and then cannot be opened."""

    def read(self, path: str) -> bytes:
        if path in CLOSED:
            raise PermissionError(13, "Permission denied")
        return super().read(path)

    def blob_id(self, path: str) -> str:
        return git_blob_id(self.read(path))


def test_a_file_the_system_does_not_open_is_named_and_left_out() -> None:
    corpus = Loader().load(_Closed(Files.valid().with_file(VALUES, "{}")))
    assert {finding.place.file for finding in corpus.findings} == set(CLOSED)
    assert all("Permission denied" in finding.message for finding in corpus.findings)
    assert set(corpus.skills) == {"demo-application", "meta-no-skill-fallback"}
    assert corpus.skills["demo-application"].companions == {}


def test_a_folder_without_a_canonical_file_is_no_skill() -> None:
    files = (
        Files.valid()
        .with_file("skills/demo-empty/process.mmd", "graph TD\n")
        .with_file("skills/readme.md", "x")
    )
    corpus = files.load()
    assert "demo-empty" not in corpus.skills
    assert not corpus.knows_skill("demo-empty")


def test_companions_are_the_other_files_of_the_folder_by_blob() -> None:
    skill = Files.valid().load().skills["demo-application"]
    assert set(skill.companions) == {"process.mmd"}
    assert Files.valid().load().skills["demo-clock"].companions == {}


class _Counting(MemoryTree):
    """Counts how often each file is read."""

    def __init__(self, files: Files) -> None:
        super().__init__(files)
        self.reads: list[str] = []

    def read(self, path: str) -> bytes:
        self.reads.append(path)
        return super().read(path)


def test_an_unchanged_skill_is_never_read_twice() -> None:
    loader = Loader()
    first = loader.load(MemoryTree(Files.valid()))
    changed = Files.valid().replaced(CLOCK, "title:", "title: Another", 1)
    tree = _Counting(changed)
    second = loader.load(tree)
    assert [path for path in tree.reads if path.endswith("canonical.md")] == [CLOCK]
    assert second.skills["meta-no-skill-fallback"] is first.skills["meta-no-skill-fallback"]
    assert second.skills["demo-clock"] is not first.skills["demo-clock"]


def test_what_the_newest_tree_no_longer_has_is_forgotten() -> None:
    loader = Loader()
    first = loader.load(MemoryTree(Files.valid())).skills["demo-clock"]
    loader.load(MemoryTree({}))
    assert loader.load(MemoryTree(Files.valid())).skills["demo-clock"] is not first


def test_a_skill_that_moves_to_another_folder_is_another_skill() -> None:
    loader = Loader()
    loader.load(MemoryTree(Files.valid()))
    moved = Files.valid().with_file("skills/demo-copy/canonical.md", Files.valid()[CLOCK])
    assert loader.load(MemoryTree(moved)).skills["demo-copy"].id == "demo-copy"


# --- the snapshot ---------------------------------------------------------------------------------------------


def test_json_lines_are_numbered_and_a_broken_one_is_passed_over() -> None:
    findings: list[Finding] = []
    raw = b'{"a": 1}\n\n  \n{"b": \n[2]\n'
    assert json_lines(raw, "x.jsonl", findings) == [(1, {"a": 1}), (5, [2])]
    assert [(finding.place.file, finding.place.line) for finding in findings] == [("x.jsonl", 4)]


def test_a_snapshot_row_is_newer_than_its_seed_and_a_superseded_one_is_gone() -> None:
    lines = (
        '{"uid": "val-00001", "name": "demo-new-name", "status": "stable"}\n'
        '{"uid": "val-00009", "name": "demo-old", "superseded_at": "2026-11-01T00:00:00Z"}\n'
        '{"name": "demo-without-uid"}\n'
        "not json\n"
    )
    corpus = Files.valid().with_file(VALUES, lines).load()
    assert corpus.snapshot == (Row("val-00001", "demo-new-name", "stable"),)
    assert corpus.catalogue.row("val-00001") == Row("val-00001", "demo-new-name", "stable")
    assert corpus.seed.row("val-00001") != corpus.catalogue.row("val-00001")
    assert corpus.catalogue.row("val-00009") is None
    assert [(finding.place.file, finding.place.line) for finding in corpus.findings] == [(VALUES, 4)]


# --- the catalogue's faults -----------------------------------------------------------------------------------


def test_every_broken_path_is_listed_however_many_sound_ones_there_are() -> None:
    entry = Files.valid().load().documents[PATHS].value["paths"]["demo-certificate"]
    sound = {f"path-{number:04d}": entry for number in range(400)}
    broken = {**sound, "path-0001": {**entry, "purpose": "fun"}, "path-0399": {**entry, "priority": 1}}
    catalogue = {**Files.valid().load().documents[PATHS].value, "paths": broken}
    document = Files.valid().with_file(PATHS, json.dumps(catalogue)).load().documents[PATHS]
    assert [fault.pointer for fault in document.schema_faults] == [
        "/paths/path-0001/purpose",
        "/paths/path-0399/priority",
    ]


@pytest.mark.parametrize("value", [[], {"paths": []}, {"paths": {}}, {"paths": {"a-b": 1}}, None, 1])
def test_a_catalogue_of_any_shape_has_its_faults_listed(value: object) -> None:
    document = Files.valid().with_file(PATHS, json.dumps(value)).load().documents[PATHS]
    assert document.schema_faults


# --- anything at all ------------------------------------------------------------------------------------------


def _survives(corpus: Corpus, rules: Iterable[Rule] = RULES_OF_CONTENT) -> None:
    """Every rule runs to its end."""
    findings = run_rules(rules, Context.of(corpus))
    assert [finding for finding in findings if "could not run" in finding.message] == []


def _repeated(unit: bytes, head: bytes = b"", tail: bytes = b"", size: int = caps.BODY_BYTES) -> bytes:
    return head + unit * ((size - len(head) - len(tail)) // len(unit)) + tail


HEAD = Files.valid()[APPLICATION].partition(b"\n---\n")[0] + b"\n---\n"

BODY_UNITS = [
    b"<", b"<VV ", b"<VV>", b"</VV>", b'<VV name="', b"<Risk>", b"<Risk><Risk></Risk>", b"<!--", b"<!-- -->", b"`",
    b"``\n", b"```\n", b"[a]", b"[", b"[a](b) ", b"- x\n", b"1. x\n", b"# x\n", b"## Process\n", b"---\n", b"\n", b" ",
    b"1000 euros ", b"https://a.be/ ", b"\xc3\xa9", b"scrub ", b"***\n", b'<Path id="x" />', b"\\", b"<A b='c'",
    b"## Required documents\n- a\n", b"{", b"|a", b"\t",
]  # fmt: skip
YAML_UNITS = [
    b"a: ", b"- ", b"[", b"{", b"[a,", b"&a ", b"*a ", b"? ", b'"', b"'", b"!!x ", b"|\n", b"# x\n", b"- a: b\n", b"1",
    b"{a: ", b"\t", b"a:\n ", b"x: [1,2]\n", b"- {}\n", b"\xc2\x85", b"%a\n", b"...\n",
]  # fmt: skip
JSON_UNITS = [
    b"[", b"{", b'{"a":', b"[1,", b'"', b"\\", b"1", b"-", b"[[],", b'{"a":1},', b"null,", b"\n", b'"a",', b"{},",
    b"\\u0000", b"\xc3\xa9",
]  # fmt: skip

HOSTILE_SKILLS = [
    *(_repeated(unit, HEAD) for unit in BODY_UNITS),
    *(_repeated(unit, b"---\n", b"\n---\n") for unit in YAML_UNITS),
    *(_repeated(unit, b"---\nid: demo-application\nrequires:\n", b"\n---\n") for unit in YAML_UNITS),
    b"---\n" + b"".join(b"k%d: 1\n" % number for number in range(20_000)) + b"---\n",
    b"---\nid: demo-application\nrequires: [" + b"{}, " * 60_000 + b"]\n---\n",
]

HOSTILE_CATALOGUES = [
    *(_repeated(unit) for unit in JSON_UNITS),
    *(_repeated(unit, b'{"paths":{"a":[', b"1]}}") for unit in JSON_UNITS),
    b'{"paths":{' + b",".join(b'"p%d":{}' % number for number in range(20_000)) + b"}}",
    b'{"paths":{"a-b":{"sources":[' + b"{}," * 60_000 + b"{}]}}}",
]


SECOND = 100
"""The bar of this house: whatever the bytes, never over a second, which is so many times a plain loop (tests.pace)."""


_one_second = settings(max_examples=80)
"""Eighty examples, each of them held to the bar by `_survives_in_time`."""


@st.composite
def _damaged(draw: st.DrawFn, valid: bytes) -> bytes:
    """A valid file with a piece cut, doubled, moved or replaced by anything."""
    start = draw(st.integers(0, len(valid)))
    end = draw(st.integers(start, min(len(valid), start + 400)))
    piece = valid[start:end]
    junk = (
        draw(st.text(max_size=20)).encode("utf-8", "surrogatepass")
        if draw(st.booleans())
        else draw(st.binary(max_size=20))
    )
    elsewhere = draw(st.integers(0, len(valid)))
    return draw(
        st.sampled_from(
            (
                valid[:start],
                valid[start:],
                valid[:start] + valid[end:],
                valid[:start] + piece + piece + valid[end:],
                valid[:start] + junk + valid[end:],
                valid[:elsewhere] + piece + valid[elsewhere:],
            )
        )
    )


@_one_second
@given(
    st.binary(max_size=4096) | st.text(max_size=2000).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_any_bytes_may_be_a_skill(raw: bytes) -> None:
    _survives_in_time(Files.valid().with_file(APPLICATION, raw))


@_one_second
@given(
    st.binary(max_size=2000) | st.text(max_size=2000).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_any_bytes_may_be_the_body_of_a_skill(raw: bytes) -> None:
    _survives_in_time(Files.valid().with_file(APPLICATION, HEAD + raw))


@_one_second
@given(_damaged(Files.valid()[APPLICATION]))
@example(b"---\nid: demo-application\n---")
@example(b"---\n---\n")
def test_any_damage_to_a_skill_is_survived(raw: bytes) -> None:
    _survives_in_time(Files.valid().with_file(APPLICATION, raw))


@_one_second
@given(st.binary(max_size=4096))
@example(b"null")
@example(b'{"paths": {"": {}}}')
def test_any_bytes_may_be_the_catalogue(raw: bytes) -> None:
    _survives_in_time(Files.valid().with_file(PATHS, raw))


@_one_second
@given(_damaged(Files.valid()[PATHS]))
def test_any_damage_to_the_catalogue_is_survived(raw: bytes) -> None:
    _survives_in_time(Files.valid().with_file(PATHS, raw))


_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda children: (
        st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=8), children, max_size=4)
    ),
    max_leaves=20,
)


@_one_second
@given(
    st.sampled_from([PATHS, COMMUNES, SEED_FILE, "data/authorities.json", "schemas/types.json"]), st.data()
)
def test_any_json_in_any_place_of_a_document_is_survived(file: str, data: st.DataObject) -> None:
    value = Files.valid().load().documents[file].value
    places = list(paths(value))
    path = data.draw(st.sampled_from(places))
    changed = copy.deepcopy(value)
    parent_of(changed, path)[path[-1]] = data.draw(_json)
    _survives_in_time(Files.valid().with_file(file, json.dumps(changed)), ALL_RULES)


@_one_second
@given(st.data())
def test_any_json_in_any_field_of_a_skill_is_survived(data: st.DataObject) -> None:
    skill = Files.valid().load().skills["demo-application"]
    value = copy.deepcopy(dict(skill.fields.data))
    path = data.draw(st.sampled_from(list(paths(value))))
    parent_of(value, path)[path[-1]] = data.draw(_json)
    front = json.dumps(value).encode()
    _survives_in_time(
        Files.valid().with_file(APPLICATION, b"---\n" + front + b"\n---\n" + skill.body.text.encode())
    )


def _survives_in_time(files: Files, rules: Iterable[Rule] = RULES_OF_CONTENT) -> None:
    with within(SECOND):
        _survives(files.load(), rules)


def _loaded_in_time(files: Files) -> Corpus:
    with within(SECOND):
        return files.load()


@pytest.mark.unmeasured
@pytest.mark.parametrize("raw", HOSTILE_SKILLS, ids=lambda raw: repr(raw[-40:]))
def test_a_skill_of_the_largest_size_is_loaded_within_a_second_and_no_rule_stops_at_it(raw: bytes) -> None:
    _survives(_loaded_in_time(Files.valid().with_file(APPLICATION, raw)))


@pytest.mark.unmeasured
@pytest.mark.parametrize("raw", HOSTILE_CATALOGUES, ids=lambda raw: repr(raw[:40]))
def test_a_hostile_catalogue_is_loaded_within_a_second_and_no_rule_stops_at_it(raw: bytes) -> None:
    _survives(_loaded_in_time(Files.valid().with_file(PATHS, raw)))


class TestWhatIsNoPlainFile:
    """It is named and left out; nobody may think it was read."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        for name, content in Files.valid().items():
            target = tmp_path / "corpus" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        (tmp_path / "corpus/skills/lone").mkdir()
        return tmp_path / "corpus"

    @staticmethod
    def left_out(folder: Path) -> list[tuple[str, str]]:
        corpus = Loader().load(DirectoryTree(folder))
        assert len(corpus.skills) == 3
        return [(finding.place.file, finding.message) for finding in corpus.findings]

    def test_a_link_is_named(self, folder: Path) -> None:
        (folder / "skills/lone/canonical.md").symlink_to(folder / CLOCK)
        (folder / "skills/other").symlink_to(folder / "skills/demo-clock")
        assert sorted(self.left_out(folder)) == [
            ("skills/lone/canonical.md", "is a link; links are not followed, and is left out"),
            ("skills/other", "is a link; links are not followed, and is left out"),
        ]

    def test_a_folder_in_the_place_of_a_file_is_named(self, folder: Path) -> None:
        (folder / "skills/lone/canonical.md").mkdir()
        assert self.left_out(folder) == [
            ("skills/lone/canonical.md", "is a folder where a file is expected, and is left out")
        ]

    def test_a_pipe_is_named_and_not_opened(self, folder: Path) -> None:
        os.mkfifo(folder / "skills/lone/canonical.md")
        assert self.left_out(folder) == [("skills/lone/canonical.md", "is not a plain file, and is left out")]

    def test_a_name_that_cannot_be_printed_is_escaped(self, folder: Path) -> None:
        (folder / "skills/lone/a\x1b[31m.md").write_bytes(b"x\n")
        assert [file for file, _ in self.left_out(folder)] == ["skills/lone/a\\x1b[31m.md"]

    def test_links_submodules_and_odd_names_of_a_commit_are_named_too(self, tmp_path: Path) -> None:
        repository = pygit2.init_repository(str(tmp_path), bare=True)
        blob = repository.create_blob(b"x\n")
        builder = repository.TreeBuilder()
        builder.insert("link.md", blob, pygit2.enums.FileMode.LINK)
        builder.insert("odd\x07.md", blob, pygit2.enums.FileMode.BLOB)
        builder.insert("module", pygit2.Oid(hex="1" * 40), pygit2.enums.FileMode.COMMIT)
        who = pygit2.Signature("Somebody", "somebody@example.org", 1_763_200_000, 0)
        commit = repository.create_commit("refs/heads/main", who, who, "odd", builder.write(), [])
        tree = CommitTree(repository, str(commit))
        assert tree.paths() == []
        assert sorted(tree.left_out()) == [
            ("link.md", "is a link; links are not followed"),
            ("module", "is not a plain file"),
            ("odd\\x07.md", "has a name with characters that do not belong in one"),
        ]


def test_one_endless_version_does_not_silence_the_rule_for_the_others() -> None:
    files = (
        Files.valid()
        .replaced(APPLICATION, "version: 0.1.0", "version: 0.1." + "9" * 5000)
        .replaced(CLOCK, "version: 0.2.3", "version: 0.1.3")
    )
    findings = files.findings()
    assert ("rule-18", CLOCK) in {(finding.rule, finding.place.file) for finding in findings}
    assert not any("could not run" in finding.message for finding in findings)
