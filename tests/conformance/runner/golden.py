"""Holds a line of a buffer against its golden form: everything as written there, but for what differs from run to run.

`<id:a>` is the id of the item called a, `<time>` a moment in UTC, `<agent>` a name and version, `<session>` a session id,
`<capabilities>` a list of what the agent can do,
`<preflight>` a result of the check before sending that found nothing. `{"<text>": {"must_go": […], "must_stay": […]}}` is
a text that was scrubbed: every harness has its own words for what it takes out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.conformance.runner.case import Miss, differs, shown
from tests.conformance.runner.texts import left_in, missing_from

_UUID7 = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
ID = re.compile(rf"(con|amd|val|drf|fbk|rtg)_{_UUID7}")
_FORMS = {
    "<time>": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z"),
    "<agent>": re.compile(r"[a-z0-9][a-z0-9._-]{0,63}/[0-9A-Za-z][0-9A-Za-z.+-]{0,31}"),
    "<session>": re.compile(rf"ses_{_UUID7}"),
}
_NAMED = re.compile(r"<id:(\w+)>")
_TEXT, _PREFLIGHT, _CAPABILITIES = "<text>", "<preflight>", "<capabilities>"


def misses(where: str, wanted: Any, came: Any, ids: Mapping[str, str]) -> Iterator[Miss]:
    """`ids` are those of the items by the names that the case gives them."""
    if isinstance(wanted, Mapping):
        yield from _in_object(where, wanted, came, ids)
    elif isinstance(wanted, list):
        yield from _in_list(where, wanted, came, ids)
    elif isinstance(wanted, str) and wanted in _FORMS:
        if not (isinstance(came, str) and _FORMS[wanted].fullmatch(came)):
            yield Miss(where, wanted, shown(came))
    elif wanted == _CAPABILITIES:
        if not (isinstance(came, list) and came and all(isinstance(each, str) for each in came)):
            yield Miss(where, "a list of capabilities", shown(came))
    elif wanted == _PREFLIGHT:
        is_good = isinstance(came, Mapping) and came.get("ok") is True and came.get("errors") == []
        if not (is_good and came.get("validator")):
            yield Miss(where, "a pre-flight result without errors", shown(came))
    else:
        named = _NAMED.fullmatch(wanted) if isinstance(wanted, str) else None
        yield from differs(where, [ids.get(named[1]) if named else wanted], came)


def _in_object(where: str, wanted: Mapping[str, Any], came: Any, ids: Mapping[str, str]) -> Iterator[Miss]:
    if list(wanted) == [_TEXT]:
        yield from _in_text(where, wanted[_TEXT], came)
        return
    if not isinstance(came, Mapping):
        yield Miss(where, "an object", shown(came))
        return
    for name in [*wanted, *(each for each in came if each not in wanted)]:
        if name not in wanted:
            yield Miss(f"{where}/{name}", "no such field", shown(came[name]))
        elif name not in came:
            yield Miss(f"{where}/{name}", shown(wanted[name]), "nothing")
        else:
            yield from misses(f"{where}/{name}", wanted[name], came[name], ids)


def _in_list(where: str, wanted: list[Any], came: Any, ids: Mapping[str, str]) -> Iterator[Miss]:
    if not isinstance(came, list) or len(came) != len(wanted):
        yield Miss(where, f"{len(wanted)} of them", shown(came, 400))
        return
    for place, each in enumerate(wanted):
        yield from misses(f"{where}/{place}", each, came[place], ids)


def _in_text(where: str, wanted: Mapping[str, Any], came: Any) -> Iterator[Miss]:
    text = came if isinstance(came, str) else ""
    for each in left_in(text, wanted.get("must_go", ())):
        yield Miss(where, f"{shown(each)} to be gone", shown(came))
    for each in missing_from(text, wanted.get("must_stay", ())):
        yield Miss(where, f"{shown(each)} to stay", shown(came))
