"""The part of `/agents/submit/<type>` that the schemas write: every field, a valid example each, every refusal (R-AGT-03).

The words around it are the corpus's. What stands here cannot differ from what the service takes: it is made from it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from becivic.rules.limits import ENVELOPE_ITEMS, Limit
from becivic.rules.refusals import refusal_categories
from becivic.rules.schema_fields import Field, Part, field, fields, refused
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import SubmissionType

Rule = tuple[str, Mapping[str, Any]]
"""Something a schema says for one target type: the subtype it says it for, if for one only, and what it says."""

PAGES: Final = tuple(kind for kind in SubmissionType if kind.facts.in_envelope)
"""The types that have a page; usage statistics are sent by code (R-ANL-01)."""

FOLDER: Final = "/agents/submit"

_FOLLOWS_TARGET: Final = ("target_id", "proposed_id", "content")
"""Fields whose form depends on what a submission is about."""

_FRESH: Final = (
    "Every id in the examples was used already, and every time is past: make a UUID version 7 of your own, and write"
    " the present time into `submitted_at`."
)
_HEAD: Final = "0" * 40
"""What stands for a commit in the examples of the schemas."""

_ANY_COMMIT: Final = (
    " Forty zeros stand for the commit of main that you read; as they are, they are refused with 409."
)
_COMMIT: Final = " `skill_commit` is the commit that is served now: write the one you read."


def submit_page(
    kind: SubmissionType, public_url: str, limits: Mapping[Limit, int], commit: str | None = None
) -> str:
    """Markdown to be put below the prose of the page; with the commit that is served, its examples are taken here."""
    part = _part(kind)
    parts = (_every_field(part), _examples(part, commit), _refusals(kind), _limits(kind, limits))
    told = [line for each in parts for line in each]
    return "\n".join([*told, *_command(kind, public_url)])


def below(address: str, public_url: str, limits: Mapping[Limit, int], commit: str | None = None) -> str:
    """What belongs below the prose of the page at an address: nothing, but for the pages about submitting."""
    folder, _, name = address.rpartition("/")
    kind = next((each for each in PAGES if each.value == name), None)
    if folder != FOLDER or kind is None:
        return ""
    return submit_page(kind, public_url, limits, commit)


def _part(kind: SubmissionType) -> Part:
    documents = packaged_registry().documents
    return Part(documents, kind.schema_file, documents[kind.schema_file])


def _every_field(part: Part) -> Iterator[str]:
    branches = _branches(part.schema)
    yield "## Every field"
    yield ""
    yield f"Made from [the schema](/schemas/{part.file}), which decides. What is needed in an object is needed where"
    yield "the object is."
    yield ""
    yield from _table(list(_own_fields(part, branches)))
    for target, rules in branches.items():
        yield f"### About `{target}`"
        yield ""
        yield from _table(list(_aimed_fields(part, rules)))
        if names := sorted({name for _, then in rules for name in refused(then)}):
            yield f"Not with this target: {_listed(names)}."
            yield ""
    yield f"Never: {_listed(refused(part.schema))}."
    yield ""


def _own_fields(part: Part, branches: Mapping[str, list[Rule]]) -> Iterator[Field]:
    """The fields that look the same whatever a submission is about."""
    aimed = {name for rules in branches.values() for _, then in rules for name in then["required"]}
    for row in fields(part):
        if row.name.partition(".")[0] in _FOLLOWS_TARGET and branches:
            continue
        yield row._replace(needed="by target") if row.name in aimed else row


def _is_aimed(part: Part) -> bool:
    return "target_type" in part.schema["properties"]


def _branches(schema: Mapping[str, Any]) -> dict[str, list[Rule]]:
    """What the schema says for each target type."""
    found: dict[str, list[Rule]] = {}
    for rule in schema.get("allOf", ()):
        asked = rule["if"]["properties"]
        if "target_type" in asked:
            subtype = asked.get("content", {}).get("properties", {}).get("amendment_subtype", {})
            found.setdefault(asked["target_type"]["const"], []).append(
                (subtype.get("const", ""), rule["then"])
            )
    return found


def _aimed_fields(part: Part, rules: Iterable[Rule]) -> Iterator[Field]:
    told = {name: _unsaid(below) for name, below in part.schema["properties"].items()}
    for subtype, then in rules:
        for name, below in then["properties"].items():
            if below is not False:
                needed = "yes" if name in then["required"] else "no"
                rows = field(part.beside({**told[name], **below}), name, needed)
                yield from (row._replace(needed=_with(row.needed, subtype)) for row in rows)
        for name in then["required"]:
            if name not in then["properties"]:
                yield from field(part.beside(told[name]), name, _with("yes", subtype))


def _unsaid(schema: object) -> Mapping[str, Any]:
    """Without what it says for all targets together."""
    return (
        {key: value for key, value in schema.items() if key != "description"}
        if isinstance(schema, dict)
        else {}
    )


def _with(needed: str, subtype: str) -> str:
    return f"{needed}, with `{subtype}`" if subtype else needed


def _table(rows: list[Field]) -> Iterator[str]:
    yield "| field | needed | form | bounds | meaning |"
    yield "|---|---|---|---|---|"
    for row in rows:
        yield f"| {' | '.join(map(_cell, (f'`{row.name}`', *row[1:])))} |"
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _examples(part: Part, commit: str | None) -> Iterator[str]:
    examples = part.schema["examples"]
    has_diff = any("skill_commit" in each.get("content", {}) for each in examples)
    yield "## A valid example for each target" if _is_aimed(part) else "## A valid example"
    yield ""
    yield _FRESH + ((_COMMIT if commit else _ANY_COMMIT) if has_diff else "")
    yield ""
    for example in examples:
        if _is_aimed(part):
            yield f"### {_about(example)}"
            yield ""
        told = json.dumps(example, ensure_ascii=False, indent=2).replace(_HEAD, commit or _HEAD)
        yield from ("```json", told, "```", "")


def _about(example: Mapping[str, Any]) -> str:
    subtype = example.get("content", {}).get("amendment_subtype", "")
    return f"`{example['target_type']}`" + (f", `{subtype}`" if subtype else "")


def _refusals(kind: SubmissionType) -> Iterator[str]:
    yield "## Every refusal"
    yield ""
    yield "As `application/problem+json`, with the category in `error` and the place in `schema_pointer`."
    yield ""
    yield "| category | HTTP | what to do |"
    yield "|---|---:|---|"
    for each in refusal_categories(kind):
        yield f"| `{each.value}` | {each.http_status} | {each.remedy} |"
    yield ""


def _limits(kind: SubmissionType, limits: Mapping[Limit, int]) -> Iterator[str]:
    votes = (Limit.VALIDATION, Limit.INJECTION_FLAG) if kind is SubmissionType.VALIDATION else ()
    yield "## Limits here"
    yield ""
    for limit in (*votes, Limit.COMBINED, Limit.BURST, Limit.VALIDATE_MODE):
        yield f"- {limits.get(limit, limit.value.number):,}: {limit.meaning[0].lower()}{limit.meaning[1:]}"
    yield f"- {ENVELOPE_ITEMS}: items in one envelope."
    yield ""


def _command(kind: SubmissionType, public_url: str) -> Iterator[str]:
    address = f"{public_url}/api/{kind.facts.route}"
    yield "## From a command line"
    yield ""
    yield "With `?dry_run=1` it is judged and nothing is kept; without, it is meant."
    yield ""
    yield "```sh"
    yield f"curl -sS '{address}?dry_run=1' -H 'Content-Type: application/json' --data @{kind.value}.json"
    yield "```"
    yield ""
