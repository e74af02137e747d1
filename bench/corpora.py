"""Writes a corpus of any size to disk: valid, acyclic, with bodies tagged as real ones are, and less than half as long."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from becivic.packaged import corpus_folder

_TEMPLATE = Path(__file__).resolve().parent.parent / "tests" / "factories" / "corpus"
_FRONT = """---
id: {id}
title: Generated procedure {number}
summary: A procedure written to measure with.
schema_version: 4
version: 0.1.0
status: alpha
origin: be-civic
category: belgium-federal
domain: residency
authority_id: demo-registry
applies_to:
  residency_status: [registered, registering]
  origin_countries: [us, gb, "no"]
  communes: ["21009", "11001"]
{requires}requires_paths:
  - id: demo-certificate
    role: submission
    timing: pre-filing
inputs:
  - name: home_commune
    type: commune
outputs:
  - name: result_{number}
    type: bool
tags: [generated, measure]
related: [meta-no-skill-fallback]
profile_requirements: [region, commune_nis5, residency_history]
last_verified: 2026-11-15
verification_notes: Generated.
submission_contract_version: 2.1.0
---

**Starter scaffold: verify with your commune.** {prose}

## Authoritative basis

"""
_PROSE = (
    "The counter hands out the form in the language of the commune, and the person signs it in front of the clerk. "
    "A copy stays in the file, the original goes back to whoever brought it, and the register is updated overnight. "
)
_TAIL = """
## Known surprises

{prose}<!-- advice -->

## Community observations

<Observations skill="{id}" />

## Requests for contributions

No outstanding requests at this time.
"""
FIRST_ROW = 100
ROWS = 200
"""Values and references of the seed that the bodies cite, and their first number."""


def write_corpus(folder: Path, skills: int, paths: int = 0) -> Path:
    """A corpus with this many generated skills and paths besides the demonstration ones."""
    shutil.copytree(_TEMPLATE, folder)
    shutil.copytree(corpus_folder() / "schemas", folder / "schemas")
    _seed(folder)
    _paths(folder, paths)
    for number in range(skills):
        name = f"generated-{number:05d}"
        (folder / "skills" / name).mkdir()
        (folder / "skills" / name / "canonical.md").write_text(_skill(name, number), encoding="utf-8")
    return folder


def _seed(folder: Path) -> None:
    seed = json.loads((folder / "catalogue-seed.json").read_text(encoding="utf-8"))
    value, reference = seed["volatile_values"][0], seed["references"][0]
    for row in range(FIRST_ROW, FIRST_ROW + ROWS):
        seed["volatile_values"].append({**value, "uid": f"val-{row:05d}", "name": f"demo-fee-{row}-eur"})
        seed["references"].append({**reference, "uid": f"ref-{row:05d}", "name": f"demo-law-{row}"})
    text = json.dumps(seed, ensure_ascii=False, indent=2) + "\n"
    (folder / "catalogue-seed.json").write_text(text, encoding="utf-8")


def _paths(folder: Path, number: int) -> None:
    file = folder / "paths" / "index.json"
    catalogue = json.loads(file.read_text(encoding="utf-8"))
    like = catalogue["paths"]["demo-certificate"]
    for each in range(number):
        name, uid = f"generated-certificate-{each:05d}", f"pth-{FIRST_ROW + each:05d}"
        outputs = [{"name": f"certificate_{each}", "type": "document_artefact"}]
        catalogue["paths"][name] = {**like, "id": name, "uid": uid, "outputs": outputs}
    file.write_text(json.dumps(catalogue, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _skill(name: str, number: int) -> str:
    earlier = [f"generated-{max(number - step, 0):05d}" for step in (1, 7) if number >= step]
    requires = "".join(f"  - id: {each}\n" for each in dict.fromkeys(earlier))
    rows = [FIRST_ROW + (number * 7 + step) % ROWS for step in range(8)]
    refs = "".join(f"- {_PROSE}{_ref(row)}\n" for row in rows)
    documents = "".join(f"- Paper {row}, see [demo-law-{row}]. {_PROSE}\n" for row in rows)
    skills = "".join(f'- Done first: <Skill id="{each}" />\n' for each in dict.fromkeys(earlier))
    steps = "".join(
        f"{step}. {_PROSE}Pay {_value(row)} and keep the receipt.\n" for step, row in enumerate(rows, start=2)
    )
    risk = '1. <Risk reason="A wrong route cannot be undone.">Suggest checking the route first.</Risk> <!-- advice -->\n'
    return (
        _FRONT.format(
            id=name, number=number, prose=_PROSE, requires=f"requires:\n{requires}" if requires else ""
        )
        + refs
        + f'\n## Required documents\n\n- Certificate: <Path id="demo-certificate" />\n{skills}{documents}'
        + f"\n## Process\n\n{risk}{steps}"
        + _TAIL.format(id=name, prose=_PROSE * 3)
    )


def _ref(row: int) -> str:
    return (
        f'<Ref name="demo-law-{row}" uid="ref-{row:05d}" title="Law {row}" '
        f'url="https://www.ejustice.just.fgov.be/eli/{row}" last_verified="2026-11-15">article {row}</Ref>'
    )


def _value(row: int) -> str:
    return f'<VV name="demo-fee-{row}-eur" uid="val-{row:05d}">€20</VV>'
