"""A process that is killed at a chosen point: after so many steps, or at the next lock of git that it takes."""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import struct
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Final

import pygit2

from becivic.publishing import refs

_CALLS: Final = {"x86_64": (0xC000003E, (86, 265, 87, 263)), "aarch64": (0xC00000B7, (37, 35))}
"""By machine: the architecture's number for seccomp, and its system calls link, linkat, unlink and unlinkat."""

_SET_NO_NEW_PRIVILEGES: Final = 38
_SET_SECCOMP: Final = 22
_FILTER: Final = 2
_KILL_PROCESS: Final = 0x80000000
_ALLOW: Final = 0x7FFF0000
_LOAD: Final = 0x20
_JUMP_IF_EQUAL: Final = 0x15
_RETURN: Final = 0x06


class Moment(StrEnum):
    STEP = "step"
    LOCK = "lock"
    """With the next lock of a ref that it takes."""


class Death:
    """Comes after so many steps, and by the system's hand: nothing is tidied up. 0 never comes."""

    def __init__(self, after: int, at: Moment = Moment.STEP) -> None:
        self._left = after
        self._at = at

    def __call__(self, *_: object) -> None:
        self._left -= 1
        if self._left != 0:
            return
        if self._at is Moment.LOCK:
            die_with_the_next_lock()
        else:
            os.kill(os.getpid(), signal.SIGKILL)


def can_die_with_a_lock() -> bool:
    return platform.system() == "Linux" and platform.machine() in _CALLS


def die_with_the_next_lock(is_due: Callable[[], bool] = lambda: True) -> None:
    """The kernel kills this process in the middle of the next move of a ref, or of the first one that `is_due`.

    libgit2 writes a lock file, then links it to the ref's name, or unlinks the ref: at that call the lock is there, and the
    ref is where it was.
    """
    move = refs._swap

    def dying(git: pygit2.Repository, folder: Path, one: refs.Move) -> None:
        if is_due():
            _be_killed_at(*_CALLS[platform.machine()])
        move(git, folder, one)

    refs._swap = dying


def _be_killed_at(architecture: int, calls: tuple[int, ...]) -> None:
    """By seccomp: all threads of this process end, without a second process that watches."""
    program = [_instruction(_LOAD, 4), _instruction(_JUMP_IF_EQUAL, architecture, 0, len(calls) + 1)]
    program.append(_instruction(_LOAD, 0))
    for left, call in zip(range(len(calls), 0, -1), calls, strict=True):
        program.append(_instruction(_JUMP_IF_EQUAL, call, left, 0))
    program += [_instruction(_RETURN, _ALLOW), _instruction(_RETURN, _KILL_PROCESS)]
    code = ctypes.create_string_buffer(b"".join(program))
    length_and_address = struct.pack("HL", len(program), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    for arguments in ((_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0), (_SET_SECCOMP, _FILTER, length_and_address)):
        if libc.prctl(*arguments) != 0:
            raise OSError(ctypes.get_errno(), "seccomp is not available")


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)
