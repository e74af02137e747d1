"""What walks and judges is pure: the standard library's plain parts, no file, no network, no clock, Python 3.9."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import becivic_harness
from tests.requirement import requirement

FOLDER = Path(becivic_harness.__file__).parent
PURE = [
    "handoff", "observations", "path_endings", "path_history", "path_names", "path_step", "path_way", "path_words",
    "asking", "audiences", "axis_words", "json_values", "localised", "months", "predicate_holds", "predicates", "profile_axes",
    "question_types", "question_words", "questions", "residence", "settling", "signal_readings", "signal_words",
    "signals", "sources", "traversal", "traversal_events", "traversal_record", "traversal_scene", "traversal_states",
    "url_patterns", "validations",
]  # fmt: skip
LIBRARY = {"__future__", "calendar", "collections", "datetime", "enum", "math", "re", "typing"}

PURE_SCRUB = {"becivic_scrub.agent_orders"}
"""Of the scrub engine: fixed patterns over a text."""


def tree(name: str) -> ast.Module:
    return ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"), feature_version=(3, 9))


@requirement("R-PRED-05")
@pytest.mark.parametrize("name", PURE)
def test_a_module_that_evaluates_a_person_reaches_neither_a_file_nor_a_network_nor_a_clock(name: str) -> None:
    nodes = list(ast.walk(tree(name)))
    modules = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    ours = {module.partition(".")[2] for module in modules if module.startswith("becivic_harness")} - {""}
    assert {module.partition(".")[0] for module in modules - PURE_SCRUB} <= {*LIBRARY, "becivic_harness"}
    assert ours <= {*PURE, "refusals"}
    called = {
        node.func.attr
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    assert not called & {"now", "utcnow", "today"}
    assert not named & {"open", "print", "eval", "exec", "input", "__import__"}


def test_they_run_on_python_3_9() -> None:
    files = [str(FOLDER / f"{name}.py") for name in PURE]
    done = subprocess.run(
        [sys.executable, "-c", "from vermin.main import main; main()", "--no-tips", "-t=3.9-",
         "--eval-annotations", "--no-parse-comments", *files],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_a_walk_is_ready_without_what_is_slow_to_load() -> None:
    code = "import sys; import becivic_harness.traversal, becivic_harness.path_history; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(FOLDER.parent)!r}); {code}"],
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert not {"dataclasses", "inspect", "argparse", "urllib", "http", "ssl", "tempfile", "socket"} & set(
        loaded
    )
