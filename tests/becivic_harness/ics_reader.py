"""A strict reader of calendars (RFC 5545): what a lenient one forgives is an error here."""

from __future__ import annotations

import re
from typing import NamedTuple

_NAME = re.compile(r"[A-Z-]+")
_LINE = re.compile(r"([A-Z][A-Z0-9-]*)((?:;[A-Z-]+=[^:;,\"]+)*):(.*)", re.DOTALL)
_STAMP = re.compile(r"\d{8}T\d{6}Z")
_DATE = re.compile(r"\d{8}")
_BARE = re.compile(r"(?<!\\)(?:\\\\)*[;,]")
_BAD_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\(?![\\;,nN])")
_TEXTS = ("SUMMARY", "DESCRIPTION")
_ONCE = (
    "UID",
    "DTSTAMP",
    "DTSTART",
    "DTEND",
    "DUE",
    "SUMMARY",
    "DESCRIPTION",
    "STATUS",
    "PERCENT-COMPLETE",
    "TRANSP",
)
_WANTED = {
    "VCALENDAR": ("PRODID", "VERSION"),
    "VEVENT": ("UID", "DTSTAMP", "DTSTART"),
    "VTODO": ("UID", "DTSTAMP"),
    "VALARM": ("ACTION", "TRIGGER", "DESCRIPTION"),
}
_INSIDE = {
    "VCALENDAR": ("",),
    "VEVENT": ("VCALENDAR",),
    "VTODO": ("VCALENDAR",),
    "VALARM": ("VEVENT", "VTODO"),
}
_STATUSES = {
    "VTODO": ("NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"),
    "VEVENT": ("TENTATIVE", "CONFIRMED", "CANCELLED"),
}


class Component(NamedTuple):
    name: str
    properties: dict[str, str]
    parameters: dict[str, str]
    inside: list[Component]

    def all_of(self, name: str) -> list[Component]:
        return [each for each in self.inside if each.name == name]


def unfolded(text: str) -> list[str]:
    assert text.endswith("\r\n"), "the last line ends too"
    assert "\n" not in text.replace("\r\n", ""), "a line ends with both"
    assert "\r" not in text.replace("\r\n", "")
    lines: list[str] = []
    for line in text[:-2].split("\r\n"):
        assert line, "no line is empty"
        assert len(line.encode("utf-8")) <= 75
        assert all(each >= " " or each == "\t" for each in line)
        if line[0] in " \t":
            assert lines, "the first line does not go on from another"
            lines[-1] += line[1:]
        else:
            lines.append(line)
    return lines


def plain(value: str) -> str:
    return re.sub(r"\\([\\;,nN])", lambda found: "\n" if found[1] in "nN" else found[1], value)


def read(text: str) -> Component:
    root = Component("", {}, {}, [])
    stack = [root]
    for line in unfolded(text):
        found = _LINE.fullmatch(line)
        assert found, "a line is a name, parameters and a value"
        name, parameters, value = found[1], found[2], found[3]
        if name == "BEGIN":
            assert stack[-1].name in _INSIDE[value]
            stack.append(Component(value, {}, {}, []))
        elif name == "END":
            done = stack.pop()
            assert done.name == value
            _check(done)
            stack[-1].inside.append(done)
        else:
            _property(stack[-1], name, parameters, value)
    assert stack == [root]
    assert [each.name for each in root.inside] == ["VCALENDAR"]
    uids = [each.properties["UID"] for each in root.inside[0].inside]
    assert len(set(uids)) == len(uids)
    return root.inside[0]


def _property(owner: Component, name: str, parameters: str, value: str) -> None:
    assert _NAME.match(name)
    assert name not in owner.properties or name not in _ONCE
    if name in _TEXTS:
        assert not _BARE.search(value), "a semicolon or comma in a text is escaped"
        assert not _BAD_ESCAPE.search(value)
    if name == "DTSTAMP":
        assert _STAMP.fullmatch(value)
    if name in ("DTSTART", "DTEND", "DUE"):
        assert parameters == ";VALUE=DATE"
        assert _DATE.fullmatch(value)
    owner.properties[name] = value
    owner.parameters[name] = parameters


def _check(done: Component) -> None:
    told = done.properties
    assert set(_WANTED[done.name]) <= set(told)
    if "DTEND" in told or "DUE" in told:
        assert told.get("DTEND", told.get("DUE", "")) > told["DTSTART"]
    if "STATUS" in told:
        assert told["STATUS"] in _STATUSES[done.name]
    assert ("DUE" not in told) or done.name == "VTODO"
    assert ("DTEND" not in told) or done.name == "VEVENT"
    if done.name == "VALARM":
        assert told["ACTION"] == "DISPLAY"
        assert re.fullmatch(r"-P\d+D", told["TRIGGER"])
