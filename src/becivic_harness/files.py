"""Owns how anything gets onto the disk and back: whole or not at all, and readable after a kill, a hand or an editor.

A file is replaced in one step, a log grows by one line in one write. What cannot be read is passed over and counted,
never a reason to stop: the person may have edited it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, NamedTuple

from becivic_harness.refusals import NOT_WRITABLE, Refused

HALF_WRITTEN: Final = ".half-written"
"""The ending of a file that is being written; what a kill leaves behind is swept up at the next session."""
_PRIVATE_FILE: Final = 0o600
_PRIVATE_FOLDER: Final = 0o700


class Lines(NamedTuple):
    """What a log holds: the objects, and the lines that are none (a cut-off last one, a note by hand)."""

    items: list[dict[str, Any]]
    damaged: list[str]


def read_text(path: str) -> str | None:
    """The text of a file as anybody's editor may have left it, or None where there is none."""
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        raise unusable(path, error) from None
    return raw.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")


def read_json(path: str) -> dict[str, Any] | None:
    """The object in a file; None where there is no file or no object in it."""
    text = read_text(path)
    if text is None:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def read_lines(path: str) -> Lines:
    items: list[dict[str, Any]] = []
    damaged: list[str] = []
    for line in (read_text(path) or "").split("\n"):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict):
            items.append(found)
        else:
            damaged.append(line)
    return Lines(items, damaged)


def as_json(document: object) -> str:
    """For people's eyes: indented, in its own letters."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def as_line(item: object) -> str:
    return json.dumps(item, ensure_ascii=False, separators=(",", ":")) + "\n"


def write(path: str, text: str) -> None:
    """Replaces a file whole: whoever reads it sees the old one or the new one."""
    half = f"{path}.{os.getpid()}{HALF_WRITTEN}"
    try:
        make_folder(os.path.dirname(path))
        with created(half) as file:
            file.write(text.encode("utf-8", "replace"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, path)
        _settle(os.path.dirname(path))
    except OSError as error:
        raise unusable(path, error) from None


def write_json(path: str, document: object) -> None:
    write(path, as_json(document))


def append(path: str, *items: object) -> None:
    """Adds lines to a log in one write. A last line that was cut off is closed first, so that it spoils no other."""
    if not items:
        return
    try:
        make_folder(os.path.dirname(path))
        with open(path, "ab+", opener=_private) as file:
            end = file.seek(0, os.SEEK_END)
            if end:
                file.seek(end - 1)
                broken = file.read(1) != b"\n"
            else:
                broken = False
            text = ("\n" if broken else "") + "".join(map(as_line, items))
            file.write(text.encode("utf-8", "replace"))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise unusable(path, error) from None


def require_appendable(path: str) -> None:
    """Refuses where no line could be added, without adding one."""
    try:
        make_folder(os.path.dirname(path))
        with open(path, "ab", opener=_private):
            pass
    except OSError as error:
        raise unusable(path, error) from None


def rewrite(path: str, items: Iterable[object], damaged: Iterable[str] = ()) -> None:
    """A log anew. Lines that could not be read stay: they are not ours to throw away."""
    write(path, "".join([*(f"{line}\n" for line in damaged), *map(as_line, items)]))


def remove(path: str) -> bool:
    """Whether there was such a file."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise unusable(path, error, until_then="it stays where it is") from None
    return True


def remove_folder(path: str) -> int:
    """Everything below it, links as links; how many files there were."""
    count = 0
    for folder, folders, names in os.walk(path, topdown=False):
        for name in names:
            count += remove(os.path.join(folder, name))
        for name in folders:
            below = os.path.join(folder, name)
            if os.path.islink(below):
                count += remove(below)
            else:
                _remove_empty(below)
    _remove_empty(path)
    return count


def names(folder: str) -> list[str]:
    """What lies in a folder, in order; nothing where there is none."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def make_folder(path: str) -> None:
    try:
        os.makedirs(path, mode=_PRIVATE_FOLDER, exist_ok=True)
    except OSError as error:
        raise unusable(path, error) from None


def sweep(folder: str) -> None:
    """Takes away what a kill left half written."""
    for name in names(folder):
        if name.endswith(HALF_WRITTEN):
            remove(os.path.join(folder, name))


@contextmanager
def created(path: str) -> Iterator[Any]:
    """A new file for its owner alone; gone again where it could not be filled."""
    file = open(path, "wb", opener=_private)  # noqa: SIM115
    try:
        with file:
            yield file
    except BaseException:
        with suppress(OSError):
            os.unlink(path)
        raise


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, _PRIVATE_FILE)


def _settle(folder: str) -> None:
    """On POSIX a new name is durable once its folder is."""
    if os.name != "posix":
        return
    opened = os.open(folder or ".", os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError:
        pass  # some file systems cannot
    finally:
        os.close(opened)


def _remove_empty(path: str) -> None:
    with suppress(OSError):  # gone already, or something of somebody else's is in it
        os.rmdir(path)


def unusable(path: str, error: OSError, until_then: str = "nothing is kept") -> Refused:
    return Refused(
        "not_writable",
        f"{path}: {error.strerror or 'cannot be used'}.",
        f"Free the disk or the rights, or name another folder with --data-dir. Until then {until_then}.",
        code=NOT_WRITABLE,
    )
