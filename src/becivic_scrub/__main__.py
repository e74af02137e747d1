"""`python -m becivic_scrub`: the engine alone, on a bare Python."""

from __future__ import annotations

import argparse
import json
import sys
from typing import IO

from becivic_scrub.batch import BatchRefused, read_items, written
from becivic_scrub.content import Content, ContentRefused, read_content
from becivic_scrub.engine import Engine
from becivic_scrub.finding import Finding
from becivic_scrub.rules import RulesRefused, load_rules, packaged_rules
from becivic_scrub.telling import closing, exit_code, things, write_anything

_EXAMPLES = """
Examples:
  python -m becivic_scrub notes.txt
  echo "call me on 0470 12 34 56" | python -m becivic_scrub --redact
  python -m becivic_scrub --rules regex-rules.json --jsonl < items.jsonl

Exit 0 when no direct identifier is found, 1 when one is, 2 when it cannot run.
Rules that this version cannot translate count as fired.
"""


def _arguments(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="becivic_scrub",
        description="Find what identifies a person in a text or a JSON document. Nothing leaves this machine.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="text or JSON; - is standard input"
    )
    parser.add_argument("--rules", metavar="FILE", help="a rules file to use instead of the packaged one")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print the findings as JSON")
    output.add_argument("--redact", action="store_true", help="print the content without what was found")
    output.add_argument(
        "--jsonl", action="store_true", help='read lines {"id","text"}, write {"id","findings"}'
    )
    return parser.parse_args(given)


def main(given: list[str] | None = None) -> int:
    """Run with arguments; the exit code."""
    asked = _arguments(given)
    write_anything()
    try:
        engine = Engine(load_rules(asked.rules, lenient=True) if asked.rules else packaged_rules())
        if asked.file == "-" and sys.stdin is None:
            raise ContentRefused("standard input is closed; name a file")
        if asked.file == "-":
            return _run(engine, asked, sys.stdin.buffer)
        with open(asked.file, "rb") as source:  # noqa: PTH123  a stream, not a path
            return _run(engine, asked, source)
    except OSError as error:
        print(f"becivic_scrub: {asked.file}: {error.strerror}", file=sys.stderr)
    except (RulesRefused, BatchRefused, ContentRefused) as refused:
        print(f"becivic_scrub: {refused}", file=sys.stderr)
    return 2


def _run(engine: Engine, asked: argparse.Namespace, source: IO[bytes]) -> int:
    if asked.jsonl:
        return _batch(engine, source)
    content = read_content(source.read())
    findings = content.find(engine)
    if asked.redact:
        sys.stdout.write(content.redacted(engine, findings))
    elif asked.json:
        print(json.dumps({"findings": [each.as_dict() for each in findings]}, ensure_ascii=False, indent=2))
    else:
        _tell(content, findings)
    return exit_code(findings)


def _batch(engine: Engine, source: IO[bytes]) -> int:
    code = 0
    for item in read_items(source):
        findings = engine.find(item.text)
        print(written(item, findings))
        code = max(code, exit_code(findings))
    return code


def _tell(content: Content, findings: list[Finding]) -> None:
    found = list(things(content, findings))
    print(*found, closing(found), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
