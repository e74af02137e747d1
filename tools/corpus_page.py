"""docs/corpus.md and its picture: what the library holds, counted and drawn from the corpus itself."""

from __future__ import annotations

from collections import Counter

from becivic.corpus.load import Corpus
from becivic.corpus.seed import SEED_FILE
from becivic.corpus.skill import Skill
from becivic.rules.languages import LANGUAGE_NAMES
from becivic.rules.marks import MARK
from becivic.rules.tags import Tag
from becivic.site.graph_picture import graph_picture
from tools.packaged_corpus import packaged

PAGE = "docs/corpus.md"
PICTURE = "docs/corpus-graph.svg"


def picture() -> str:
    return graph_picture(packaged())


def page() -> str:
    corpus = packaged()
    return "\n".join(
        [
            "# What the library holds",
            "",
            "Written by `make format`. The starter corpus, as it ships: procedures with a source for every claim, paths",
            "with the routes to each document, the catalogue of what changes, and a glossary.",
            "",
            "![Which procedure rests on which, and the paths they use](corpus-graph.svg)",
            "",
            "A line leads from a procedure to what it rests on; a broken line holds only in some cases.",
            "",
            "## Procedures",
            "",
            "**Marked** counts the blocks whose author says that they claim nothing and so cite nothing (ADR 26).",
            "",
            "| procedure | status | words | sources cited | values cited | marked | rests on | paths |",
            "|---|---|---|---|---|---|---|---|",
            *(_procedure(skill, corpus) for _, skill in sorted(corpus.skills.items())),
            "",
            "## Paths",
            "",
            "| path | purpose | sources, in the order of their priority |",
            "|---|---|---|",
            *_paths(corpus),
            "",
            "## Sources by class",
            "",
            "| class of source | sources |",
            "|---|---|",
            *_classes(corpus),
            "",
            *_catalogue(corpus),
            "",
        ]
    )


def _procedure(skill: Skill, corpus: Corpus) -> str:
    cited = {tag: {element.get("uid") for element in skill.body.named(tag)} for tag in (Tag.REF, Tag.VV)}
    words = sum(len(text.split()) for _, text in skill.body.prose())
    needs = ", ".join(f"`{edge.target}`" for edge in corpus.graph.requires[skill.id])
    paths = ", ".join(f"`{edge.target}`" for edge in corpus.graph.requires_paths[skill.id])
    return (
        f"| [{skill.title}](../corpus/skills/{skill.id}/canonical.md) | {skill.status} | {words:,} | "
        f"{len(cited[Tag.REF])} | {len(cited[Tag.VV])} | {len(MARK.findall(skill.body.text))} | {needs} | {paths} |"
    )


def _paths(corpus: Corpus) -> list[str]:
    rows = []
    for key, entry in sorted(corpus.paths.entries.items()):
        sources = ", ".join(f"{source.id} ({source.source_class})" for source in entry.sources_in_turn)
        rows.append(f"| `{key}`: {entry.title} | {entry.fields.text('purpose')} | {sources} |")
    return rows


def _classes(corpus: Corpus) -> list[str]:
    counted = Counter(
        source.source_class for entry in corpus.paths.entries.values() for source in entry.sources
    )
    return [f"| {name} | {number} |" for name, number in sorted(counted.items())]


def _catalogue(corpus: Corpus) -> list[str]:
    seed = corpus.documents[SEED_FILE].fields
    values, references = len(seed.children("volatile_values")), len(seed.children("references"))
    named = {
        name: sum(bool(term.name(language)) for term in corpus.terms.entries)
        for language, name in LANGUAGE_NAMES.items()
    }
    return [
        f"The catalogue starts with {values:,} values that may change and {references:,} references. The glossary has "
        f"{len(corpus.terms.entries):,} terms, named in "
        + ", ".join(f"{name} ({number:,})" for name, number in named.items())
        + ".",
    ]
