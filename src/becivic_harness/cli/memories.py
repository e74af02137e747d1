"""`memory`, `decision`, `history`: what was told, decided and tried, as it lies in memory/."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic_harness import memory_index, notes, progress, topics
from becivic_harness.cli.cleaning import Cleaner
from becivic_harness.cli.command import Answer, Command, Options, option
from becivic_harness.here import Here
from becivic_harness.refusals import ASK_THE_PERSON, USAGE, Refused
from becivic_harness.topics import DECISIONS, HISTORY, PROGRESS, Topic


def _list(here: Here, _: Options) -> Answer:
    found = [
        {"file": each.file, "type": each.type, "name": each.name, "description": each.description}
        for each in topics.every(here)
    ]
    return {"index": memory_index.read(here), "files": found}


def _show(here: Here, options: Options) -> Answer:
    for each in topics.every(here):
        if options.file in (each.file, each.file[:-3], each.id):
            return {"memory": each.as_json()}
    raise Refused("no_memory", "There is no such file of memory.", "`memory list` names them.")


def _note(here: Here, options: Options) -> Answer:
    here.home.require()
    clean = Cleaner(here)
    written = notes.tell(here, clean(_given(options.words)))
    return {"file": written.file, "kept": written.body.split("\n")[-1], **clean.told()}


def _forget_memory(here: Here, options: Options) -> Answer:
    here.home.require()
    _want_yes(options)
    fitting = [each for each in topics.every(here) if options.file in (each.file, each.file[:-3], each.id)]
    for each in fitting:
        topics.remove(here, each.type, each.id)
        if each.type == PROGRESS:
            progress.unlist(here, each.id)
    memory_index.refresh(here)
    return {"forgotten": [each.file for each in fitting]}


def _decision_add(here: Here, options: Options) -> Answer:
    here.home.require()
    clean = Cleaner(here)
    written = notes.decide(here, topics.safe_id(here, options.topic), clean(_given(options.words)))
    return {"file": written.file, "kept": written.body.split("\n")[-1], **clean.told()}


def _listed(here: Here, kind: str) -> list[Topic]:
    return [each for each in topics.every(here) if each.type == kind]


def _decision_list(here: Here, _: Options) -> Answer:
    return {"decisions": [each.as_json() for each in _listed(here, DECISIONS)]}


def _history_list(here: Here, _: Options) -> Answer:
    return {
        "histories": [
            {key: value for key, value in each.as_json().items() if key not in ("body", "traversal")}
            for each in _listed(here, HISTORY)
        ]
    }


def _history_show(here: Here, options: Options) -> Answer:
    topic = topics.read(here, HISTORY, options.id)
    if topic is None:
        raise Refused(
            "no_history",
            "That route was not tried from this machine.",
            "`history list` names those that were.",
        )
    return {"history": topic.as_json()}


def _history_forget(here: Here, options: Options) -> Answer:
    here.home.require()
    _want_yes(options)
    gone = topics.remove(here, HISTORY, options.id)
    memory_index.refresh(here)
    return {"forgotten": [options.id] if gone else []}


def _given(words: Sequence[str]) -> str:
    import sys

    text = sys.stdin.read() if list(words) == ["-"] else " ".join(words)
    if not text.strip():
        raise Refused(
            "usage",
            "There is nothing to keep.",
            "Write the text behind the command, or - for standard input.",
            code=USAGE,
        )
    return text


def _want_yes(options: Options) -> None:
    if not options.yes:
        raise Refused(
            "say_yes",
            "This deletes a file of the person's notes.",
            "Ask the person, then pass --yes.",
            code=ASK_THE_PERSON,
        )


_WORDS: Final = option("words", nargs="+", metavar="TEXT", help="plain words, or - for standard input")
_YES: Final = option("--yes", action="store_true", help="the person said so")
_ID: Final = option("id", metavar="ID")

COMMANDS = {
    "memory list": Command(
        "The index and every file of memory.", _list, ("memory list --text",), writes=False
    ),
    "memory show": Command(
        "One file of memory.",
        _show,
        ("memory show customer_context",),
        (option("file", metavar="FILE"),),
        writes=False,
    ),
    "memory note": Command(
        "One more line about the situation, scrubbed.",
        _note,
        ('memory note "Moved from Ghent for work; the commune wants proof of income."',),
        (_WORDS,),
    ),
    "memory forget": Command(
        "Delete one file of memory.",
        _forget_memory,
        ("memory forget customer_context --yes",),
        (option("file", metavar="FILE"), _YES),
    ),
    "decision add": Command(
        "A decision the person took.",
        _decision_add,
        ('decision add language-exam "Chose the employment route instead of the exam."',),
        (option("topic", metavar="TOPIC", help="kebab-case words for the matter"), _WORDS),
    ),
    "decision list": Command("All decisions.", _decision_list, ("decision list --text",), writes=False),
    "history list": Command("Routes that were tried.", _history_list, ("history list --text",), writes=False),
    "history show": Command(
        "How one route went.",
        _history_show,
        ("history show certificate-of-residence --text",),
        (_ID,),
        writes=False,
    ),
    "history forget": Command(
        "Delete how one route went.",
        _history_forget,
        ("history forget certificate-of-residence --yes",),
        (_ID, _YES),
    ),
}
