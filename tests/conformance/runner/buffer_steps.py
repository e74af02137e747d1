"""One step of a buffer's story each: asks the adapter, or looks for itself at the disk and at what the service got."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.conformance.runner.case import Ask, Miss, differs, listed, one_of, part, shown
from tests.conformance.runner.disk import MARK, damage, lines_of
from tests.conformance.runner.golden import ID, misses
from tests.conformance.runner.moments import moment
from tests.conformance.runner.service import Service

Told = Mapping[str, Any]

CAPABILITIES = [
    "multi_turn",
    "structured_output",
    "web_fetch",
    "tool_execution",
    "file_read",
    "local_filesystem",
]
AGENT = "conformance-kit/1.0"


class Bench:
    """One case while it runs: the folder, the service, and what the items are called."""

    def __init__(self, ask: Ask, service: Service, folder: Path, now: str) -> None:
        self.ask = ask
        self.service = service
        self.folder = folder
        self.now = now
        self.ids: dict[str, str] = {}
        self.sessions: list[str] = []
        self.buffer: Path | None = None
        self.receipts: Path | None = None

    def tell(self, do: str, **more: Any) -> dict[str, Any]:
        return self.ask({"op": "buffer", "do": do, "now": self.now, **more})

    def id(self, name: str) -> str:
        """Of the item that the case calls so; one that was not taken has none."""
        return self.ids.get(name, f"no id of {name}")

    def lines(self) -> list[Any]:
        if self.buffer is None:
            return listed(self.tell("lines").get("lines"))
        return lines_of(self.buffer) if self.buffer.exists() else []


def _open(bench: Bench, step: Told) -> Iterator[Miss]:
    bench.now = step.get("now", bench.now)
    bench.service.now = moment(bench.now)
    answer = bench.tell(
        "open",
        folder=str(bench.folder),
        api=bench.service.url,
        agent=AGENT,
        capabilities=step.get("capabilities", CAPABILITIES),
    )
    bench.sessions.append(str(answer.get("session")))
    bench.buffer = _file(answer.get("buffer"))
    bench.receipts = _file(answer.get("receipts"))
    said = " ".join(map(str, listed(answer.get("said"))))
    if bench.buffer is not None and str(bench.buffer) not in said:
        yield Miss("", "the person to be told where the buffer lies", shown(said, 300))
    yield from _ignored(answer.get("data_dir"))
    expect = step.get("expect", {})
    if "may_submit" in expect:
        yield from differs("may_submit", expect["may_submit"], answer.get("may_submit"))
    if "orphans" in expect:
        yield from _orphans(expect["orphans"], listed(answer.get("orphans")))


def _ignored(data_dir: object) -> Iterator[Miss]:
    if not isinstance(data_dir, str):
        return
    file = Path(data_dir, ".gitignore")
    told = file.read_text(encoding="utf-8").split() if file.is_file() else []
    if told != ["*", "!.gitignore"]:
        yield Miss("", "a .gitignore in the folder with `*` and `!.gitignore`", shown(told))


def _orphans(wanted: list[Told], came: list[Any]) -> Iterator[Miss]:
    if len(wanted) != len(came):
        yield Miss("orphans", f"{len(wanted)}, each told by itself", shown(came))
        return
    for place, each in enumerate(wanted):
        for name, value in each.items():
            yield from differs(f"orphan {place}, {name}", [value], part(came[place], name))
        if not isinstance(part(came[place], "age_hours"), (int, float)):
            yield Miss(f"orphan {place}", "its age in hours", shown(came[place]))


def _add(bench: Bench, step: Told) -> Iterator[Miss]:
    answer = bench.tell("add", item=step["item"])
    yield from _taken(bench, step, answer)
    if answer.get("ok") is True and "as" in step:
        bench.ids[step["as"]] = str(answer.get("id"))
        if not ID.fullmatch(str(answer.get("id"))):
            yield Miss("", "an id of its type and a UUID version 7", shown(answer.get("id")))


def _edit(bench: Bench, step: Told) -> Iterator[Miss]:
    answer = bench.tell("edit", id=bench.id(step["of"]), changes=step["changes"])
    yield from _taken(bench, step, answer)
    if answer.get("ok") is True:
        yield from differs("id", [bench.id(step["of"])], answer.get("id"))


def _taken(bench: Bench, step: Told, answer: Told) -> Iterator[Miss]:
    expect = step.get("expect", {"ok": True})
    if answer.get("ok") not in one_of(expect["ok"]):
        yield Miss("", "it to be taken" if expect["ok"] else "a refusal", shown(answer))
    for name in ("removed", "pointers"):
        wanted, came = set(expect.get(name, ())), set(map(str, listed(answer.get(name))))
        if wanted and not wanted <= came:
            yield Miss(name, shown(sorted(wanted)), shown(sorted(came)))
    if expect.get("removed") == [] and listed(answer.get("removed")):
        yield Miss("removed", "nothing", shown(answer["removed"]))


def _drop(bench: Bench, step: Told) -> Iterator[Miss]:
    yield from differs("ok", True, bench.tell("drop", id=bench.id(step["of"])).get("ok"))


def _approve(bench: Bench, step: Told) -> Iterator[Miss]:
    answer = bench.tell("approve", ids=[bench.id(each) for each in step["items"]])
    yield from differs("ok", step.get("expect", {"ok": True})["ok"], answer.get("ok"))


def _lines(bench: Bench, step: Told) -> Iterator[Miss]:
    yield from misses("", step["expect"], bench.lines(), bench.ids)


def _kept(bench: Bench, step: Told) -> Iterator[Miss]:
    """Which items stand in the buffer, and whether what another version added is still there."""
    names = {value: name for name, value in bench.ids.items()}
    there = {
        names.get(each, each): line
        for line in bench.lines()
        for each in map(str, line.values())
        if each in names
    }
    yield from differs("items", [sorted(step["items"])], sorted(there))
    for each in step.get("with_another_versions_field", ()):
        if part(part(there.get(each), MARK), "kept") is not True:
            yield Miss(each, f"`{MARK}` to be kept", shown(there.get(each)))


def _damage(bench: Bench, step: Told) -> Iterator[Miss]:
    if bench.buffer is not None and bench.buffer.is_file():
        damage(bench.buffer, step["how"])
    yield from ()


def _server(bench: Bench, step: Told) -> Iterator[Miss]:
    bench.service.manners.update(step["set"])
    yield from ()


def _review(bench: Bench, step: Told) -> Iterator[Miss]:
    """Each item in plain words, with what it is about and how long it can be taken back."""
    told = {part(each, "id"): each for each in listed(bench.tell("review").get("items"))}
    yield from differs("items", [sorted(bench.id(each) for each in step["expect"])], sorted(map(str, told)))
    for name, wanted in step["expect"].items():
        came = told.get(bench.id(name))
        if "approved" in wanted:
            yield from differs(f"{name}, approved", wanted["approved"], part(came, "approved"))
        for field in ("about", "says", "window"):
            for text in wanted.get(field, ()):
                if text not in str(part(came, field)):
                    yield Miss(f"{name}, {field}", shown(text), shown(part(came, field)))


def _submit(bench: Bench, step: Told) -> Iterator[Miss]:
    answer = bench.tell("submit", only_validate=step.get("only_validate", False))
    expect = step["expect"]
    yield from differs("ok", expect["ok"], answer.get("ok"))
    if "sent" in expect:
        sent = sorted(map(str, listed(answer.get("sent"))))
        yield from differs("sent", [sorted(bench.id(each) for each in expect["sent"])], sent)
    said = json.dumps(answer.get("said"), ensure_ascii=False)
    for word in expect.get("not_said", ()):
        if word in said:
            yield Miss("said", f"plain words instead of `{word}`", said)
    for word in expect.get("said", ()):
        if word not in said:
            yield Miss("said", f"`{word}` to be told", said)


def _calls(bench: Bench, step: Told) -> Iterator[Miss]:
    """What the service got since the last look, in its order."""
    wanted = [{**each, "items": [bench.id(name) for name in each["items"]]} for each in step["expect"]]
    came, bench.service.calls = bench.service.calls, []
    names = {value: name for name, value in bench.ids.items()}
    if wanted != came:
        told = [{**each, "items": [names.get(item, item) for item in each["items"]]} for each in came]
        yield Miss("", shown(step["expect"]), shown(told))


def _receipts(bench: Bench, step: Told) -> Iterator[Miss]:
    """The person's own record of what was sent, with what takes it back."""
    if bench.receipts is None:
        return
    lines = lines_of(bench.receipts) if bench.receipts.exists() else []
    for name, wanted in step["expect"].items():
        found = [each for each in lines if each.get("id") == bench.id(name)]
        if not found:
            yield Miss(name, "a line", "none")
            continue
        yield from misses(name, wanted, {key: found[0].get(key) for key in wanted}, bench.ids)
        if "token" in step and not found[0].get("cancel_token"):
            yield Miss(name, "the token that takes it back", "none")


def _cancel(bench: Bench, step: Told) -> Iterator[Miss]:
    answer = bench.tell("cancel", id=bench.id(step["of"]))
    for name, value in step["expect"].items():
        yield from differs(name, value, answer.get(name))


def _retry(bench: Bench, step: Told) -> Iterator[Miss]:
    bench.now = step.get("now", bench.now)
    bench.service.now = moment(bench.now)
    done = {part(each, "id"): part(each, "status") for each in listed(bench.tell("retry").get("done"))}
    for name, value in step["expect"].items():
        yield from differs(name, value, done.get(bench.id(name)))


def _close(bench: Bench, step: Told) -> Iterator[Miss]:
    yield from differs(
        "ok", step.get("expect", {"ok": True})["ok"], bench.tell("close", how=step["how"]).get("ok")
    )


def _adopt(bench: Bench, step: Told) -> Iterator[Miss]:
    yield from differs("ok", True, bench.tell("adopt", session=bench.sessions[step["session"]]).get("ok"))


def _file(named: object) -> Path | None:
    return Path(named) if isinstance(named, str) else None


STEPS: dict[str, Callable[[Bench, Told], Iterator[Miss]]] = {
    "open": _open,
    "add": _add,
    "edit": _edit,
    "drop": _drop,
    "approve": _approve,
    "lines": _lines,
    "kept": _kept,
    "damage": _damage,
    "server": _server,
    "review": _review,
    "submit": _submit,
    "calls": _calls,
    "receipts": _receipts,
    "cancel": _cancel,
    "retry": _retry,
    "close": _close,
    "adopt": _adopt,
}
