"""`becivic new`: skeletons that conform from the first minute."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from becivic.cli.files import write_file
from becivic.clock import SystemClock
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.opening import open_tree
from becivic.corpus.scaffold import NewFile, new_path, new_row, new_skill
from becivic.rules.errors import BeCivicError
from becivic.rules.freshness import PAGE_DATE, ReadAs
from becivic.rules.identifiers import UidPrefix, matches
from becivic.rules.submissions import ValueType

new = typer.Typer(
    no_args_is_help=True,
    help="Write a conforming skeleton into a corpus folder.\n\nExample: `becivic new skill residence-card-renewal`",
    rich_markup_mode="markdown",
)

Folder = Annotated[Path, typer.Option("--dir", help="The corpus folder to write into.")]
Title = Annotated[str, typer.Option(help="What people call it. Made from the id when left out.")]
Category = Annotated[str, typer.Option(help="One of schemas/categories.json.")]
Verified = Annotated[
    str, typer.Option("--verified", help="The day the source was read, YYYY-MM-DD. Today when left out.")
]

ReadingWay = Annotated[
    ReadAs | None,
    typer.Option(
        "--read-as", help="How it was read on that day. Pages say it is not recorded when left out."
    ),
]
PageDate = Annotated[
    str,
    typer.Option(
        "--page-date",
        help="The date on the page: YYYY-MM-DD, YYYY-MM, YYYY, or undated. Not recorded when left out.",
    ),
]

_CORPUS = Path("corpus")


def _load(folder: Path) -> Corpus:
    return Loader().load(open_tree(folder))


def _write(folder: Path, file: NewFile) -> Path:
    target = folder / file.path
    write_file(target, file.content)
    return target


def _today() -> str:
    return SystemClock().now().date().isoformat()


def _words(name: str) -> str:
    return name.replace("-", " ").capitalize()


@new.command("skill")
def skill(
    skill_id: Annotated[str, typer.Argument(metavar="ID", help="Kebab-case; becomes the folder's name.")],
    title: Title = "",
    category: Category = "belgium-federal",
    folder: Folder = _CORPUS,
) -> None:
    """A draft skill with every section in its place.

    Example: `becivic new skill residence-card-renewal --title "Renew a residence card"`
    """
    made = _write(
        folder, new_skill(_load(folder), skill_id, title=title or _words(skill_id), category=category)
    )
    typer.echo(f"{made}\nWrite the body, then: becivic check {folder}")


@new.command("path")
def path(
    path_id: Annotated[str, typer.Argument(metavar="ID", help="Kebab-case; the key in paths/index.json.")],
    title: Title = "",
    authority: Annotated[str, typer.Option(help="An id of data/authorities.json.")] = "commune-population",
    category: Category = "belgium-federal",
    folder: Folder = _CORPUS,
) -> None:
    """A draft path whose only source is the commune's desk, with the next free uid.

    Example: `becivic new path household-composition-certificate`
    """
    file = new_path(
        _load(folder),
        path_id,
        title=title or _words(path_id),
        authority=authority,
        category=category,
        today=_today(),
    )
    typer.echo(f"{_write(folder, file)}\nAdd the sources, then: becivic check {folder}")


@new.command("value")
def value(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Kebab-case, agency first.")],
    amount: Annotated[str, typer.Argument(metavar="VALUE", help="The value in force.")],
    source: Annotated[str, typer.Option(help="The uid of the reference that states it, like ref-00001.")],
    value_type: Annotated[
        ValueType, typer.Option("--type", help="How the value is written.")
    ] = ValueType.INTEGER,
    unit: Annotated[
        str, typer.Option(help="EUR, days, weeks, months, years, percent or hours; none when left out.")
    ] = "",
    verified: Verified = "",
    folder: Folder = _CORPUS,
) -> None:
    """Mint a volatile value in catalogue-seed.json and print the tag that cites it.

    Example: `becivic new value dvz-handling-fee-eur 180 --unit EUR --source ref-00001`
    """
    fields = {
        "name": name,
        "value": _typed(amount, value_type),
        "value_type": value_type.value,
        "unit": unit or None,
        "status": "alpha",
        "source": source,
        "last_verified": verified or _today(),
    }
    uid, file = new_row(_load(folder), UidPrefix.VOLATILE_VALUE, fields)
    _write(folder, file)
    typer.echo(f'<VV name="{name}" uid="{uid}">{amount}{f" {unit}" if unit else ""}</VV>')


@new.command("reference")
def reference(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Kebab-case, agency or law first.")],
    title: Annotated[str, typer.Option(help="What the source calls itself.")],
    url: Annotated[str, typer.Option(help="Where it can be read.")],
    verified: Verified = "",
    read_as: ReadingWay = None,
    page_date: PageDate = "",
    folder: Folder = _CORPUS,
) -> None:
    """Mint a reference in catalogue-seed.json and print the tag that cites it.

    Example: `becivic new reference justel-nationality-code --title "Nationality Code" --url https://… --read-as live`
    """
    if page_date and not matches(PAGE_DATE, page_date):
        raise BeCivicError(
            "--page-date is not a date.", remedy="Write YYYY-MM-DD, YYYY-MM, YYYY, or undated."
        )
    day = verified or _today()
    reading = {"last_verified": day, "read_as": read_as.value if read_as else "", "page_date": page_date}
    fields = {"name": name, "title": title, "url": url, **_given(reading), "status": "alpha"}
    uid, file = new_row(_load(folder), UidPrefix.REFERENCE, fields)
    _write(folder, file)
    typer.echo(
        f'<Ref name="{name}" uid="{uid}" title="{title}" url="{url}" last_verified="{day}">{title}</Ref>'
    )


def _given(fields: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in fields.items() if text}


def _typed(text: str, value_type: ValueType) -> Any:  # noqa: ANN401  a JSON scalar
    if value_type is ValueType.STRING:
        return text
    try:
        return int(text) if value_type is ValueType.INTEGER else float(text)
    except ValueError:
        raise BeCivicError(
            f"`{text}` is not of type {value_type.value}.",
            remedy="Write the bare number, or say --type string.",
        ) from None
