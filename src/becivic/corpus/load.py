"""Loads a whole corpus from a tree. What cannot be read is reported and left out; it never takes the rest down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from becivic.corpus import frontmatter
from becivic.corpus.body import Body
from becivic.corpus.directory import PATHS_INDEX, PathDirectory
from becivic.corpus.documents import JsonDocument
from becivic.corpus.fields import Fields
from becivic.corpus.findings import Finding, Place, Severity
from becivic.corpus.graph import Graph
from becivic.corpus.quiet import collector_paused
from becivic.corpus.reference_data import (
    AUTHORITIES_FILE,
    CATEGORIES_FILE,
    COMMUNES_FILE,
    SOURCE_CLASSES_FILE,
    TYPES_FILE,
    Communes,
    SourceClasses,
    Types,
)
from becivic.corpus.scrubbing import SCRUB_RULES_FILE, Scrubbing, scrubbing
from becivic.corpus.seed import SEED_FILE, SNAPSHOT_FILES, Row, RowCatalogue, seed_rows, snapshot_row
from becivic.corpus.skill import Skill
from becivic.corpus.terms import TERMS_FILE, Terms
from becivic.corpus.tree import OverlayTree, Tree
from becivic.rules import caps
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.schemas import SchemaFault, SchemaFile, SchemaRegistry, packaged_registry

UNREADABLE: Final = "unreadable"
"""The rule id of everything the loader itself refuses."""

CANONICAL: Final = "canonical.md"

DOCUMENTS: Final = {
    PATHS_INDEX: SchemaFile.PATHS_INDEX,
    COMMUNES_FILE: SchemaFile.COMMUNES,
    AUTHORITIES_FILE: SchemaFile.AUTHORITIES,
    TERMS_FILE: SchemaFile.TERMS,
    TYPES_FILE: SchemaFile.TYPES,
    CATEGORIES_FILE: SchemaFile.CATEGORIES,
    SOURCE_CLASSES_FILE: SchemaFile.SOURCE_CLASSES,
    SEED_FILE: SchemaFile.CATALOGUE_SEED,
    SCRUB_RULES_FILE: SchemaFile.REGEX_RULES,
}
"""The JSON files with a meaning of their own, and the schema each is held to."""


_WORKED_OUT: Final = (
    "authorities", "catalogue", "categories", "communes", "paths", "scrubbing", "seed", "source_classes", "terms", "types",
)  # fmt: skip
"""What a corpus works out of its documents alone."""


@dataclass(frozen=True, eq=False)
class Corpus:
    """One commit's worth of authored truth. Immutable: a new commit is a new Corpus, equal to itself alone (design 3)."""

    tree: Tree
    files: frozenset[str]
    skills: Mapping[str, Skill]
    documents: Mapping[str, JsonDocument]
    findings: tuple[Finding, ...]
    """What the loader could not read."""
    snapshot: tuple[Row, ...] = ()
    graph: Graph = field(default_factory=lambda: Graph({}, {}))

    @property
    def commit(self) -> str | None:
        return self.tree.commit

    def remember(self, other: Corpus, *, with_paths: bool) -> None:
        """Take over what was worked out of the documents, which are the same but perhaps for the path catalogue."""
        self.__dict__.update(
            {
                name: worked_out
                for name, worked_out in other.__dict__.items()
                if name in _WORKED_OUT and (with_paths or name != "paths")
            }
        )

    def knows_skill(self, skill_id: str) -> bool:
        """Whether the tree has this skill, readable or not: of the unreadable the loader has spoken."""
        return skill_id in self.skills or f"skills/{skill_id}/{CANONICAL}" in self.files

    @cached_property
    def paths(self) -> PathDirectory:
        return PathDirectory(self.documents[PATHS_INDEX])

    @cached_property
    def communes(self) -> Communes:
        return Communes(self.documents[COMMUNES_FILE])

    @cached_property
    def authorities(self) -> Fields:
        return self.documents[AUTHORITIES_FILE].fields

    @cached_property
    def terms(self) -> Terms:
        return Terms(self.documents[TERMS_FILE])

    @cached_property
    def types(self) -> Types:
        return Types(self.documents[TYPES_FILE])

    @cached_property
    def categories(self) -> list[str]:
        return [entry.text("id") for entry in self.documents[CATEGORIES_FILE].fields.children("categories")]

    @cached_property
    def source_classes(self) -> SourceClasses:
        return SourceClasses(self.documents[SOURCE_CLASSES_FILE], self.communes)

    @cached_property
    def scrubbing(self) -> Scrubbing:
        """The scrub rules of this corpus, for its own content and for what is sent to it."""
        return scrubbing(self.documents[SCRUB_RULES_FILE].text)

    @cached_property
    def seed(self) -> RowCatalogue:
        """The uids that the packaged seed minted."""
        return RowCatalogue(seed_rows(self.documents[SEED_FILE].fields))

    @cached_property
    def catalogue(self) -> RowCatalogue:
        """Seed and snapshot together; a snapshot row is newer than its seed."""
        return RowCatalogue([*seed_rows(self.documents[SEED_FILE].fields), *self.snapshot])


class Loader:
    """Loads corpora, remembering what was parsed by blob id so that an unchanged file is never read twice."""

    def __init__(self, registry: SchemaRegistry | None = None) -> None:
        self._registry = registry or packaged_registry()
        self._skills: dict[tuple[str, str], Skill] = {}
        self._documents: dict[str, tuple[str, JsonDocument]] = {}

    def load(self, tree: Tree) -> Corpus:
        with collector_paused():
            return self._load(tree)

    def _load(self, tree: Tree) -> Corpus:
        files = tree.paths()
        findings = [_unreadable(path, 1, f"{reason}, and is left out") for path, reason in tree.left_out()]
        skills = self._load_skills(tree, files, findings)
        documents = {name: self._document(tree, files, name, findings) for name in DOCUMENTS}
        snapshot = tuple(_snapshot(tree, files, findings))
        return Corpus(
            tree=tree,
            files=frozenset(files),
            skills=skills,
            documents=documents,
            findings=tuple(findings),
            snapshot=snapshot,
            graph=Graph.of(skills.values()),
        )

    def amended(self, corpus: Corpus, files: Mapping[str, bytes]) -> Corpus:
        """The corpus with some files replaced or added. Only those are read; all else is as it was, to the object."""
        tree = OverlayTree(corpus.tree, files)
        changed = sorted(tree.changed)
        folders = _skill_folders(changed)
        findings = [finding for finding in corpus.findings if finding.place.file not in tree.changed]
        skills = self._amended_skills(corpus, tree, folders, findings)
        fresh = {name: self._document(tree, changed, name, findings) for name in DOCUMENTS if name in changed}
        has_rows = not tree.changed.isdisjoint(SNAPSHOT_FILES.values())
        known = corpus.files | tree.changed
        after = replace(
            corpus,
            tree=tree,
            files=known,
            skills=skills,
            documents={**corpus.documents, **fresh},
            snapshot=tuple(_snapshot(tree, known, findings)) if has_rows else corpus.snapshot,
            findings=tuple(findings),
            graph=corpus.graph.amended(skills, folders),
        )
        if not has_rows and fresh.keys() <= {PATHS_INDEX}:
            after.remember(corpus, with_paths=not fresh)
        return after

    def _amended_skills(
        self, corpus: Corpus, tree: Tree, folders: Mapping[str, list[str]], findings: list[Finding]
    ) -> dict[str, Skill]:
        skills = dict(corpus.skills)
        for folder, names in folders.items():
            skill = known = skills.pop(folder, None)
            if CANONICAL in names:
                skill = self._skill(tree, folder, findings)
            if skill is not None:
                before = known.companions if known is not None else {}
                others = _companions(tree, folder, names, findings)
                skills[folder] = replace(skill, companions={**before, **others})
        return skills

    def _load_skills(self, tree: Tree, files: list[str], findings: list[Finding]) -> dict[str, Skill]:
        skills: dict[str, Skill] = {}
        fresh: dict[tuple[str, str], Skill] = {}
        for folder, names in _skill_folders(files).items():
            if CANONICAL not in names:
                continue
            skill = self._skill(tree, folder, findings)
            if skill is not None:
                fresh[folder, skill.blob_id] = skill
                others = _companions(tree, folder, names, findings)
                skills[folder] = replace(skill, companions=others) if others else skill
        self._skills = fresh  # what the newest tree no longer has need not be remembered
        return skills

    def _skill(self, tree: Tree, folder: str, findings: list[Finding]) -> Skill | None:
        file = f"skills/{folder}/{CANONICAL}"
        try:
            blob_id = tree.blob_id(file)
            if known := self._skills.get((folder, blob_id)):
                return known
            return self._parse_skill(folder, file, blob_id, tree.read(file))
        except frontmatter.FrontmatterRefused as refused:
            findings.append(_unreadable(file, refused.line, f"{refused.reason}; the skill is left out"))
        except OSError as error:
            findings.append(_unreadable(file, 1, f"cannot be read ({error.strerror}); the skill is left out"))
        return None

    def _parse_skill(self, folder: str, file: str, blob_id: str, raw: bytes) -> Skill:
        text = _decode(raw)
        front, body, first_line = frontmatter.split(text)
        faults = tuple(self._registry.faults(SchemaFile.SKILL, front.fields.data))
        return Skill(folder, file, blob_id, front, Body(body, first_line), faults)

    def _document(
        self, tree: Tree, files: Collection[str], file: str, findings: list[Finding]
    ) -> JsonDocument:
        if file not in files:
            return JsonDocument(file)
        try:
            blob_id = tree.blob_id(file)
            known = self._documents.get(file)
            if known is None or known[0] != blob_id:
                known = self._documents[file] = (blob_id, self._parse_document(file, tree.read(file)))
            return known[1]
        except JsonRefused as refused:
            findings.append(_unreadable(file, refused.line, refused.reason))
        except OSError as error:
            findings.append(_unreadable(file, 1, f"cannot be read ({error.strerror})"))
        return JsonDocument(file)

    def _parse_document(self, file: str, raw: bytes) -> JsonDocument:
        if len(raw) > caps.CATALOGUE_BYTES:
            raise JsonRefused(f"is larger than {caps.CATALOGUE_BYTES // 1024 // 1024} MiB")
        value = parse_json(raw)
        return JsonDocument(file, value, raw.decode("utf-8"), tuple(self._faults(DOCUMENTS[file], value)))

    def _faults(self, schema: SchemaFile, value: Any) -> list[SchemaFault]:  # noqa: ANN401  any JSON value
        """What is wrong with a document. Sound paths are set aside first, so that every broken one is listed."""
        paths = Fields.of(value).child("paths").data
        if schema is SchemaFile.PATHS_INDEX and paths and not self._registry.is_valid(schema, value):
            broken = {
                key: entry
                for key, entry in paths.items()
                if not self._registry.is_valid(schema, {**value, "paths": {key: entry}})
            }
            value = {**value, "paths": broken}
        return self._registry.faults(schema, value)


def _skill_folders(files: Iterable[str]) -> dict[str, list[str]]:
    """The names below each skill's folder."""
    folders: dict[str, list[str]] = {}
    for path in files:
        top, _, rest = path.partition("/")
        folder, slash, name = rest.partition("/")
        if top == "skills" and slash:
            folders.setdefault(folder, []).append(name)
    return folders


def _companions(tree: Tree, folder: str, names: list[str], findings: list[Finding]) -> dict[str, str]:
    """The other files of a skill's folder, by blob."""
    found: dict[str, str] = {}
    for name in names:
        file = f"skills/{folder}/{name}"
        try:
            if name != CANONICAL:
                found[name] = tree.blob_id(file)
        except OSError as error:
            findings.append(_unreadable(file, 1, f"cannot be read ({error.strerror})"))
    return found


def _decode(raw: bytes) -> str:
    if len(raw) > caps.BODY_BYTES:
        raise frontmatter.FrontmatterRefused(f"is larger than {caps.BODY_BYTES // 1024} KiB", 1)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise frontmatter.FrontmatterRefused("is not valid UTF-8", line) from None
    # The encoding check names a byte order mark or CRLF; reading on keeps the other faults visible.
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _snapshot(tree: Tree, files: Collection[str], findings: list[Finding]) -> list[Row]:
    rows: list[Row] = []
    for file in SNAPSHOT_FILES.values():
        if file not in files:
            continue
        try:
            raw = tree.read(file)
        except OSError as error:
            findings.append(_unreadable(file, 1, f"cannot be read ({error.strerror})"))
            continue
        for _, value in json_lines(raw, file, findings):
            row = snapshot_row(Fields.of(value))
            if row is not None and row.uid:
                rows.append(row)
    return rows


def json_lines(raw: bytes, file: str, findings: list[Finding]) -> list[tuple[int, Any]]:
    """The values of a JSONL file with their lines; a line that is not JSON is reported and passed over."""
    values: list[tuple[int, Any]] = []
    for number, line in enumerate(raw.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            values.append((number, parse_json(line)))
        except JsonRefused as refused:
            findings.append(_unreadable(file, number, refused.reason))
    return values


def _unreadable(file: str, line: int, reason: str) -> Finding:
    return Finding(
        UNREADABLE,
        Severity.ERROR,
        Place(file, line),
        reason,
        "Correct the file so that it can be read; everything else about it is checked after that.",
    )
