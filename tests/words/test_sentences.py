from __future__ import annotations

from becivic.words.sentences import opening


def test_a_line_begins_with_a_capital_and_names_keep_theirs() -> None:
    assert opening("à Bruxelles, avec CSAM") == "À Bruxelles, avec CSAM"
    assert opening("") == ""
