from __future__ import annotations

from becivic.rules.palette import DARK, LIGHT, declared


def test_every_colour_has_its_counterpart_in_the_dark() -> None:
    assert list(LIGHT) == list(DARK)


def test_some_colours_are_declared_for_both_schemes() -> None:
    assert declared("svg", ("ink", "accent")) == (
        f"svg{{color-scheme:light dark;--ink:{LIGHT['ink']};--accent:{LIGHT['accent']}}}\n"
        f"@media (prefers-color-scheme:dark){{svg{{--ink:{DARK['ink']};--accent:{DARK['accent']}}}}}\n"
    )
