"""Every kind of page, by an address that the packaged corpus has."""

from __future__ import annotations

from typing import Final

KINDS: Final = {
    "landing": "/",
    "skills": "/skills/",
    "skills-filtered": "/skills/?domain=nationality&status=alpha",
    "skill": "/skills/nationality-application",
    "skill-stable": "/skills/becivic",
    "paths": "/paths/",
    "theme": "/paths/themes/identity-civil-status/",
    "path": "/paths/household-composition",
    "documents": "/docs/",
    "document": "/docs/privacy",
    "connect": "/docs/connect",
    "agents": "/agents",
    "submit": "/agents/submit/concern",
    "activity": "/activity",
    "search": "/search?q=carte+de+s%C3%A9jour",
    "search-empty": "/search?q=zzzzqqqq",
    "missing": "/skills/nationality-aplication",
    "api-docs": "/api/docs",
}
