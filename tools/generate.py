"""Writes every generated file of the repository; `--check` says which are stale and fails.

Generated files are committed so that a reader needs no tools, and checked so that they cannot drift.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.report import page as benchmarks_page  # noqa: E402

from becivic import __version__  # noqa: E402  the tools folder is not a package
from becivic.corpus.checks.all_rules import ALL_RULES  # noqa: E402
from becivic.corpus.navigation import navigation_file  # noqa: E402
from becivic.doctor.page import doctor_markdown  # noqa: E402
from becivic.observing.metrics_page import metrics_markdown  # noqa: E402
from becivic.publishing.screening.finding import packaged_finder  # noqa: E402
from becivic.rules.json_text import pretty_json  # noqa: E402
from becivic.score import page, published  # noqa: E402
from becivic.score.item import Item  # noqa: E402
from becivic.scrub import linear_engine  # noqa: E402
from becivic.settings_page import settings_markdown  # noqa: E402
from becivic.site.agents.mcp_server import (  # noqa: E402
    PLUGIN_SERVER,
    McpServer,
    plugin_servers,
    registry_template,
)
from becivic.web.route_groups import GROUPS  # noqa: E402
from becivic_scrub import packaged_rules  # noqa: E402
from becivic_scrub.prepared import prepare  # noqa: E402
from tools import (  # noqa: E402
    api_page,
    cli_page,
    consensus_page,
    corpus_page,
    harness_data,
    harness_sayings,
    harness_words,
    held_out,
    manual_index,
    mcp_page,
    reading_page,
    scrub_rules,
    soak_page,
    spec_map,
    traversal_page,
)
from tools.held_out import measured  # noqa: E402
from tools.packaged_corpus import packaged  # noqa: E402


def checks_markdown() -> str:
    rows = [
        f"| `{rule.id}` | {rule.severity.value} | {rule.summary} | {rule.section} | {'yes' if rule.needs_base else ''} |"
        for rule in ALL_RULES
    ]
    return "\n".join(
        [
            "# The rules a corpus is held to",
            "",
            "Written by `make format`. `becivic check` runs them all; those that compare a change with what was",
            "there before need `--base`. What the loader cannot read is reported as `unreadable`. Sections are those of the",
            "specification ([where the law lives](architecture.md#where-the-law-lives)).",
            "",
            "| rule | severity | what must hold | section | needs a base |",
            "|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def prepared_rules() -> str:
    """What the harness would otherwise find out about the scrub rules at every start, which takes seconds."""
    raw = (ROOT / "corpus" / "scrub" / "regex-rules.json").read_bytes()
    return json.dumps(prepare(raw), separators=(",", ":")) + "\n"


def navigation() -> str:
    return str(navigation_file(packaged()))


def score_markdown() -> str:
    engine, finder = linear_engine(packaged_rules()), packaged_finder()
    score = published.published_score(engine, finder)
    return page.markdown(score) + "\n" + measured.markdown(measured.held_out_score(engine, finder))


def registry_file() -> str:
    """For the MCP registry. Published by hand: whoever owns the domain proves it there."""
    return pretty_json(registry_template(__version__))


def plugin_file() -> str:
    return pretty_json(plugin_servers(McpServer(PLUGIN_SERVER)))


def _lines(items: list[Item]) -> str:
    return "".join(json.dumps(item.as_json(), ensure_ascii=False) + "\n" for item in items)


GENERATED: dict[str, Callable[[], str]] = {
    "corpus/scrub/regex-rules.json": scrub_rules.text,  # first: what follows is measured with it
    "corpus/docs.json": navigation,
    benchmarks_page.FILE: benchmarks_page.page,  # from what `make bench` found, which is not measured here
    api_page.PAGE: api_page.page,
    "docs/checks.md": checks_markdown,
    cli_page.PAGE: cli_page.page,
    "docs/doctor.md": doctor_markdown,
    corpus_page.PAGE: corpus_page.page,
    corpus_page.PICTURE: corpus_page.picture,
    consensus_page.PAGE: consensus_page.page,
    **{f"docs/consensus/{name}": partial(consensus_page.figure, name) for name in consensus_page.FIGURES},
    mcp_page.PAGE: mcp_page.page,
    reading_page.PAGE: reading_page.page,
    traversal_page.PAGE: traversal_page.page,
    "docs/metrics.md": partial(metrics_markdown, GROUPS),
    "docs/scrub-score.md": score_markdown,
    "docs/settings.md": settings_markdown,
    soak_page.PAGE: soak_page.page,
    "docs/spec-map.md": spec_map.markdown,
    harness_words.FILE: harness_words.text,
    manual_index.PAGE: manual_index.page,  # after the pages that it lists
    "plugin/.mcp.json": plugin_file,
    "server.json": registry_file,
    "src/becivic_harness/data/scrub-prepared.json": prepared_rules,
    harness_sayings.FILE: harness_sayings.text,
    harness_data.RULES: harness_data.rules_text,
    harness_data.COMMUNES: harness_data.communes_text,
    "tests/fixtures/held-out-set/identifiers.jsonl": lambda: _lines(held_out.identifier_items()),
    "tests/fixtures/held-out-set/names.jsonl": lambda: _lines(held_out.name_items()),
    "tests/fixtures/held-out-set/clean.jsonl": lambda: _lines(held_out.clean_items()),
    "tests/fixtures/scrub-set/identifiers.jsonl": lambda: _lines(published.identifier_items()),
    "tests/fixtures/scrub-set/names.jsonl": lambda: _lines(published.name_items()),
}

MEASURED: dict[str, str] = {benchmarks_page.FILE: "docs/benchmarks.json", soak_page.PAGE: soak_page.STORED}
"""Pages of what was measured elsewhere, and the record that each is made from: no record, no page."""


def main() -> int:
    stale = []
    for name, make in GENERATED.items():
        if name in MEASURED and not (ROOT / MEASURED[name]).is_file():
            continue
        path, text = ROOT / name, make()
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if "--check" not in sys.argv:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    if "--check" in sys.argv and stale:
        print("\n".join(f"{name} is stale" for name in stale))
        print("Run `make format` and commit what it writes.")
        return 1
    print(f"{len(GENERATED)} generated files are fresh." if not stale else f"Wrote {', '.join(stale)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
