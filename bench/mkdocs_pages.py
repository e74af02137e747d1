"""The skills of a generated corpus as pages for mkdocs-material: the same text, values put in, tags gone."""

from __future__ import annotations

import re
from pathlib import Path

_SETTINGS = """site_name: Be Civic
site_url: https://becivic.example/
theme:
  name: material
  font: false
plugins: []
"""
"""As it comes, but for search, of which ours is left out too, and letters from elsewhere."""

_SUBSTITUTES = (
    (re.compile(r'<Ref [^>]*?url="([^"]*)"[^>]*>(.*?)</Ref>'), r"[\2](\1)"),
    (re.compile(r'<Skill id="([^"]*)" />'), r"[\1](\1.md)"),
    (re.compile(r'<Path id="([^"]*)" />'), r"\1"),
    (re.compile(r"<!--.*?-->"), ""),
    (re.compile(r"</?[A-Z][^>]*>"), ""),
)


def write_pages(folder: Path, corpus: Path) -> Path:
    """One page for each generated skill, and one to begin with."""
    (folder / "docs").mkdir(parents=True)
    (folder / "mkdocs.yml").write_text(_SETTINGS, encoding="utf-8")
    (folder / "docs" / "index.md").write_text("# Be Civic\n", encoding="utf-8")
    for file in sorted(corpus.glob("skills/generated-*/canonical.md")):
        name = file.parent.name
        page = _page(name, file.read_text(encoding="utf-8"))
        (folder / "docs" / f"{name}.md").write_text(page, encoding="utf-8")
    return folder


def _page(name: str, written: str) -> str:
    _, _, text = written.split("---\n", 2)
    for pattern, substitute in _SUBSTITUTES:
        text = pattern.sub(substitute, text)
    return f"# {name}\n{text}"
