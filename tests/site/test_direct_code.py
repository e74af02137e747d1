"""Templates compiled without Jinja's questions mean what they meant, and escape all the same."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from jinja2 import DictLoader, StrictUndefined, UndefinedError
from markupsafe import Markup

from becivic.rules.statuses import Status
from becivic.site.direct_code import escaped
from becivic.site.folding import FoldingEnvironment

HOSTILE = """<b onx="1">'&"""
SAFE = "&lt;b onx=&#34;1&#34;&gt;&#39;&amp;"


class Thing(NamedTuple):
    name: object
    keys: tuple[str, ...] = ("a", "b")

    def called(self, *words: str, sep: str = " ") -> str:
        return sep.join(words)


def said(template: str, **view: object) -> str:
    loader = DictLoader({"page": template, "base": "[{% block main %}{% endblock %}]"})
    environment = FoldingEnvironment({}, loader=loader, autoescape=True, undefined=StrictUndefined)
    return environment.get_template("page").render(view)


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{{ thing.name }}", SAFE),
        ("{{ thing.called(thing.name, 'x') }}", f"{SAFE} x"),
        ("{{ thing.called('a', 'b', sep=thing.name) }}", f"a{SAFE}b"),
        ("{{ thing.called(*thing.keys) }}", "a b"),
        ("{{ thing.called('a', **{'sep': '<'}) }}", "a"),
        ("{% for each in thing.keys %}{{ loop.index }}{{ each }}{% endfor %}", "1a2b"),
        ("{% macro m(x) %}<i>{{ x }}</i>{% endmacro %}{{ m(thing.name) }}{{ m(x='y') }}", f"<i>{SAFE}</i><i>y</i>"),
        ("{% macro m() %}<i>{{ caller() }}</i>{% endmacro %}{% call m() %}{{ thing.name }}{% endcall %}", f"<i>{SAFE}</i>"),
        ("{% extends 'base' %}{% block main %}{{ thing.name }}{% endblock %}", f"[{SAFE}]"),
        ("{% set x %}{{ thing.name }}{% endset %}{{ x }}", SAFE),
        ("{{ {'a': thing.name}['a'] }}", SAFE),
    ],
)  # fmt: skip
def test_a_template_means_what_it_says(template: str, expected: str) -> None:
    assert said(template, thing=Thing(HOSTILE)) == expected


def test_a_name_that_nobody_gave_is_an_error() -> None:
    for template in ("{{ nothing }}", "{{ nothing.name }}", "{{ nothing() }}"):
        with pytest.raises(UndefinedError):
            said(template)
    with pytest.raises(AttributeError):
        said("{{ thing.nothing }}", thing=Thing(""))


def test_markup_stays_and_the_same_letters_as_text_do_not() -> None:
    """Whichever of them was met first: text and Markup of the same letters are equal."""
    for _ in range(2):
        assert escaped(Markup(HOSTILE)) == HOSTILE
        assert escaped(HOSTILE) == SAFE
        assert said("{{ a }}{{ b }}", a=HOSTILE, b=Markup(HOSTILE)) == SAFE + HOSTILE


def test_what_is_no_text_is_said_as_text() -> None:
    assert [escaped(each) for each in (1, None, Status.STABLE)] == ["1", "None", "stable"]
