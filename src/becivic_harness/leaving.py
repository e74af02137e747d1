"""Owns the two ways out: a copy of everything in one file, and everything gone (R-MEM-10)."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, Any, Final

from becivic_harness import cancelling, files, place, receipts, stamps
from becivic_harness.buffer_file import ROUTES
from becivic_harness.here import Here
from becivic_harness.home import Home
from becivic_harness.receipts import Receipt
from becivic_harness.refusals import ASK_THE_PERSON, NOT_REACHED, Refused

STAGED: Final = "staged"
_TAKE_BACK_OR_LEAVE: Final = (
    "Ask the person, then `forget --yes --take-back` takes them back first, or `forget --yes --leave-staged` lets them be"
    " published, prints the tokens once and deletes them here. `cancel ID` takes back one."
)
_LEFT_STAGED: Final = "{} Nothing in them names you. They cannot be taken back from here any more."
_SHOWN_ONCE: Final = (
    "{} Nothing in them names you. What takes them back until then is shown this once, with its token, and is no longer"
    " kept on this machine: note it elsewhere, and let nobody else see it."
)


def everything(here: Here) -> dict[str, Any]:
    """Each file with its text. Cached copies of the library are not the person's and are left out."""
    return {
        path: files.read_text(here.home.path(path))
        for path in _paths(here)
        if not path.startswith(("cache", "skills-cache"))
    }


def export(here: Here, target: str, *, replace: bool) -> dict[str, Any]:
    """A zip of the whole folder."""
    here.home.require()
    names = [path for path in _paths(here) if path != ".lock"]

    def pack(file: IO[bytes]) -> None:
        import zipfile

        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as packed:
            for path in names:
                packed.write(here.home.path(path), path)

    hand_out(here, target, pack, replace=replace)
    return {
        "written": target,
        "files": len(names),
        "say": "It holds everything that is kept on this machine. Keep it as safe as your papers.",
    }


def hand_out(here: Here, target: str, fill: Callable[[IO[bytes]], object], *, replace: bool) -> None:
    """A file where the person wants it, for them alone to read: over nothing unasked, and not among what is kept here."""
    if here.home.holds(target):
        raise Refused(
            "inside",
            "That place is in the data folder, which holds what Be Civic keeps and nothing else.",
            "Name a place outside it.",
        )
    if os.path.lexists(target) and not replace:
        raise Refused(
            "exists",
            "There is a file of that name already.",
            "Choose another name, or pass --yes to replace it.",
            code=ASK_THE_PERSON,
        )
    half = f"{target}.{os.getpid()}{files.HALF_WRITTEN}"
    try:
        with files.created(half) as file:
            fill(file)
        os.replace(half, target)
    except OSError as error:
        with suppress(OSError):
            os.unlink(half)
        raise Refused(
            "not_written", f"The file cannot be written: {error.strerror}.", "Name another place for it."
        ) from None


def still_staged(here: Here) -> list[Receipt]:
    """What was sent from here, is not published yet, and can be taken back only with the token that is kept here."""
    found = [
        each for each in receipts.every(here) if each.get("status") == STAGED and each.get("cancel_token")
    ]
    return [each for each in found if _is_ahead(here, each)]


def refuse_while_staged(here: Here) -> None:
    """Before the only tokens are deleted the person decides what becomes of the submissions."""
    left = still_staged(here)
    if left:
        raise Refused(
            "still_staged",
            f"{_staged_words(left)} Deleting everything deletes the only tokens that take them back. Nothing was deleted.",
            _TAKE_BACK_OR_LEAVE,
            code=ASK_THE_PERSON,
            staged=_named(left),
        )


def take_back_staged(here: Here) -> list[str]:
    """Takes back what is still staged; the ids. One that the server refuses is told as staged later and stops no other."""
    done = []
    for each in still_staged(here):
        with suppress(Refused):
            if cancelling.cancel(here, str(each["id"]))["status"] == cancelling.CANCELLED:
                done.append(str(each["id"]))
    queued = [each for each in still_staged(here) if os.path.exists(here.home.cancel_retry(str(each["id"])))]
    if queued:
        raise Refused(
            "not_reached",
            f"The server was not reached. {_staged_words(queued)} Nothing was deleted: the tokens that take them back are kept.",
            "Run `forget --yes --take-back` again with a network, or `forget --yes --leave-staged` to delete the tokens here too.",
            code=NOT_REACHED,
            taken_back=done,
            staged=_named(queued),
        )
    return done


def forget(here: Here, *, show_tokens: bool = False) -> dict[str, Any]:
    """All that the harness ever made here. What somebody else put into the folder stays, and is named.

    Our mark goes last: as long as it is there, the rest can be told from what is somebody else's. With `show_tokens` the
    answer holds the requests that take back what is staged: nothing else has them after the deletion.
    """
    if not here.home.exists:
        return _forget_unmarked(here)
    home, staged, refused = here.home, still_staged(here), _refused_to_take_back(here)
    known = [each for each in staged if each.get("type") in ROUTES]
    take_back = [_take_back_request(here, each) for each in known] if show_tokens else []
    files.sweep(home.root)
    removed = [_removed(home, name) for name in home.ours if name != place.LOCATION]
    left = [name for name in files.names(home.root) if name != place.LOCATION]
    if not left:
        place.let_back_into_git(home.root)
    removed.append(_removed(home, place.LOCATION))
    with suppress(OSError):  # something of somebody else's is in it
        os.rmdir(home.root)
    unpublished = [*staged, *refused]
    return {
        "removed": [each for each in removed if each],
        "left": left,
        **({"staged": _named(unpublished)} if unpublished else {}),
        **({"take_back": take_back} if take_back else {}),
        "say": "Everything Be Civic kept on this machine is gone. "
        + (
            (_SHOWN_ONCE if take_back else _LEFT_STAGED).format(_staged_words(unpublished))
            if unpublished
            else "No server holds anything about you."
        )
        + (" Files that are not Be Civic's were left." if left else ""),
    }


def _take_back_request(here: Here, receipt: Receipt) -> dict[str, str]:
    """What any HTTP client can send without this folder. The token goes into the header, never into the address."""
    address = f"{here.api}/api/{ROUTES[str(receipt['type'])]}/{receipt['id']}"
    return {
        "id": str(receipt["id"]),
        "until": str(receipt["commit_eta"]),
        "request": f"DELETE {address}",
        "header": f"Authorization: Bearer {receipt['cancel_token']}",
    }


def _is_ahead(here: Here, receipt: Receipt) -> bool:
    eta = stamps.read_moment(receipt.get("commit_eta"))
    return eta is not None and here.now < eta


def _refused_to_take_back(here: Here) -> list[Receipt]:
    """What the server would not take back, and does not publish before a time that is still ahead."""
    return [
        each
        for each in receipts.every(here)
        if each.get("status") == cancelling.FAILED and each.get("commit_eta") and _is_ahead(here, each)
    ]


def _named(staged: Sequence[Receipt]) -> list[dict[str, Any]]:
    """Without the tokens."""
    return [{key: each.get(key) for key in ("id", "type", "commit_eta")} for each in staged]


def _staged_words(staged: Sequence[Receipt]) -> str:
    last = max(str(each.get("commit_eta")) for each in staged)
    what = "One submission of yours is" if len(staged) == 1 else f"{len(staged)} submissions of yours are"
    return f"{what} still staged on the server, and published from {last} at the latest."


def _forget_unmarked(here: Here) -> dict[str, Any]:
    """Without our mark a `cache` or a `memory` may be anybody's: only what says that it is ours goes."""
    removed = [_removed(here.home, "profile.json")] if here.home.has_our_profile else []
    left = files.names(here.home.root)
    if not left:
        place.let_back_into_git(here.home.root)  # an earlier `forget` left the line for what lay there then
        return {"removed": removed, "say": "There is nothing on this machine."}
    return {
        "removed": removed,
        "left": left,
        "say": f"{here.home.root} does not bear Be Civic's mark (.location), so what lies in it was left"
        + (", all but the profile" if removed else "")
        + ". If it is Be Civic's all the same, delete it by hand; if not, name the right folder with --data-dir.",
    }


def _removed(home: Home, name: str) -> str:
    """What was taken away, for the answer; nothing where there was none, or where it is the person's own."""
    path = home.path(name)
    if os.path.isdir(path) and not os.path.islink(path):
        count = files.remove_folder(path)
        return f"{name}/ ({count} file{'s' * (count != 1)})"
    is_ours = name != place.IGNORE or home.ignores_itself
    return name if is_ours and files.remove(path) else ""


def _paths(here: Here) -> list[str]:
    found = []
    for name in here.home.ours:
        path = here.home.path(name)
        if os.path.isfile(path):
            found.append(name)
        for folder, _, below in os.walk(path):
            found += [
                os.path.relpath(os.path.join(folder, each), here.home.root).replace(os.sep, "/")
                for each in below
            ]
    return sorted(found)
