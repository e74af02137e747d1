"""Named ways to change the demonstration corpus, sound and unsound, for whoever compares before with after."""

from __future__ import annotations

from collections.abc import Callable

from tests.factories.corpora import APPLICATION, CLOCK, COMMUNES, FALLBACK, PATHS, SEED, Files
from tests.factories.json_edits import DEMO, PORTAL, with_path, with_value

REPORT = "skills/demo-clock/research-report.md"
NEW = "skills/demo-new/canonical.md"


def differences(before: Files, after: Files) -> dict[str, bytes]:
    """The files that are other or new afterwards."""
    return {name: content for name, content in after.items() if before.get(name) != content}


def with_new_skill(files: Files, **changes: str) -> Files:
    text = (
        files[CLOCK]
        .decode()
        .replace("demo-clock", "demo-new")
        .replace("0.2.3", "0.1.0")
        .replace("beta", "alpha")
    )
    text = text.replace("years_waited", "years_new")
    for old, new in changes.items():
        text = text.replace(old, new)
    return files.with_file(NEW, text)


Edit = Callable[[Files], Files]
EDITS: dict[str, Edit] = {
    "a word of a body": lambda files: files.replaced(CLOCK, "Leap years count once.", "Leap years count twice."),
    "a line above the rest": lambda files: files.replaced(APPLICATION, "**Starter", "Hello.\n\n**Starter"),
    "a path that is not there": lambda files: files.replaced(APPLICATION, 'Path id="demo-certificate"', 'Path id="nowhere"'),
    "a tag that is not closed": lambda files: files.replaced(APPLICATION, "</Risk>", ""),
    "no section": lambda files: files.replaced(CLOCK, "## Process", "Process"),
    "an output of another type": lambda files: files.replaced(CLOCK, "type: number", "type: string"),
    "a summary": lambda files: files.replaced(CLOCK, "summary: How", "summary: Just how"),
    "a skill that is not there": lambda files: files.replaced(APPLICATION, "prerequisites: [demo-clock]", "prerequisites: [gone]"),
    "a circle": lambda files: files.replaced(CLOCK, "outputs:", "requires:\n  - id: demo-application\noutputs:"),
    "a slip in a category": lambda files: files.replaced(CLOCK, "category: belgium-federal", "category: belgium-federl"),
    "frontmatter that is no YAML": lambda files: files.replaced(CLOCK, "title: ", "title: ]"),
    "a status": lambda files: files.replaced(CLOCK, "status: beta", "status: deprecated"),
    "a fallback that is not stable": lambda files: files.replaced(FALLBACK, "status: stable", "status: beta"),
    "a new skill": with_new_skill,
    "a new skill that requires nothing": lambda files: with_new_skill(files, outputs="requires:\n  - id: gone\noutputs"),
    "a new skill at draft": lambda files: with_new_skill(files, alpha="draft"),
    "a folder without a skill": lambda files: files.with_file("skills/demo-empty/process.mmd", "graph TD\n"),
    "a file out of place": lambda files: files.with_file("skills/demo-clock/notes.md", "Notes.\n"),
    "CRLF": lambda files: files.with_file(CLOCK, files[CLOCK].replace(b"\n", b"\r\n")),
    "a report": lambda files: files.with_file(REPORT, "---\nkind: x\n---\n\nRead.\n"),
    "a report about somebody": lambda files: files.with_file(REPORT, "Write to jan.peeters@example.be today.\n"),
    "a description of a path": lambda files: with_value(files, f"{DEMO}/description/en", "Other words."),
    "an authority that is not there": lambda files: with_value(files, f"{DEMO}/authority_id", "nobody"),
    "a path without sources": lambda files: with_value(files, f"{DEMO}/sources", []),
    "a provider that is not supported": lambda files: with_value(files, f"{PORTAL}/preferred_auth_provider", "other"),
    "one and true": lambda files: with_value(files, f"{DEMO}/applies_to/dependents.spouse_abroad", 1),
    "a path of the same uid": lambda files: with_path(files, "demo-second", uid="pth-00001"),
    "a second path": lambda files: with_path(files, "demo-second"),
    "a catalogue that is no JSON": lambda files: files.with_file(PATHS, "{"),
    "a commune twice": lambda files: files.with_file(COMMUNES, files[COMMUNES].replace(b"11001", b"21009")),
    "a seed without names": lambda files: files.with_file(SEED, files[SEED].replace(b'"name"', b'"title"')),
    "rows of a snapshot": lambda files: files.with_file("data-snapshot/references.jsonl", '{"uid": 1\n'),
    "a hidden file": lambda files: files.with_file(".github/x.md", "x"),
}  # fmt: skip


def edited(names: list[str], files: Files) -> Files:
    for name in names:
        try:
            files = EDITS[name](files)
        except (AssertionError, LookupError, ValueError):
            continue  # another edit took away what this one changes
    return files
