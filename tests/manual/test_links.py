"""Links of a repository as links of a site."""

from __future__ import annotations

import pytest

from becivic.manual.links import with_site_links

SERVED = {
    "docs/settings.md": "/docs/settings",
    "docs/images/a.svg": "/docs/images/a.svg",
    "docs/README.md": "/docs/",
}


def led(text: str, file: str = "docs/operating.md") -> str:
    return with_site_links(text, file, SERVED.get)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[s](settings.md)", "[s](/docs/settings)"),
        ("[s](settings.md#who)", "[s](/docs/settings#who)"),
        ("[`x` and y](settings.md), [all](README.md)", "[`x` and y](/docs/settings), [all](/docs/)"),
        ("![a picture](images/a.svg)", "![a picture](/docs/images/a.svg)"),
        ("[here](#part) [there](/skills/) [far](https://example.org/a.md)",) * 2,
        ("[privacy](../corpus/docs/privacy.mdx#x)", "[privacy](/docs/privacy#x)"),
        ("[a](../corpus/agents.mdx) [b](../corpus/agents/install.mdx)", "[a](/agents) [b](/agents/install)"),
        ("[c](../corpus/skills/becivic/canonical.md)", "[c](/skills/becivic)"),
        ("[d](../corpus/schemas/concern.schema.json)", "[d](/schemas/concern.schema.json)"),
        ("[e](../corpus/scrub/regex-rules.json) [f](../corpus/index.mdx)", "[e](/scrub-rules.json) [f](/)"),
    ],
)
def test_a_link_leads_to_the_page_of_its_file(written: str, shown: str) -> None:
    assert led(written) == shown


def test_a_file_that_is_not_served_keeps_its_words_alone() -> None:
    assert (
        led("See [`app.py`](../src/becivic/app.py) and [x](../corpus/secret.txt).") == "See `app.py` and x."
    )


def test_code_is_left_as_it_is() -> None:
    text = "`[s](settings.md)`\n\n```sh\n[s](settings.md)\n```\n\n~~~~\n```\n[s](settings.md)\n~~~~\n"
    assert led(text) == text


def test_a_link_is_read_from_where_its_page_lies() -> None:
    assert led("[s](docs/settings.md)", "CONTRIBUTING.md") == "[s](/docs/settings)"
    assert led("[s](../settings.md)", "docs/adr/0001-x.md") == "[s](/docs/settings)"
