"""Owns what a command stands on: which folder, what time it is, which server, which agent. All of it can be given."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Callable, Final

from becivic_harness import __version__, place, stamps
from becivic_harness.home import Home

if TYPE_CHECKING:
    from becivic_harness.layer_one import LayerOne

SERVER_FILE: Final = "server.txt"
"""In a packed harness: the address of the server it was made for. No other default exists (design 7.16)."""
AGENT: Final = "becivic-harness"


def agent_name(given: str) -> str:
    """How submissions name what sends them: `name/version`."""
    return given or f"{AGENT}/{__version__}"


def packed_server() -> str:
    """The address that was written into this copy when it was packed; empty where none was."""
    from becivic_harness.resources import ResourceMissing, resource

    try:
        return resource(SERVER_FILE).decode("ascii").strip()
    except ResourceMissing:
        return ""


class Here:
    """One run of the harness. Time, chance and the network are arguments, so that a test can hold them."""

    def __init__(  # noqa: PLR0913  each is one thing a caller may want to fix
        self,
        home: Home,
        *,
        now: datetime,
        random: Callable[[int], bytes] = os.urandom,
        api: str = "",
        agent: str = "",
        session: str | None = None,
        patience: float = 5.0,
    ) -> None:
        self.home = home
        self.now = now
        self.random = random
        self.api = api.rstrip("/")
        self.agent = agent
        self.session = session
        self.patience = patience
        """Seconds that the server may be silent."""
        self.waited = 0.0
        """Seconds that this run has waited for it so far."""
        self.is_cut_off = False
        """Whether the server took too long once: in this run it is not asked again."""
        self._layer_one: LayerOne | None = None

    @classmethod
    def found(  # noqa: PLR0913  each is an option of the command line
        cls,
        env: Mapping[str, str],
        platform: str,
        *,
        data_dir: str | None = None,
        api: str | None = None,
        now: datetime,
        agent: str | None = None,
        session: str | None = None,
    ) -> Here:
        """From the environment, as the command line does."""
        person = env.get("USERPROFILE" if platform == "win32" else "HOME") or os.path.expanduser("~")
        root = place.resolved(env, platform, person, data_dir or env.get("BECIVIC_DATA_DIR"))
        return cls(
            Home(root),
            now=now,
            api=api or env.get("BECIVIC_API") or packed_server(),
            agent=agent or env.get("BECIVIC_AGENT") or "",
            session=session or env.get("BECIVIC_SESSION"),
        )

    @property
    def today(self) -> date:
        return stamps.day_of(self.now)

    @property
    def stamp(self) -> str:
        return stamps.stamp(self.now)

    def new_id(self, prefix: str) -> str:
        """A fresh id: its time and chance, and nothing of anybody (R-PRIN-21)."""
        from becivic_harness.ids import CHANCE_BYTES, new_id

        return new_id(prefix, int(self.now.timestamp() * 1000), self.random(CHANCE_BYTES))

    @property
    def layer_one(self) -> LayerOne:
        """Made when first needed: most commands that read need no scrub."""
        if self._layer_one is None:
            from becivic_harness.layer_one import LayerOne

            self._layer_one = LayerOne(self.home, self.today)
        return self._layer_one
