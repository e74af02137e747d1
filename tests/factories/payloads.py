"""The fixture files by what they are, and the payloads that tests start from."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from becivic.packaged import corpus_folder
from becivic.rules import pointers
from becivic.rules.schemas import SchemaFile
from becivic.rules.submissions import SubmissionType

FIXTURES = Path(__file__).parent.parent / "fixtures"

FOLDERS = {
    "concerns": SubmissionType.CONCERN,
    "amendments": SubmissionType.AMENDMENT,
    "validations": SubmissionType.VALIDATION,
    "drafts": SubmissionType.DRAFT,
    "feedback_channel": SubmissionType.FEEDBACK,
    "ratings": SubmissionType.RATING,
    "analytics": SubmissionType.ANALYTICS,
}
"""One folder a type; the names are those of lifecycle 12."""

CATEGORIES = (
    "schema",
    "identity",
    "capability",
    "pii",
    "cross-ref",
    "diff",
    "uid",
    "self-validation",
    "timing",
)
"""What an invalid file's name starts with, see tests/fixtures/README.md."""

ENVELOPE_HEADER = (
    "submitted_at",
    "submitting_agent",
    "submission_contract_version",
    "declared_capabilities",
)


class Fixture(NamedTuple):
    """A file below tests/fixtures."""

    file: Path

    @property
    def name(self) -> str:
        return self.file.relative_to(FIXTURES).as_posix()

    @property
    def folder(self) -> str:
        return self.file.relative_to(FIXTURES).parts[0]

    @property
    def type(self) -> SubmissionType:
        return FOLDERS[self.folder]

    @property
    def category(self) -> str:
        """The category its name promises."""
        stem = self.file.stem.removeprefix("item-")
        return next(category for category in CATEGORIES if stem.startswith(f"{category}-"))

    def read(self) -> Any:
        """A fresh copy, free to be changed."""
        return copy.deepcopy(_read(self.file))

    def __str__(self) -> str:
        return self.name


@cache
def _read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def fixtures(pattern: str) -> list[Fixture]:
    """Every file that a glob below tests/fixtures finds; at least one."""
    found = [Fixture(file) for file in sorted(FIXTURES.glob(pattern))]
    assert found, f"no fixture matches {pattern}"
    return found


def submissions(verdict: str) -> list[Fixture]:
    """The payloads of every type, `valid` or `invalid`."""
    return [each for folder in FOLDERS for each in fixtures(f"{folder}/{verdict}/**/*.json")]


def payload(name: str) -> Any:
    """One payload by its name below tests/fixtures, without `.json`."""
    return Fixture(FIXTURES / f"{name}.json").read()


def instances() -> list[tuple[SchemaFile, Fixture]]:
    """Every fixture that is an instance of a schema, valid or not, with that schema."""
    found = [
        (SchemaFile(each.type.schema_file), each) for each in (*submissions("valid"), *submissions("invalid"))
    ]
    found += [(SchemaFile.ENVELOPE, each) for each in fixtures("envelopes/*/*.json")]
    found += [(SchemaFile.PROFILE, each) for each in fixtures("profiles/*/*.json")]
    found += [(SchemaFile.PATH_SOURCE, each) for each in fixtures("path-sources/*/*valid-*.json")]
    return found


def merged_items(envelope: Any) -> list[tuple[str, dict[str, Any]]]:
    """Each item that is one as its own payload: the header said once is merged into it (R-ENV-04)."""
    return [
        (item["type"], _merged(envelope, item))
        for item in envelope["items"]
        if isinstance(item, dict) and "type" in item
    ]


def _merged(envelope: Any, item: dict[str, Any]) -> dict[str, Any]:
    merged = {name: envelope[name] for name in ENVELOPE_HEADER}
    merged |= {name: value for name, value in item.items() if name != "type"}
    kind = next((each for each in SubmissionType if each.value == item["type"]), None)
    if kind is not None:
        merged["schema_version"] = kind.facts.schema_version
        if kind.facts.session_id_permitted:
            merged["session_id"] = envelope["session_id"]
    return merged


GRAPH = {
    "generated_at": "2026-11-15T10:00:00Z",
    "filters_applied": {"applies_to": ["nationality"], "status": ["alpha"], "customer_locale": "FR"},
    "nodes": [
        {
            "id": "nationality-application",
            "title": "Declare Belgian nationality",
            "summary": "Five routes to Belgian nationality.",
            "description": "Five routes to Belgian nationality, with papers and duty.",
            "status": "alpha",
            "canonical_url": "https://becivic.be/skills/nationality-application",
            "tags": ["nationality"],
            "applies_to": "nationality",
            "prerequisites": [],
            "related": ["nationality-residence-clock"],
            "profile_requirements": ["region"],
        }
    ],
    "edges": [{"from": "nationality-application", "to": "nationality-residence-clock", "type": "related"}],
}

SKILLS_INDEX: dict[str, Any] = {
    "schema_version": 3,
    "generated_at": "2026-11-15T10:00:00Z",
    "skills": [
        {
            "id": "nationality-application",
            "title": "Declare Belgian nationality",
            "version": "0.1.0",
            "status": "alpha",
            "origin": "be-civic",
            "commit": "0" * 40,
            "category": "belgium-federal",
            "applies_to": {"residency_status": ["registered"]},
            "last_verified": None,
            "summary_missing": True,
            "validation": {
                "confirms": 0,
                "rejects": 0,
                "distinct_ips": 0,
                "cohort_started_at": "2026-11-15T10:00:00Z",
            },
            "activity": {
                "last_used": "2026-11-14",
                "total_concerns": 0,
                "concerns_30d": 0,
                "origin_diversity_30d": 0,
            },
        }
    ],
}

PATHS_ACTIVITY = {
    "schema_version": 1,
    "generated_at": "2026-11-15T10:00:00Z",
    "paths": [
        {
            "id": "birth-certificate-belgian",
            "uid": "pth-00001",
            "title": {"en": "Birth certificate (Belgian)"},
            "version": "0.1.0",
            "status": "alpha",
            "origin": "be-civic",
            "commit": "0" * 7,
            "category": "belgium-federal-civil-status",
            "purpose": "submission",
            "last_verified": "2026-11-14",
            "validation": SKILLS_INDEX["skills"][0]["validation"],
            "sources_summary": {
                "count": 1,
                "by_status": {"untried": 1, "confirmed": 0, "disputed": 0, "rejected": 0},
                "by_class": {"offline": 1},
            },
            "activity": SKILLS_INDEX["skills"][0]["activity"],
        }
    ],
}

ACTIVITY = {
    "schema_version": 1,
    "generated_at": "2026-11-15T10:00:00Z",
    **{
        kind: {"total": 1, "by_status": {"alpha": 1}}
        for kind in ("skills", "paths", "volatile_values", "references")
    },
    "concerns": {"total": 1, "last_30d": 1, "by_target_type": {"skill": 1}},
    "validations": {"confirms": 0, "rejects": 0, "last_30d": 0},
    "most_active": [
        {
            "target_type": "skill",
            "id": "nationality-application",
            "status": "alpha",
            "concerns_30d": 1,
            "last_used": "2026-11-14",
        }
    ],
}


TERMS: Any = {
    "schema_version": 1,
    "terms": [
        {
            "id": "demo-card",
            "kind": "document",
            "name": {"fr": "Carte de séjour", "nl": "Verblijfskaart", "en": "Residence card"},
            "also": {"fr": ["Carte orange"], "en": ["orange card"]},
            "source": "ref-00001",
        },
        {"id": "demo-desk", "kind": "authority", "name": {"en": "The desk"}, "also": {"en": ["Orange card"]}},
    ],
}


@cache
def valid_instances() -> list[tuple[SchemaFile, Any]]:
    """At least one valid instance of every schema, small enough to be broken many times over."""
    found = [(SchemaFile(each.type.schema_file), each.read()) for each in submissions("valid")]
    found += [(SchemaFile.ENVELOPE, each.read()) for each in fixtures("envelopes/valid/*.json")]
    found += [(SchemaFile.PROFILE, each.read()) for each in fixtures("profiles/valid/*.json")]
    found += [(SchemaFile.PATH_SOURCE, each.read()) for each in fixtures("path-sources/*/valid-source.json")]
    found += [
        (SchemaFile.PATH, each.read()["path"]) for each in fixtures("path-eligibility/operators-*.json")
    ]
    found += [
        (SchemaFile.SKILL, each.read()["content"]["frontmatter"])
        for each in fixtures("drafts/valid/skill/*.json")
    ]
    found += [(schema, _read(corpus_folder() / file)) for file, schema in _DATA_FILES.items()]
    communes = _read(corpus_folder() / "data/communes.json")
    found.append((SchemaFile.COMMUNES, {**communes, "communes": communes["communes"][:3]}))
    found += [
        (SchemaFile.SKILL_GRAPH, GRAPH),
        (SchemaFile.SKILLS_INDEX, SKILLS_INDEX),
        (SchemaFile.PATHS_ACTIVITY, PATHS_ACTIVITY),
        (SchemaFile.ACTIVITY, ACTIVITY),
        (SchemaFile.TERMS, TERMS),
        (SchemaFile.COMMON, {}),
    ]
    return found


_DATA_FILES = {
    "paths/index.json": SchemaFile.PATHS_INDEX,
    "data/authorities.json": SchemaFile.AUTHORITIES,
    "scrub/regex-rules.json": SchemaFile.REGEX_RULES,
    "catalogue-seed.json": SchemaFile.CATALOGUE_SEED,
    "schemas/types.json": SchemaFile.TYPES,
    "schemas/categories.json": SchemaFile.CATEGORIES,
    "schemas/source-classes.json": SchemaFile.SOURCE_CLASSES,
}


ABSENT = object()
"""As the new value of a place: take it away."""


def edited(instance: Any, changes: dict[str, Any]) -> Any:
    """A copy with the values at some JSON pointers replaced, added, or taken away."""
    result = copy.deepcopy(instance)
    for pointer, value in changes.items():
        *steps, last = pointers.split(pointer)
        parent = result
        for step in steps:
            parent = parent[int(step) if isinstance(parent, list) else step]
        key = int(last) if isinstance(parent, list) else last
        if value is ABSENT:
            del parent[key]
        else:
            parent[key] = copy.deepcopy(value)
    return result
