"""Owns the list of commands: which there are and where each lives. Help reads it without loading any of them."""

from __future__ import annotations

from typing import Final

PROGRAM: Final = "becivic-harness"

WITH_VALUE: Final = ("--api", "--data-dir", "--session", "--agent", "--now", "--json")
"""Options of every command that take a value."""

GROUPS: Final = {
    "session": ("sessions", "start, close and look at a session", ("start", "close", "status")),
    "profile": (
        "profiles",
        "the categories that spare repeat questions",
        ("get", "set", "migrate", "forget"),
    ),
    "memory": ("memories", "what the person told, and the index", ("list", "show", "note", "forget")),
    "progress": ("procedures", "where each procedure stands", ("start", "step", "list", "show", "close")),
    "pivot": ("procedures", "turn to another procedure that is under way", ()),
    "decision": ("memories", "decisions the person took", ("add", "list")),
    "history": ("memories", "routes that were tried", ("list", "show", "forget")),
    "document": ("documents_shown", "routing fields of a document, never the document", ("note", "kinds")),
    "route": ("guidance", "which procedure fits a task", ()),
    "skill": ("guidance", "read a procedure, from the server or its copy", ()),
    "eligibility": ("guidance", "which ways are open to the person, and what settles the rest", ()),
    "plan": ("guidance", "what applies, in which order, with what is unknown; text, JSON or a calendar", ()),
    "traverse": (
        "traversals",
        "walk a route to a document, one step at a time",
        ("start", "next", "report", "list", "stop"),
    ),
    "buffer": (
        "buffers",
        "what may be sent at the end, in plain words",
        ("add", "list", "edit", "drop", "approve", "adopt"),
    ),
    "submit": ("buffers", "validate, then stage, what the person approved", ()),
    "cancel": ("buffers", "take back what was sent", ()),
    "analytics": (
        "leaving_commands",
        "anonymous usage events, off unless switched on",
        ("on", "off", "event"),
    ),
    "export": ("leaving_commands", "everything in one file", ()),
    "forget": ("leaving_commands", "delete everything", ()),
}
"""By group: the module, a line for the help, and the verbs."""


def help_text() -> str:
    width = max(map(len, GROUPS)) + 2
    lines = [
        f"usage: {PROGRAM} COMMAND [VERB] [OPTIONS]",
        "",
        "Keeps everything personal on this machine and nothing anywhere else. Prints JSON; --text prints for people.",
        "",
        *(
            f"  {name:<{width}}{line}{f' ({chr(124).join(verbs)})' if verbs else ''}"
            for name, (_, line, verbs) in GROUPS.items()
        ),
        "",
        "Options of every command:",
        "  --api URL        the server (or BECIVIC_API, or the one it was packed with)",
        "  --data-dir DIR   the folder for the person's notes (or BECIVIC_DATA_DIR)",
        "  --session ID     the session, where more than one is open (or BECIVIC_SESSION)",
        "  --agent NAME/V   what runs this, as submissions name it (or BECIVIC_AGENT)",
        "  --json OBJECT    arguments as JSON: an object, a file, or - for standard input",
        "  --text           an answer for people instead of JSON",
        "  --now TIME       another time than the clock's, for rehearsals",
        "",
        "Examples:",
        f"  {PROGRAM} session start --consent --capability multi_turn --capability structured_output",
        f"  {PROGRAM} profile set region=Brussels-Capital document_inventory.has_id_card=yes",
        f'  {PROGRAM} route "I want to become Belgian" --text',
        f"  {PROGRAM} traverse start certificate-of-residence",
        "",
        "Exit codes: 0 done, 1 refused, 2 usage, 3 the person has to decide, 4 server not reached, 5 folder not usable.",
        f"`{PROGRAM} COMMAND --help` shows more of each.",
    ]
    return "\n".join(lines)
