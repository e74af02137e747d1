"""A server that has just started on the home of one that lived long: the one holds hardly more than the other, or something leaks.

`python -m soak.newborn FOLDER MOMENT WANTED`: lives a week there, in a process of its own, and prints what it then holds.
"""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Final

from soak.months import Run, Wanted

_ROOT: Final = Path(__file__).resolve().parent.parent
_WEEK: Final = 7


def resident_mib(run: Run) -> float:
    """Of a process that begins where the run has ended, and lives a week."""
    moment, wanted = run.house.clock.moment.isoformat(), json.dumps(asdict(run.wanted))
    asked = [sys.executable, "-m", "soak.newborn", str(run.folder), moment, wanted]
    return float(subprocess.run(asked, cwd=_ROOT, check=True, capture_output=True, text=True).stdout)


async def _lives(run: Run, moment: datetime) -> float:
    run.house.clock.moment = moment
    async with run.house.opened():
        for day in range(_WEEK):
            await run.day(day)
        return await run.settled_mib()


if __name__ == "__main__":
    logging.getLogger("becivic").setLevel(logging.CRITICAL)
    folder, at, how = sys.argv[1:]
    print(asyncio.run(_lives(Run(Path(folder), Wanted(**json.loads(how))), datetime.fromisoformat(at))))
