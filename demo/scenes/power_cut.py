"""The server is killed right after its last answer, and starts again a day later."""

from __future__ import annotations

from demo import days
from demo.expecting import expect
from demo.play import Play


def fail_and_return(play: Play) -> None:
    stage, narrator = play.stage, play.narrator
    before = play.states()
    stage.kill()
    narrator.tell("SIGKILL", "ends the server without a farewell.")
    stage.start(days.PUBLISHED)
    stage.ready()
    after = play.states()
    expect("where everything stands that was answered before the power cut", after, before)
    play.seen["before_the_power_cut"], play.seen["after_the_power_cut"] = before, after
    narrator.tell(
        "becivic serve", f"is back a day later: all {len(after)} submissions are there, each as it was."
    )
    narrator.look("/api/health")
