"""What the harness needs of the server's tables, as data: it runs where the server is not installed, and rules stand once.

Beside them the communes in short, and which files of the corpus a zipapp or a wheel carries along.
"""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from functools import cache
from typing import Any, Final

from becivic.intake.stages.scrub import CORPUS_CONTENT
from becivic.onboarding.places import offered_communes
from becivic.packaged import corpus_folder
from becivic.rules import caps, schemas
from becivic.rules.capabilities import Capability, Tier
from becivic.rules.contract import CONTRACT_MAJORS, CONTRACT_VERSION, ENVELOPE_SCHEMA_VERSION
from becivic.rules.errors import ErrorCategory
from becivic.rules.identity import EQUIVALENTS
from becivic.rules.json_text import NUMBER_DIGITS, pretty_json
from becivic.rules.limits import ENVELOPE_ITEMS
from becivic.rules.places import COMMUNE_GROUPS, ProfileRegion
from becivic.rules.reading import GRAPH_STATUSES
from becivic.rules.routes import COMPUTED_PREDICATE_FIELDS, PREDICATE_FIELDS
from becivic.rules.statuses import Status
from becivic.rules.submissions import CLOCK_AHEAD, CLOCK_BEHIND, ENVELOPE_HEADER, SubmissionType
from becivic.rules.targets import TargetType
from tools.packaged_corpus import packaged

FOLDER: Final = "src/becivic_harness/data"
RULES: Final = f"{FOLDER}/submission-rules.json"
COMMUNES: Final = f"{FOLDER}/communes.json"

_REFUSALS: Final = (
    ErrorCategory.SCHEMA_FAIL,
    ErrorCategory.IDENTITY_FIELD_PRESENT,
    ErrorCategory.CAPABILITY_MISMATCH,
    ErrorCategory.REGEX_FAIL,
    ErrorCategory.LAYER2_SCRUB_FAILURE,
    ErrorCategory.CROSS_REF_FAIL,
    ErrorCategory.DIFF_APPLY_FAILED,
)
"""What can be told before anything is sent."""

_NOT_CARRIED: Final = ("examples", "description", "title", "$comment", "default", "deprecated")
"""Of a schema in a package: words for people, who read it where it is published."""


_NAMED: Final = ("properties", "patternProperties", "dependentSchemas", "$defs")
_DATA: Final = ("enum", "const")


def rules_text() -> str:
    """With the hash of what it says, so that anybody can tell which rules a copy goes by."""
    rules = _rules()
    written = json.dumps(rules, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return pretty_json({"sha256": hashlib.sha256(written.encode()).hexdigest(), **rules})


def _rules() -> dict[str, Any]:
    return {
        "contract_version": CONTRACT_VERSION,
        "contract_majors": list(CONTRACT_MAJORS),
        "envelope": {
            "schema_version": ENVELOPE_SCHEMA_VERSION,
            "header": list(ENVELOPE_HEADER),
            "items": ENVELOPE_ITEMS,
        },
        "caps": {
            "body_bytes": caps.BODY_BYTES,
            "nesting": caps.NESTING,
            "number_digits": NUMBER_DIGITS,
            "research_notes_bytes": caps.RESEARCH_NOTES,
        },
        "clock": {
            "seconds_ahead": CLOCK_AHEAD // timedelta(seconds=1),
            "seconds_behind": CLOCK_BEHIND // timedelta(seconds=1),
        },
        "types": {kind.value: _type(kind) for kind in SubmissionType},
        "tiers": {tier.name.lower(): [each for each in Capability if each in tier.required] for tier in Tier},
        "graph_statuses": list(GRAPH_STATUSES),
        "terminal_statuses": [status for status in Status if status.is_terminal],
        "predicate_fields": [*PREDICATE_FIELDS, *COMPUTED_PREDICATE_FIELDS],
        "commune_groups": list(COMMUNE_GROUPS),
        "remedies": {category.value: category.remedy for category in _REFUSALS},
        "identity_names": sorted(EQUIVALENTS),
        "declared_names": sorted(
            name for name in schemas.declared_names() if not schemas.PLAIN_NAME.fullmatch(name)
        ),
    }


def _type(kind: SubmissionType) -> dict[str, Any]:
    facts = kind.facts
    return {
        "id_field": kind.id_field,
        "id_prefix": facts.id_prefix,
        "route": facts.route,
        "schema_version": facts.schema_version,
        "staged": facts.staged,
        "in_envelope": facts.in_envelope,
        "takes_session_id": facts.session_id_permitted,
        "tier": {
            target: kind.tier(TargetType(target) if target else None).name.lower()
            for target in _targets(kind)
        },
        "corpus_content": list(CORPUS_CONTENT.get(kind, ())),
    }


def _targets(kind: SubmissionType) -> tuple[str, ...]:
    """Empty for a type that speaks of nothing but Be Civic itself."""
    return tuple(target.value for target in kind.facts.targets) or ("",)


def communes_text() -> str:
    """One a line: code, slug, three names, the key of its region, languages and postal codes."""
    offered = offered_communes(packaged().communes)
    areas = {each.nis5: each.region for each in offered}
    entries = [packaged().communes.by_code[code] for code in sorted(areas)]
    keys = {region: region.value[0] for region in ProfileRegion if region in areas.values()}
    regions = {
        keys[areas[entry.text("nis_code")]]: [entry.text("region"), areas[entry.text("nis_code")].value]
        for entry in entries
    }
    rows = [
        [
            *(entry.raw(name) for name in ("nis_code", "slug", "name_fr", "name_nl", "name_de")),
            keys[areas[entry.text("nis_code")]],
            [language for language, _ in entry.texts("languages_available")],
            [code for code, _ in entry.texts("postal_codes")],
        ]
        for entry in entries
    ]
    head = {
        "nomenclature_date": packaged().communes.document.fields.text("nomenclature_date"),
        "regions": dict(sorted(regions.items())),
    }
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "communes": [\n{lines}\n]}}\n'


@cache
def carried() -> dict[str, bytes]:
    """What a package holds in its `data` folder beside what is generated there, by its name in the corpus."""
    files = {
        f"schemas/{file}": json.dumps(_short(document), ensure_ascii=False, separators=(",", ":")).encode()
        for file, document in schemas.packaged_registry().documents.items()
    }
    files["scrub/regex-rules.json"] = (corpus_folder() / "scrub/regex-rules.json").read_bytes()
    return files


def _short(schema: Any) -> Any:  # noqa: ANN401  a schema, or what stands in one
    if isinstance(schema, list):
        return [_short(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _short_value(key, value) for key, value in schema.items() if key not in _NOT_CARRIED}


def _short_value(keyword: str, value: Any) -> Any:  # noqa: ANN401
    if keyword in _DATA:
        return value
    if keyword in _NAMED:
        return {name: _short(below) for name, below in value.items()}
    return _short(value)
