"""Search for a site that is written out: a page that asks a Pagefind index, and the making of that index.

Only the search of the running service knows synonyms and everyday words; this one knows the words on the pages.
"""

from __future__ import annotations

import re
import subprocess
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from becivic.rendering.voice import Voice
from becivic.rules.errors import BeCivicError
from becivic.site.frame import POLICY, rendered
from becivic.site.page import Page
from becivic.site.pages.search_page import ADDRESS

FOLDER: Final = "pagefind/"
"""Below the root of the site, where the page looks for it."""

STATIC_POLICY: Final = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The index is read by a program that browsers compile."""

_DRESS: Final = re.compile(r"-ui\.|-highlight\.")
"""What Pagefind would draw results with; our page draws its own."""

_BODY: Final = b"data-pagefind-body"
_MAIN: Final = b'<main id="main"'


def static_search_page() -> Page:
    return Page(
        address=ADDRESS,
        html=partial(rendered, "static_search.html"),
        markdown=_markdown,
        is_indexed=False,
    )


def _markdown(voice: Voice) -> str:
    return f"# {voice.t('search.title')}\n\n- [/llms.txt](/llms.txt)\n"


def findable(html: bytes) -> bytes:
    """A page with its main part marked as what the index is made of. Pages without the mark are left out of it."""
    return html if _BODY in html else html.replace(_MAIN, b"%b %b" % (_MAIN, _BODY), 1)


def indexer() -> Path | None:
    """The program that makes an index, where this machine has it."""
    from pagefind.service import get_executable  # noqa: PLC0415  asyncio and all it needs, for the path of a program

    try:
        found = get_executable()
    except OSError:  # the package is there and its program is not
        return None
    return found if found is not None and found.is_file() else None


def search_files(site: Path, program: Path) -> dict[str, bytes]:
    """The files of an index over the pages of a site, by name below its root. Pages are told apart by language."""
    with TemporaryDirectory(prefix="becivic-search-") as made:
        try:
            done = subprocess.run(  # noqa: S603  a program of ours, and a folder
                [program, "--site", site, "--output-path", made, "--quiet"],
                capture_output=True,
                check=False,
            )
        except OSError as error:
            raise _not_made(program) from error
        if done.returncode:
            raise _not_made(program)
        root = Path(made)
        files = sorted(path for path in root.rglob("*") if path.is_file() and not _DRESS.search(path.name))
        return {f"{FOLDER}{path.relative_to(root).as_posix()}": path.read_bytes() for path in files}


def _not_made(program: Path) -> BeCivicError:
    return BeCivicError(
        "The search index could not be made.",
        where=str(program),
        remedy="Build with --no-search, or install the packages pagefind and pagefind_bin again.",
    )
