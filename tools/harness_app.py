"""Packs the harness into one file that any Python 3.9 or newer runs: `python becivic-harness.pyz`.

Standard library only, so that it can be packed where nothing is installed. The same sources give the same bytes with
the same Python. Compiled modules lie beside the sources: the Python that packed it starts at once, another compiles.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("becivic_harness", "becivic_scrub")
SCHEMAS = (
    "amendment",
    "analytics",
    "common",
    "concern",
    "draft",
    "feedback-envelope",
    "feedback",
    "path-source",
    "path",
    "profile",
    "rating",
    "skill",
    "validation",
)
"""What a person's machine checks before anything is kept or sent."""
LARGEST = 1_500_000
SERVER_FILE = "becivic_harness/data/server.txt"
_NEVER = (1980, 1, 1, 0, 0, 0)
_START = b"#!/usr/bin/env python3\n"
_MAIN = "import sys\n\nfrom becivic_harness.cli.main import main\n\nsys.exit(main())\n"


def members() -> Iterator[tuple[str, bytes]]:
    """Every file of the archive, by name."""
    modules: dict[str, Path] = {}
    for package in PACKAGES:
        for file in sorted((ROOT / "src" / package).rglob("*")):
            name = file.relative_to(ROOT / "src").as_posix()
            if "__pycache__" in name or not file.is_file() or file.suffix == ".pyc":
                continue
            yield name, file.read_bytes()
            if file.suffix == ".py":
                modules[name] = file
    yield from compiled(modules)
    data = "becivic_harness/data"
    for schema in SCHEMAS:
        yield f"{data}/schemas/{schema}.schema.json", _corpus(f"schemas/{schema}.schema.json")
    yield f"{data}/scrub/regex-rules.json", _corpus("scrub/regex-rules.json")
    yield "LICENSE", (ROOT / "LICENSE").read_bytes()
    yield "NOTICES.md", (ROOT / "tools/harness_words/vocabulary/README.md").read_bytes()
    yield "__main__.py", _MAIN.encode()


_COMPILE = """
import json, py_compile, sys
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
for name, file, made in json.load(sys.stdin):
    py_compile.compile(file, made, dfile=name, doraise=True, optimize=2, invalidation_mode=mode)
"""


def compiled(modules: dict[str, Path]) -> Iterator[tuple[str, bytes]]:
    """Without docstrings, and without a time or a path of this machine in it. Lines are told, columns are not: they would
    take a tenth of the app, and only a Python that was started so leaves them out."""
    with tempfile.TemporaryDirectory() as folder:
        made = {name: Path(folder) / f"{number}.pyc" for number, name in enumerate(modules)}
        jobs = [(name, str(file), str(made[name])) for name, file in modules.items()]
        command = [sys.executable, "-I", "-X", "no_debug_ranges", "-c", _COMPILE]
        subprocess.run(command, input=json.dumps(jobs), text=True, check=True)
        for name, file in made.items():
            yield f"{name}c", file.read_bytes()


def packed(server: str = "") -> bytes:
    """With a server its address is written into the archive, and `--api` need not be given."""
    archive = io.BytesIO()
    named = [(SERVER_FILE, f"{server}\n".encode("ascii"))] if server else []
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as app:
        for name, content in sorted([*members(), *named]):
            entry = zipfile.ZipInfo(name, _NEVER)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            app.writestr(entry, content)
    return _START + archive.getvalue()


def _corpus(name: str) -> bytes:
    return (ROOT / "corpus" / name).read_bytes()


def _is_address(text: str) -> bool:
    parts = urlsplit(text)
    return (
        text.isascii()
        and parts.scheme in ("https", "http")
        and bool(parts.hostname)
        and not set(text) & set(" \n\r")
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--to", type=Path, default=ROOT / "dist" / "becivic-harness.pyz", help="the file to write"
    )
    parser.add_argument(
        "--server",
        default="",
        help="the address of the server that this copy speaks to, such as https://civic.example.org",
    )
    given = parser.parse_args()
    target: Path = given.to
    server: str = given.server.rstrip("/")
    if server and not _is_address(server):
        print("--server is not an address. Write it like https://civic.example.org.", file=sys.stderr)
        return 2
    app = packed(server)
    if len(app) > LARGEST:
        print(f"The app would have {len(app):,} bytes; {LARGEST:,} is the most.", file=sys.stderr)
        return 1
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(app)
    target.chmod(0o755)
    print(f"{target}: {len(app):,} bytes, sha256 {hashlib.sha256(app).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
