"""Every host, in the order of the page: those first that need no file to be edited."""

from __future__ import annotations

from typing import Final

from becivic.site.agents.hosts.chat import CHAT
from becivic.site.agents.hosts.editors import EDITORS
from becivic.site.agents.hosts.host import Host
from becivic.site.agents.hosts.terminals import TERMINALS

HOSTS: Final[tuple[Host, ...]] = (*CHAT, *EDITORS, *TERMINALS)
