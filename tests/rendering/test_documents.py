from __future__ import annotations

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.packaged import corpus_folder
from becivic.rendering.documents import rendered_document
from becivic.rendering.voice import ENGLISH, Voice

PAGE = """---
title: A page
description: What it says.
---

Lead <!-- hidden --> with <VV> and </Risk> named, and `<Ref>` in code, [task] too.

## First *part*

```
<Path id="x" />
```

### Below

## First part
"""


def test_a_document_has_its_title_its_contents_and_tags_as_words() -> None:
    page = rendered_document(PAGE, ENGLISH)
    assert (page.title, page.description) == ("A page", "What it says.")
    assert [(each.level, each.id, each.title) for each in page.headings] == [
        (2, "first-part", "First part"),
        (3, "below", "Below"),
        (2, "first-part-2", "First part"),
    ]
    assert page.html.startswith(
        "<p>Lead  with &lt;VV&gt; and &lt;/Risk&gt; named, and <code>&lt;Ref&gt;</code> in code, [task] too.</p>"
    )
    assert "<pre><code>&lt;Path id=&quot;x&quot; /&gt;" in page.html
    assert '<h2 id="first-part">First <em>part</em></h2>' in page.html
    assert page.markdown.startswith("Lead ")


def test_without_frontmatter_the_first_heading_is_the_title() -> None:
    page = rendered_document("\n# Retraction `x`\n\nText\n\n# Another\n", ENGLISH)
    assert (page.title, page.description) == ("Retraction x", "")
    assert page.html == '<p>Text</p>\n<h2 id="another">Another</h2>\n'
    assert rendered_document("just text", ENGLISH).title == ""


@pytest.mark.parametrize(
    "file", sorted(str(p.relative_to(corpus_folder())) for p in corpus_folder().rglob("*.mdx"))
)
def test_every_page_of_the_corpus_is_sound(file: str) -> None:
    page = rendered_document(
        (corpus_folder() / file).read_text(encoding="utf-8"), Voice("nl", is_chosen=True)
    )
    assert page.title
    html5lib.HTMLParser(strict=True).parseFragment(str(page.html))


@given(st.text(alphabet="<>ab\n`&#/!-[]()\"' *_|\\", max_size=60))
def test_no_document_breaks_out(text: str) -> None:
    html5lib.HTMLParser(strict=True).parseFragment(str(rendered_document(text, ENGLISH).html))
