"""Diagrams: drawn where the machine can, refused where they are none, and harmless whoever wrote them."""

from __future__ import annotations

import atexit
import sys
import weakref
from collections.abc import Callable, Iterator
from xml.etree import ElementTree as ET

import pytest

from becivic.packaged import corpus_folder
from becivic.site import diagrams

DIAGRAM = "flowchart TD\n  a[One] --> b[Two]\n"


@pytest.fixture
def fresh() -> Iterator[None]:
    diagrams._engine.cache_clear()
    yield
    diagrams._engine.cache_clear()


@pytest.mark.skipif(
    not diagrams.can_draw(), reason="this machine has no Mermaid renderer: diagrams stay text"
)
class TestDrawn:
    def test_every_diagram_of_the_corpus_is_drawn(self) -> None:
        texts = [path.read_text(encoding="utf-8") for path in corpus_folder().glob("skills/*/process.mmd")]
        assert texts
        for text in texts:
            svg = diagrams.process_svg(text)
            assert svg is not None
            assert ET.fromstring(svg).tag.endswith("svg")

    @pytest.mark.parametrize("text", ["", "not a diagram", "flowchart TD\n" + "a-->b\n" * 200_000])
    def test_what_cannot_be_drawn_is_none(self, text: str) -> None:
        assert diagrams.process_svg(text) is None

    def test_nothing_in_a_diagram_runs(self) -> None:
        svg = diagrams.process_svg(
            'flowchart TD\n  a["<img src=x onerror=alert(1)> <script>alert(1)</script>"] --> b\n'
            '  click b "javascript:alert(1)"\n'
        )
        assert svg is None or not any(word in svg for word in diagrams._NEVER)

    def test_a_renderer_that_wrote_a_script_would_be_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(diagrams, "_NEVER", ("<rect",))
        diagrams._drawn.cache_clear()
        assert diagrams.process_svg(DIAGRAM) is None
        diagrams._drawn.cache_clear()

    @pytest.mark.usefixtures("fresh")
    def test_the_renderer_is_let_go_before_its_own_module_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        last: list[Callable[[], object]] = []
        monkeypatch.setattr(atexit, "register", last.append)
        assert diagrams.can_draw()
        engine = weakref.ref(diagrams._engine())
        for work in last:
            work()
        assert engine() is None


@pytest.mark.usefixtures("fresh")
def test_a_machine_without_the_renderer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "merman", None)
    assert not diagrams.can_draw()
    assert diagrams.process_svg(DIAGRAM) is None
