"""The scenes, in the order in which they are played."""

from __future__ import annotations

from typing import Final

from demo import days
from demo.play import Scene
from demo.scenes import court, fee, first_day, power_cut, publication, readers, standing

SCENES: Final = (
    Scene("The service starts on an empty home", days.OPENING, first_day.open_the_house),
    Scene("A newcomer is helped", days.OPENING, first_day.help_a_newcomer),
    Scene("Others write too", days.OPENING, first_day.let_others_write),
    Scene("The power fails, and nothing is lost", days.PUBLISHED, power_cut.fail_and_return),
    Scene("The job publishes", days.PUBLISHED, publication.publish),
    Scene("Readers judge", days.PUBLISHED, readers.judge),
    Scene("What was injected is pulled", days.PUBLISHED, court.pull_the_injection),
    Scene("A name is held and released", days.PUBLISHED, court.release_without_the_name),
    Scene("The fee is put right", days.CORRECTED, fee.correct),
    Scene("The tick promotes", days.STABLE, standing.promote),
    Scene("What stands", days.STABLE, standing.look_round),
)
