"""Files come from the package where it has them, from the corpus of a checkout else, and from a zip as well."""

from __future__ import annotations

import json
import shutil
import sys
import zipapp
from pathlib import Path

import pytest
from tools import harness_data

from becivic.packaged import corpus_folder
from becivic_harness import resources
from becivic_harness.resources import ResourceMissing, resource
from tests.factories.scrub_process import PACKAGE, pythons, run

HARNESS = PACKAGE.parent / "becivic_harness"

_START = """
import json, sys
from becivic_harness import communes, schema
given = json.load(sys.stdin)
print(json.dumps({
    "faults": [each.pointer for each in schema.faults(*given)],
    "commune": communes.commune("21009").slug,
    "loaded": sorted(set(sys.modules) & {"dataclasses", "inspect", "pathlib", "urllib.request", "argparse", "tempfile"}),
}))
"""


def test_in_a_checkout_the_corpus_itself_is_read() -> None:
    for name in ("schemas/concern.schema.json", "scrub/regex-rules.json"):
        assert resource(name) == (corpus_folder() / name).read_bytes()


def test_what_is_generated_lies_in_the_package() -> None:
    assert resource("communes.json") == (HARNESS / "data" / "communes.json").read_bytes()


def test_a_file_of_the_package_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "data" / "schemas").mkdir(parents=True)
    (tmp_path / "data" / "schemas" / "concern.schema.json").write_bytes(b"{}")
    monkeypatch.setattr(resources, "_HERE", str(tmp_path))
    assert resource("schemas/concern.schema.json") == b"{}"


def test_a_copy_that_is_not_whole_says_what_to_do() -> None:
    with pytest.raises(ResourceMissing, match="Fetch it again"):
        resource("schemas/no-such.schema.json")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with everything that a zipapp carries, and nothing beside it."""
    folder = tmp_path_factory.mktemp("zip")
    inside = folder / "inside"
    shutil.copytree(HARNESS, inside / "becivic_harness", ignore=shutil.ignore_patterns("__pycache__"))
    for name, content in harness_data.carried().items():
        file = inside / "becivic_harness" / "data" / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
    (inside / "__main__.py").write_text(_START, encoding="utf-8")
    zipapp.create_archive(inside, folder / "harness.pyz", compressed=True)
    return folder / "harness.pyz"


@pytest.mark.parametrize("python", pythons())
def test_from_a_zip_on_a_bare_python_it_judges_without_anything_that_is_slow_to_load(
    python: str, archive: Path, tmp_path: Path
) -> None:
    given = [
        "profile",
        {"region": "Atlantis", "profile_schema_version": "1", "last_updated_at": "2026-11-15T10:00:00Z"},
    ]
    for named, cwd in ((str(archive), tmp_path), (archive.name, archive.parent)):
        ran = run([python, "-I", "-S", named], json.dumps(given).encode(), cwd)
        assert (ran.code, ran.err) == (0, "")
        assert json.loads(ran.out) == {"faults": ["/region"], "commune": "ixelles", "loaded": []}


def test_it_keeps_to_what_python_3_9_knows() -> None:
    command = [
        sys.executable,
        "-c",
        "from vermin.main import main; main()",
        "--no-tips",
        "-t=3.9-",
        str(HARNESS),
    ]
    assert run(command).code == 0
