"""`becivic scrub`: what identifies a person in a text, and how well we find it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.console import Console
from rich.text import Text

from becivic.cli.output import print_json
from becivic.cli.scrub_score import print_score
from becivic.corpus.scrubbing import SCRUB_RULES_FILE
from becivic.names import NameFinder, PersonSpan
from becivic.packaged import corpus_folder
from becivic.publishing.screening.finding import packaged_finder
from becivic.rules.errors import BeCivicError
from becivic.scrub import linear_engine
from becivic_scrub import Engine, Finding, RulesRefused, load_rules
from becivic_scrub.batch import BatchRefused, Item, read_items, written
from becivic_scrub.content import Content, ContentRefused, read_content
from becivic_scrub.finding import BY_PLACE, PERSON
from becivic_scrub.rules import DIRECT, INDIRECT
from becivic_scrub.telling import closing, exit_code, things, write_anything

_PERSON_RULE = "person_name"
_TOGETHER = 64


def scrub(
    source: Annotated[
        str, typer.Argument(metavar="[FILE|-]", help="Text or JSON to look through; - is standard input.")
    ] = "-",
    names: Annotated[
        bool, typer.Option("--names", help="Look for people's names too: the first text takes some seconds.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help='Print {"findings": […]} and nothing else.')
    ] = False,
    redact: Annotated[
        bool,
        typer.Option("--redact", help="Print the content with what was found replaced by its rule's name."),
    ] = False,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help='Read lines {"id","text","lang"?}, write lines {"id","findings"}.')
    ] = False,
    rules: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Use these rules instead of those of the packaged corpus."),
    ] = None,
    score: Annotated[
        bool,
        typer.Option("--score", help="Measure rules and names on the labelled set that ships with them."),
    ] = False,
) -> None:
    """Find what identifies a person, without ever repeating it.

    Exit 0 when no direct identifier is found, 1 when one is, 2 when it cannot run. A name alone never
    fails: it asks for human eyes. Positions are characters of the original text.

    Examples: `becivic scrub notes.md --names`, `becivic scrub --redact < mail.txt`,
    `becivic scrub --jsonl --names items.jsonl`, `becivic scrub --score`
    """
    if sum((as_json, redact, jsonl)) > 1 or (score and (redact or jsonl)):
        raise BeCivicError(
            "asks for two kinds of output at once.",
            remedy="Choose one of --json, --redact and --jsonl.",
            where="scrub",
        )
    write_anything()
    engine = _engine(rules)
    if score:
        print_score(engine, packaged_finder(), as_json=as_json)
        return
    finder = packaged_finder() if names else None
    with _opened(source) as stream:
        if jsonl:
            code = _batch(stream, engine, finder, source)
        else:
            code = _one(
                read_content(stream.read()),
                engine if finder is None else _WithNames(engine, finder),
                as_json=as_json,
                redact=redact,
            )
    raise typer.Exit(code)


class _WithNames(Engine):
    """The engine, and the name finder's spans as findings among its own."""

    def __init__(self, engine: Engine, finder: NameFinder) -> None:
        super().__init__(engine.rules, engine.locate)
        self._finder = finder

    def find(self, text: str, field: str | None = None, *, most: int | None = None) -> list[Finding]:
        found = [*super().find(text, field, most=most), *_people(self._finder.find(text))]
        return sorted(found, key=BY_PLACE)


def _engine(rules: Path | None) -> Engine:
    try:
        return linear_engine(load_rules(rules or corpus_folder() / SCRUB_RULES_FILE))
    except RulesRefused as refused:
        raise BeCivicError(
            f"{refused}.", remedy="Nothing was looked at: put the rules in order first."
        ) from None


@contextmanager
def _opened(source: str) -> Iterator[BinaryIO]:
    if source == "-":
        if sys.stdin is None:
            raise BeCivicError("standard input is closed.", remedy="Name a file.", where="scrub")
        yield sys.stdin.buffer
        return
    try:
        with Path(source).open("rb") as stream:
            yield stream
    except OSError as error:
        raise BeCivicError(f"cannot be read: {error.strerror}.", where=source) from None


def _people(spans: Iterable[PersonSpan]) -> Iterator[Finding]:
    return (Finding(_PERSON_RULE, PERSON, span.start, span.end) for span in spans)


def _batch(stream: BinaryIO, engine: Engine, finder: NameFinder | None, source: str) -> int:
    code = 0
    try:
        for item, findings in _answers(read_items(stream), engine, finder):
            sys.stdout.write(written(item, findings) + "\n")
            code = max(code, exit_code(findings))
    except BatchRefused as refused:
        raise BeCivicError(f"{refused}.", where=source, remedy="Write one JSON object a line.") from None
    return code


def _answers(
    items: Iterator[Item], engine: Engine, finder: NameFinder | None
) -> Iterator[tuple[Item, list[Finding]]]:
    """In the order asked; a model reads many texts together faster than one by one."""
    while together := list(islice(items, _TOGETHER)):
        people = (
            finder.find_many((item.text, item.lang) for item in together) if finder else [[]] * len(together)
        )
        for item, spans in zip(together, people, strict=True):
            yield item, [*engine.find(item.text), *_people(spans)]


def _one(content: Content, engine: Engine, *, as_json: bool, redact: bool) -> int:
    findings = content.find(engine)
    if redact:
        try:
            sys.stdout.write(content.redacted(engine, findings))
        except ContentRefused as refused:
            raise BeCivicError(f"{refused}.", where="scrub") from None
    elif as_json:
        print_json({"findings": [each.as_dict() for each in findings]})
    else:
        _tell(content, findings)
    return exit_code(findings)


_STYLES = {DIRECT: "bold red", INDIRECT: "yellow", PERSON: "magenta"}


def _tell(content: Content, findings: Sequence[Finding]) -> None:
    console = Console(highlight=False)
    found = list(things(content, findings))
    for each in found:
        line = Text(str(each))
        line.stylize(_STYLES.get(each.category, ""), 12, 12 + len(each.category))
        console.print(line, soft_wrap=True)
    console.print(closing(found), soft_wrap=True)
