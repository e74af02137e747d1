"""Charts: what is drawn is in proportion, says itself in words, and cannot be broken out of."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from becivic.site.charts import Series, bar, columns


def rects(svg: str) -> list[ET.Element]:
    return list(ET.fromstring(svg).iter("rect"))


def test_columns_stand_on_each_other_in_proportion() -> None:
    drawn = columns("votes", ["w1", "w2"], [Series("yes", [1, 4], "a"), Series("no", [1, 0], "b")])
    heights = [(rect.attrib["class"], float(rect.attrib["height"])) for rect in rects(drawn)]
    assert [name for name, _ in heights] == ["chart-a", "chart-b", "chart-a"]
    assert heights[2][1] == 4 * heights[0][1] == 4 * heights[1][1]
    assert [rect.findtext("title") for rect in rects(drawn)] == ["w1: yes 1", "w1: no 1", "w2: yes 4"]


def test_nothing_to_show_is_an_empty_chart() -> None:
    assert not rects(columns("votes", ["w1"], [Series("yes", [0])]))
    assert not rects(columns("votes", [], []))
    assert not rects(bar("parts", [("a", 0, "a")]))


def test_a_bar_is_cut_by_share_and_says_its_numbers_where_there_is_room() -> None:
    drawn = bar("parts", [("big", 99, "a"), ("tiny", 1, "b")])
    big, tiny = rects(drawn)
    assert float(big.attrib["width"]) > 90 * float(tiny.attrib["width"])
    assert [text.text for text in ET.fromstring(drawn).iter("text")] == ["99"]


def test_names_are_words_and_nothing_else() -> None:
    hostile = '"><script>alert(1)</script>'
    for drawn in (columns(hostile, [hostile], [Series(hostile, [1])]), bar(hostile, [(hostile, 1, "a")])):
        assert "<script" not in drawn
        assert ET.fromstring(drawn).attrib["aria-label"] == hostile
