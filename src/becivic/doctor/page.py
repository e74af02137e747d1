"""docs/doctor.md, written from the table of codes: what a code means cannot drift from what the doctor does."""

from __future__ import annotations

from typing import Final

from becivic.doctor.examining import CODES, UNEXPECTED
from becivic.doctor.finding import Code, Group

_MARKDOWN: Final = """# What the doctor looks at

<!-- Generated from becivic.doctor by `make format`: change the codes there. -->

`becivic doctor` looks an installation over and changes nothing. It works beside a running server, on a home that was
never started, and on a damaged one. Each thing it looks at has a code. A code is `fine`, or it is what the table says:
`look` where the service works and something could be better, `broken` where something does not work. In a clone `becivic`
is `.venv/bin/becivic`.

```sh
becivic doctor                    # one line for each group that is fine, everything else in full
becivic doctor --all              # every check
becivic doctor --quick            # without the slow checks
becivic doctor --backups DIR      # the backups below a folder too
becivic doctor --online           # asks GitHub, where change requests are made there
becivic doctor --strict --json    # for programs: exit 1 also where something is worth a look
```

It exits with 0 when nothing is broken, 1 when something is, and 2 when it was called wrongly. A remedy can be
pasted as it is printed: it names this installation's own program, home and clone. Words in capitals are for you to fill in
where the doctor cannot know them. Where two remedies stand here, the finding has the one that fits its cause.

{groups}
## Any group

{any}"""

_HEAD: Final = (
    "| code | what is looked at | where not fine | what it means | remedy |\n|---|---|---|---|---|\n"
)


def doctor_markdown() -> str:
    groups = "\n".join(f"## {_heading(group)}\n\n{_table(codes)}" for group, codes in CODES.items())
    return _MARKDOWN.format(groups=groups, any=_table((UNEXPECTED,)))


def _heading(group: Group) -> str:
    return "GitHub" if group is Group.GITHUB else str(group).capitalize()


def _table(codes: tuple[Code, ...]) -> str:
    return _HEAD + "".join(f"{_row(code)}\n" for code in codes)


def _row(code: Code) -> str:
    slow = " (slow)" if code.slow else ""
    remedies = " or ".join(f"`{each}`".replace("|", "\\|") for each in (code.remedy, code.otherwise) if each)
    return f"| `{code.name}` | {code.subject}{slow} | {code.verdict} | {code.meaning} | {remedies} |"
