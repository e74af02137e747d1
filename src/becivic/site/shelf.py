"""The files of one corpus that are served as they are, each prepared once under its address.

An address is looked up whole: nothing a caller writes is ever turned into a file name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from becivic.corpus.generated import DASHBOARD, DASHBOARD_PAGE, PATHS_ACTIVITY, SKILLS_INDEX
from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import COMMUNES_FILE
from becivic.corpus.scrubbing import SCRUB_RULES_FILE
from becivic.corpus.skill import Skill
from becivic.reading.readings import withheld_skill
from becivic.rules.statuses import Status, is_withheld
from becivic.web.answers import NOINDEX, Prepared
from becivic.web.problem_bodies import MEDIA_TYPE, problem_body

_JSON: Final = "application/json"
_SCHEMA: Final = "application/schema+json"
_MARKDOWN: Final = "text/markdown; charset=utf-8"
_DATA: Final = {
    "/communes.json": COMMUNES_FILE,
    "/scrub-rules.json": SCRUB_RULES_FILE,
    **{f"/{file}": file for file in (SKILLS_INDEX, PATHS_ACTIVITY, DASHBOARD)},
}
SCHEMAS: Final = "/schemas/index.json"
"""Made here: which schemas there are."""


class Shelf:
    """Prepared answers by address. What an older shelf prepared from the same bytes is taken over."""

    def __init__(self, corpus: Corpus, older: Shelf | None = None) -> None:
        known = older.answers if older is not None else {}
        answers: dict[str, Prepared] = {}
        for address, file, make in _places(corpus):
            blob_id = corpus.tree.blob_id(file)
            answer = known.get(address)
            if answer is None or answer.tag != blob_id:
                answer = make(corpus.tree.read(file), blob_id)
            answers[address] = answer
        answers[SCHEMAS] = _schemas(answers, known.get(SCHEMAS))
        self.answers: Mapping[str, Prepared] = answers


def as_files(corpus: Corpus) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """What has one form for everybody, by address, for whoever writes files: read when asked for. A notice is no file."""
    addresses = []
    withheld = {skill.file for skill in corpus.skills.values() if is_withheld(skill.status)}
    for address, file, _ in _places(corpus):
        if file not in withheld:
            addresses.append(address)
            yield address, partial(corpus.tree.read, file)
    yield SCHEMAS, partial(_schemas_listed, addresses)


Maker = Callable[[bytes, str], Prepared]


def _places(corpus: Corpus) -> Iterator[tuple[str, str, Maker]]:
    """Every address, the file behind it, and how its bytes become an answer."""
    for address, file in _DATA.items():
        if file in corpus.files:
            yield address, file, _json
    if DASHBOARD_PAGE in corpus.files:
        yield f"/{DASHBOARD_PAGE}", DASHBOARD_PAGE, _markdown
    for file in corpus.files:
        folder, _, name = file.rpartition("/")
        if folder == "schemas" and name.endswith(".json"):
            yield f"/{file}", file, _schema if name.endswith(".schema.json") else _json
    for skill in corpus.skills.values():
        yield f"/skills/{skill.id}.md", skill.file, _skill_maker(skill)


def _json(body: bytes, blob_id: str) -> Prepared:
    return Prepared(body, _JSON, blob_id)


def _schema(body: bytes, blob_id: str) -> Prepared:
    return Prepared(body, _SCHEMA, blob_id)


def _markdown(body: bytes, blob_id: str) -> Prepared:
    return Prepared(body, _MARKDOWN, blob_id, extra=NOINDEX)


def _schemas_listed(addresses: Iterable[str]) -> bytes:
    named = sorted(address for address in addresses if address.startswith("/schemas/"))
    return json.dumps({"items": named}, indent=2).encode() + b"\n"


def _schemas(answers: Mapping[str, Prepared], older: Prepared | None) -> Prepared:
    body = _schemas_listed(answers)
    tag = sha256(body).hexdigest()[:32]
    return older if older is not None and older.tag == tag else Prepared(body, _JSON, tag)


def _skill_maker(skill: Skill) -> Maker:
    def make(body: bytes, blob_id: str) -> Prepared:
        if is_withheld(skill.status):  # the notice that stands instead of the body (R-QUAR-06)
            status = HTTPStatus.NOT_FOUND if skill.status is None else HTTPStatus.GONE
            return _notice(status, withheld_skill(skill).detail, blob_id)
        return Prepared(body, _MARKDOWN, blob_id, extra=() if skill.status is Status.STABLE else NOINDEX)

    return make


def _notice(status: HTTPStatus, detail: str, blob_id: str) -> Prepared:
    return Prepared(problem_body(status, detail), MEDIA_TYPE, blob_id, status=status, extra=NOINDEX)
