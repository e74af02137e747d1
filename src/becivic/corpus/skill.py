"""One skill: a folder with a canonical.md and, sometimes, a diagram and a research report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from becivic.corpus.body import Body
from becivic.corpus.fields import Fields
from becivic.corpus.findings import Place
from becivic.corpus.frontmatter import Frontmatter
from becivic.corpus.reported import confirmed_fields, fingerprint, unconfirmed_fields, unconfirmed_passages
from becivic.rules.schemas import SchemaFault
from becivic.rules.skills import META_CATEGORY, Section
from becivic.rules.statuses import Status, Version


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill that could be read. Whether it conforms is for the checks to say; `schema_faults` is their start."""

    id: str
    file: str
    blob_id: str
    frontmatter: Frontmatter
    body: Body
    schema_faults: tuple[SchemaFault, ...] = ()
    companions: Mapping[str, str] = field(default_factory=dict)
    """Other files of the folder: name below it, and blob id."""

    @property
    def fields(self) -> Fields:
        return self.frontmatter.fields

    @property
    def reported_fields(self) -> frozenset[str]:
        """The top-level fields that an anonymous amendment set and no other address has confirmed (design 7.14)."""
        return frozenset(name.partition(".")[0] for name in unconfirmed_fields(self.fields))

    @property
    def confirmed_body(self) -> Body:
        """The body without the lines that nobody has confirmed: for excerpts, which are too short to carry a label."""
        reported = unconfirmed_passages(self.fields)
        if not reported:
            return self.body
        lines = self.body.text.split("\n")
        return Body(
            "\n".join(line for line in lines if fingerprint(line) not in reported), self.body.first_line
        )

    @property
    def confirmed_fields(self) -> Fields:
        """The frontmatter without what an unconfirmed amendment set, for what is too short to carry a label."""
        return confirmed_fields(self.fields)

    @property
    def confirmed_title(self) -> str:
        """The title, or the id in words while nobody has confirmed the title."""
        found = self.confirmed_fields
        is_reported = "title" in self.fields and "title" not in found
        return self.id.replace("-", " ").capitalize() if is_reported else found.text("title")

    @property
    def title(self) -> str:
        return self.fields.text("title")

    @property
    def status(self) -> Status | None:
        return Status.read(self.frontmatter.fields.data.get("status"))  # asked of every skill for every list

    @property
    def version(self) -> Version | None:
        return Version.parse(self.fields.raw("version"))

    @property
    def category(self) -> str:
        return self.fields.text("category")

    @property
    def description(self) -> str:
        """What it does and for which cases, for a client that chooses by it: more than the summary."""
        found = self.confirmed_fields
        written = found.text("description")
        if written:
            return written
        about = " ".join((found.text("summary") or self.confirmed_title).split())
        cases = "; ".join(self._cases())
        return f"{about} Cases: {cases}." if cases else about

    def _cases(self) -> Iterator[str]:
        """The headings of the branching layer, without those that cite."""
        body = self.confirmed_body
        layer = body.section(Section.BRANCHING)
        for heading in body.headings if layer else ():
            if (
                layer
                and heading.level > layer.level
                and layer.start < heading.start < layer.end
                and "<" not in heading.title
            ):
                yield heading.title

    @property
    def is_meta(self) -> bool:
        return self.category == META_CATEGORY

    @property
    def is_procedure(self) -> bool:
        """Has a body that must have the shape of a procedure: skeletons and meta-skills need not."""
        return not self.is_meta and self.status is not Status.DRAFT

    def is_faulted(self, pointer: str) -> bool:
        """Whether the schema refuses a field already; a rule of its own need not say so again."""
        return any(fault.pointer == pointer for fault in self.schema_faults)

    def field_place(self, pointer: str) -> Place:
        """The line of a frontmatter field, by key or pointer."""
        return Place(self.file, self.frontmatter.line(pointer if pointer.startswith("/") else f"/{pointer}"))

    def body_place(self, offset: int) -> Place:
        return Place(self.file, self.body.line(offset))
