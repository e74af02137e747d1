"""An input that a required skill puts out has the type it is put out with (schemas 6.1; R-GRAPH-06, R-CI-07)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule


@rule("graph-types", "inputs fit the outputs of required skills", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    skills, graph = context.corpus.skills, context.corpus.graph
    for skill in context.skills:
        inputs = {item.text("name"): item for item in skill.fields.children("inputs") if item.text("type")}
        if not inputs:
            continue
        for edge in graph.requires[skill.id]:
            if edge.target not in skills or edge.target == skill.id:
                continue
            for output in skills[edge.target].fields.children("outputs"):
                given, wanted = output.text("type"), inputs.get(output.text("name"))
                if given and wanted is not None and wanted.text("type") != given:
                    yield Problem(
                        skill.field_place(wanted.at("type")),
                        f"the input `{wanted.text('name')}` is not of the type `{edge.target}` puts it out with",
                        f"Give the input the type `{given}`, or another name if it means something else.",
                    )
