"""A page that is made elsewhere, in the frame of the site: the same head, menu and foot, so that there is a way home."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from becivic.rendering.voice import ENGLISH
from becivic.site.frame import Frame, rendered


def framed(public_url: str, address: str) -> partial[str]:
    """What puts the page at `address` into its frame: `title`, `description`, `style` and `main` are the guest's."""
    return partial(_framed, Frame(voice=ENGLISH, address=address, public_url=public_url, is_guest=True))


def _framed(frame: Frame, *, title: str, description: str, style: str, main: Markup) -> str:
    return rendered("guest.html", frame, title=title, description=description, style=style, main=main)
