"""The third day: the correction is published, and ten readers confirm it."""

from __future__ import annotations

from becivic.rules.targets import TargetType
from demo import days, letters
from demo.cast import READERS
from demo.expecting import eventually, expect
from demo.fee_shown import fee_shown
from demo.play import Play

_SHOWN = "€11.50"


def correct(play: Play) -> None:
    stage, narrator, seen = play.stage, play.narrator, play.seen
    stage.stop()
    stage.start(days.CORRECTED)
    stage.becivic("run", "commit")  # while the server starts: each is safe beside the other
    stage.ready()
    eventually("the fee that the page shows", lambda: fee_shown(stage).amount, _SHOWN)
    seen["fee"].append(fee_shown(stage).amount)
    narrator.tell("becivic run commit", f"publishes the correction: the page shows {_SHOWN} again.")
    page = stage.page(f"/skills/{letters.SKILL}")
    expect("the released report is on the page", letters.TOLD_OF_NOBODY in page)
    expect("nobody is named on the page", letters.NAME in page, wanted=False)
    narrator.tell("the page", "has the neighbour's report too, without the name.")
    narrator.look(f"/api/volatile-values/{letters.VALUE}/history", "every amount so far")
    for reader in READERS:
        reader.confirms(stage, TargetType.VOLATILE_VALUE, letters.VALUE)
    narrator.tell("ten readers", "confirm the fee, each from an address of its own.")
