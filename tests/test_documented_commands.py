"""Every command that a document tells people to type is typed, in order, and does what the document says.

One shell for each document, one copy of the repository, one service, one PostgreSQL. What cannot be typed here stands in
`NOT_TYPED` with the reason and with what is typed instead.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from contextlib import ExitStack
from typing import Final, NamedTuple

import pytest

from becivic.cli import COMMANDS
from becivic.corpus.yaml12 import parse_yaml
from tests.factories.databases import Databases
from tests.factories.documented_world import World, documented_world
from tests.factories.documents import ROOT, Block, Command, blocks, commands, documents
from tests.factories.typing_shell import Shell, Typed
from tests.requirement import requirement

pytestmark = pytest.mark.unmeasured


class Instead(NamedTuple):
    why: str
    typed: str


NOT_TYPED: Final = {
    "make serve": Instead(
        "it does not end; the service that everything here asks is started so", "make -n serve"
    ),
    "make test": Instead("it is what types this", "make -n test"),
    "make demo": Instead("tests/test_demo.py plays it", "make -n demo"),
    "make install": Instead("it installs packages, and this machine has them", "make -n install"),
}
"""By how a command begins. Keep it short: what is typed instead must fail when the document is wrong."""

ONCE: Final = ("make harness", "becivic build")
"""The same wherever they are typed, and long: the second time they count as typed."""

FINDS: Final = ("becivic doctor", "becivic check", "becivic scrub")
"""They leave with 1 where they find something; 2 is a mistake of whoever typed."""

_PLACEHOLDER: Final = re.compile(r"<[a-z][a-z-]*>|…")
_MOMENT: Final = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
_KINDS: Final = {_MOMENT: _MOMENT, r"\b[0-9a-f]{40}\b": "[0-9a-f]{40}"}
_CUT: Final = re.compile(r"[\w-]+…")
"""A word that is too long to be shown, such as a token: what stood there is used where the same word is typed later."""
_MEANT: Final = (
    "Every command in a document is typed by tests/test_documented_commands.py. Mark a block `sh` (commands) or `console` (`$ ` before"
    " commands, then what they print; `…` stands for anything). Put what differs here into tests/factories/documented_world.py, or,"
    " where it cannot be typed at all, into NOT_TYPED."
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, databases: Databases) -> Iterator[World]:
    with ExitStack() as stack:
        yield stack.enter_context(
            documented_world(
                tmp_path_factory.mktemp("clone"), lambda: stack.enter_context(databases.fresh("postgresql"))
            )
        )


@requirement("R-REPO-16")
def test_every_command_of_every_document_does_what_it_says(world: World) -> None:
    """One test for all: they share a service, and a worker of the suite should start one only once."""
    wrong = [fault for document in documents() for fault in _faults(world, document)]
    assert not wrong, "\n\n".join([*wrong, _MEANT])


def _faults(world: World, document: str) -> list[str]:
    listed = commands(document)
    if not listed:
        return []
    wrong, known = [], dict[str, str]()
    with Shell(
        world.folder, world.env | {"BECIVIC_DATA_DIR": f"./notes-{documents().index(document)}"}
    ) as shell:
        for command in listed:
            fault = _fault(world, document, shell, command, known)
            if fault:
                wrong.append(f"{document}:{command.line}: {command.text}\n{fault}")
    world.tidied()
    return wrong


def _fault(world: World, document: str, shell: Shell, command: Command, known: dict[str, str]) -> str:
    text = next(
        (instead.typed for begin, instead in NOT_TYPED.items() if _begins(command.text, begin)), command.text
    )
    for cut, meant in known.items():
        text = text.replace(cut, meant)
    text = world.here(text, document)
    plain = text.removeprefix(".venv/bin/").partition("  #")[0].rstrip()
    if plain in world.typed:
        return ""
    if _PLACEHOLDER.search(text):
        return "  nothing is known that could stand for what is left out here"
    typed = shell.enter(text)
    if plain.startswith(ONCE):
        world.typed.add(plain)
    if typed.code > (command.shown is not None or plain.startswith(FINDS)):
        return f"  left with {typed.code}:\n{typed.out[-800:]}\n{typed.err[-800:]}"
    return _differs(world, command, typed, known) if command.shown else ""


def _begins(text: str, begin: str) -> bool:
    return re.match(rf"{re.escape(begin)}(\s|$)", text) is not None


def _differs(world: World, command: Command, typed: Typed, known: dict[str, str]) -> str:
    shown, printed = _close(command.shown or ""), _close(world.there(typed.out))
    found = re.fullmatch(_pattern(shown), printed, re.DOTALL)
    if found is None:
        return f"  shows\n{command.shown}\n  and printed\n{typed.out[:2000]}\n{typed.err[-800:]}"
    known.update(zip(_CUT.findall(shown), found.groups(), strict=True))
    return ""


def _close(text: str) -> str:
    """JSON with and without blanks is the same, and so are lines with blanks at their end."""
    return re.sub(r"(?<=[,:{\[])\s+|[ \t]+$", "", text, flags=re.MULTILINE)


def _pattern(shown: str) -> str:
    """What a moment, a commit or `…` stands for differs from time to time."""
    pieces = re.split(rf"({_CUT.pattern}|…|{'|'.join(_KINDS)})", shown)
    return "".join(_piece(piece) for piece in pieces)


def _piece(piece: str) -> str:
    if _CUT.fullmatch(piece):
        return r"([\w.~-]+)"
    if piece == "…":
        return ".*?"
    return next((found for kind, found in _KINDS.items() if re.fullmatch(kind, piece)), re.escape(piece))


@pytest.mark.parametrize("begin", NOT_TYPED)
def test_what_is_not_typed_is_still_in_a_document(begin: str) -> None:
    assert NOT_TYPED[begin].why
    assert any(_begins(command.text, begin) for document in documents() for command in commands(document))


@pytest.mark.parametrize("document", documents())
def test_commands_that_are_named_in_a_sentence_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for program, name in re.findall(r"`(?:\.venv/bin/)?(becivic|make) ([a-z-]+)[^`]*`", text):
        assert name in (COMMANDS if program == "becivic" else targets), f"{document} names `{program} {name}`"


def _others() -> list[Block]:
    return [block for document in documents() for block in blocks(document) if not block.is_typed]


@pytest.mark.parametrize(
    "info", sorted({block.info for block in _others()} - {"", "text", "mermaid", "apache"})
)
def test_what_is_shown_to_be_copied_can_be_read(info: str) -> None:
    for block in _others():
        if block.info == info:
            _READERS[info](block.body)


def _read_json(text: str) -> None:
    """One value, or one in each line."""
    for value in text.splitlines() if "\n{" in text else [text]:
        json.loads(value)


def _read_nginx(text: str) -> None:
    bare = re.sub(r"'[^']*'", "''", text)
    assert bare.count("{") == bare.count("}")
    assert all(line.rstrip().endswith((";", "{", "}")) for line in bare.splitlines() if line.strip())


def _read_env(text: str) -> None:
    settings = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    for line in text.splitlines():
        assert f"| `{line.partition('=')[0]}` |" in settings, line


_READERS: Final[dict[str, Callable[[str], object]]] = {
    "json": _read_json,
    "toml": tomllib.loads,
    "ini": lambda text: ConfigParser(strict=False, interpolation=None).read_string(text),
    "python": lambda text: compile(text, "document", "exec"),
    "yaml": parse_yaml,
    "nginx": _read_nginx,
    "env": _read_env,
}


def test_the_tests_that_prove_a_defence_are_there() -> None:
    named = re.findall(r"`(tests/[^`]*)`", (ROOT / "docs/defences.md").read_text(encoding="utf-8"))
    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).exists()] == []
