"""The requirement map: which numbered requirements of the specification the tests prove.

docs/requirements.tsv lists every requirement with its level and the part of the project that delivers it.
Tests name what they prove with `@requirement(…)`. A test that names an unknown requirement, and a MUST of a
delivered part that no test names, are both faults.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANIFEST = ROOT / "docs" / "requirements.tsv"
DELIVERED = ("foundation", "scrub", "intake", "publishing", "lifecycle", "corpus", "site", "mcp", "harness")
"""The parts that exist. A part is added here by the change that completes it."""


@dataclass(frozen=True, slots=True)
class Requirement:
    id: str
    level: str
    part: str

    @property
    def group(self) -> str:
        return self.id.split("-")[1]

    @property
    def is_due(self) -> bool:
        return self.level == "MUST" and self.part in DELIVERED


def manifest() -> list[Requirement]:
    lines = MANIFEST.read_text(encoding="utf-8").splitlines()[1:]
    return [Requirement(*line.split("\t")) for line in lines]


def proofs() -> dict[str, list[str]]:
    """Requirement id to the tests that name it, as `path::name`."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for test, ids in _marked(tree):
            for each in ids:
                found[each].append(f"{file.relative_to(ROOT).as_posix()}::{test}")
    return found


def _marked(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for mark in node.decorator_list:
            if (
                isinstance(mark, ast.Call)
                and isinstance(mark.func, ast.Name)
                and mark.func.id == "requirement"
            ):
                yield node.name, [str(ast.literal_eval(argument)) for argument in mark.args]


def faults(requirements: list[Requirement], proven: dict[str, list[str]]) -> list[str]:
    known = {requirement.id for requirement in requirements}
    unknown = [
        f"{each} is named by {proven[each][0]} but is not a requirement"
        for each in sorted(set(proven) - known)
    ]
    open_musts = [
        f"{requirement.id} is a MUST of {requirement.part} that no test proves"
        for requirement in requirements
        if requirement.is_due and requirement.id not in proven
    ]
    return unknown + open_musts


def markdown() -> str:
    requirements, proven = manifest(), proofs()
    lines = [
        "# Requirement map",
        "",
        "Written by `make format`; `make spec` prints the summary. Each requirement of the specification, its",
        "level, the part of the project that delivers it, and the tests that prove it.",
        "",
        *_summary_table(requirements, proven),
    ]
    for group, members in _by_group(requirements).items():
        lines += ["", f"## {group}", "", "| requirement | level | part | proven by |", "|---|---|---|---|"]
        for requirement in members:
            tests = "<br>".join(f"`{test}`" for test in proven.get(requirement.id, []))
            lines.append(
                f"| {requirement.id} | {requirement.level} | {requirement.part} | {tests or 'not yet'} |"
            )
    return "\n".join(lines) + "\n"


def _by_group(requirements: list[Requirement]) -> dict[str, list[Requirement]]:
    groups: dict[str, list[Requirement]] = defaultdict(list)
    for requirement in requirements:
        groups[requirement.group].append(requirement)
    return groups


def _summary_table(requirements: list[Requirement], proven: dict[str, list[str]]) -> list[str]:
    rows = [
        "| group | MUST | proven | due now, unproven | delivered by other parts |",
        "|---|---|---|---|---|",
    ]
    for group, members in _by_group(requirements).items():
        musts = [member for member in members if member.level == "MUST"]
        tested = sum(member.id in proven for member in musts)
        due = sum(member.is_due and member.id not in proven for member in musts)
        elsewhere = sum(member.part not in DELIVERED and member.id not in proven for member in musts)
        rows.append(f"| {group} | {len(musts)} | {tested} | {due} | {elsewhere} |")
    return rows


def main() -> int:
    requirements, proven = manifest(), proofs()
    for row in _summary_table(requirements, proven):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if cells[0] != "---":
            print(f"{cells[0]:8}{cells[1]:>7}{cells[2]:>9}{cells[3]:>20}{cells[4]:>26}")
    found = faults(requirements, proven)
    print()
    print("\n".join(found) if found else "Every MUST of the delivered parts is proven by a test.")
    tested = sum(requirement.id in proven for requirement in requirements)
    print(f"{tested} of {len(requirements)} requirements are named by tests.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
