"""When a corpus can be served: its required files must be readable, and every scrub rule must run.

A single bad skill is only left out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.findings import Place
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.reference_data import COMMUNES_FILE, TYPES_FILE
from becivic.corpus.scrubbing import SCRUB_RULES_FILE
from becivic.publishing.repository import CorpusRepository
from becivic.rules.errors import BeCivicError
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.schemas import SchemaFile, SchemaRegistry

REQUIRED_FILES: Final = (PATHS_INDEX, COMMUNES_FILE, TYPES_FILE, SCRUB_RULES_FILE)
"""Every face stands on these; without one there is nothing honest to serve."""


class CorpusBroken(BeCivicError):
    """A corpus that cannot be served. `where` is file and line."""


def packaged_loader(folder: Path) -> Loader:
    """A loader with the law that ships in `folder`, or a refusal that names the schema in the way."""
    schemas = folder / "schemas"
    named = {schemas / name.value for name in SchemaFile}
    documents = {path.name: _schema(path) for path in sorted(named.union(schemas.glob("*.schema.json")))}
    try:
        return Loader(SchemaRegistry(documents))
    except Exception as error:  # noqa: BLE001  whatever a broken schema makes its compiler throw
        raise CorpusBroken(
            f"the schemas cannot be compiled ({type(error).__qualname__}).",
            where=str(schemas),
            remedy="Restore them as they were packaged.",
        ) from None


def _schema(path: Path) -> object:
    try:
        return parse_json(path.read_bytes())
    except JsonRefused as refused:
        where, wrong = f"{path}:{refused.line}", refused.reason
    except OSError as error:
        where, wrong = str(path), f"cannot be read ({error.strerror})"
    raise CorpusBroken(f"{wrong}.", where=where, remedy="Restore the file as it was packaged.")


def load_servable(repository: CorpusRepository, commit: str, loader: Loader, origin: str = "") -> Corpus:
    """The corpus of one commit, or a refusal that names the file and line in the way.

    `origin` tells a person where to correct it, when that is not the commit itself.
    """
    with repository.reading():
        corpus = loader.load(repository.at(commit))
    for file in REQUIRED_FILES:
        fault = _fault(corpus, file)
        if fault is not None:
            place, wrong = fault
            raise CorpusBroken(
                f"{wrong} ({origin or f'commit {commit[:7]} of {repository.path}'}).",
                where=str(place),
                remedy="Correct the file: nothing can be served without it.",
            )
    return corpus


def _fault(corpus: Corpus, file: str) -> tuple[Place, str] | None:
    for finding in corpus.findings:
        if finding.place.file == file:
            return finding.place, finding.message
    if file not in corpus.files:
        return Place(file), "is missing"
    if not isinstance(corpus.documents[file].value, dict):
        return Place(file), "is not a JSON object"
    return _scrub_fault(corpus) if file == SCRUB_RULES_FILE else None


def _scrub_fault(corpus: Corpus) -> tuple[Place, str] | None:
    """Nothing is taken in that some rule has not seen: with one that cannot run there is no beginning."""
    for fault in corpus.scrubbing.faults:
        return corpus.documents[SCRUB_RULES_FILE].place(fault.pointer), fault.reason
    return None
