"""The sentences of an opening, in substance as the specification has them (architecture 24.4, 24.5; privacy 8.7)."""

from __future__ import annotations

from typing import Final

WHAT_THIS_IS: Final = (
    "Be Civic is a free public library of Belgian administrative procedures, written for people and their agents. I follow "
    "its pages and tell you where each step comes from; it does not know who you are."
)
WHAT_OBSERVATIONS_ARE: Final = (
    "Where something turns out different from the page, I note it as an observation, without anything about you, so that "
    "the page can be corrected for the next person."
)
BUFFER: Final = (
    "Observations wait in a file at {place} until we are done. Then I show you each of them, you keep, change or drop it, and only "
    "what you have approved is sent, anonymously; a copy stays in your own log, and for a day you can take it back. You get "
    "the same help if you never send anything."
)
BUFFER_IN_MEMORY: Final = (
    "Observations wait in this conversation only; nothing of them is written down here. When we are done I show you each of "
    "them, you keep, change or drop it, and what you have approved I can send to Be Civic myself, anonymously; I then tell you "
    "the code by which you can take it back for a day. You get the same help if you never send anything."
)
DOCUMENT_DISCARD: Final = (
    "If you show me a document, I will read the parts relevant to routing your case and will not keep a copy."
)
DOCUMENT_INTAKE: Final = (
    "If you share a document with me, I'll read it to find the parts that matter for your case: things like which commune "
    "issued it, what type of permit, and the months relevant to your timeline. The document file itself stays where you "
    "put it; I don't take a copy. What I do save into your profile is the categorical pieces I extracted (region, permit "
    "type, residence-period months), nothing more. Your profile lives on your computer and you can inspect or delete it "
    "whenever."
)
NOTES_AT: Final = (
    "I'll keep your notes at {place}. You can find them there if you want to inspect or back them up."
)
MAY_I_KEEP: Final = (
    "May I keep notes for you in a folder on this machine, {place}? Only categories and months, no names and no numbers; "
    "you can read or delete it at any time. Without it I help you just the same, and forget everything afterwards."
)
NOTES_REFUSED: Final = (
    "You said no to notes on this machine, so I write none: everything is forgotten when this session ends."
)
NOTES_AFTER_ALL: Final = "Should you want notes kept after all, tell me, and I begin with it."
STATELESS: Final = "I will not remember this session: next time we start from the beginning."
UPGRADE_T0: Final = (
    "Installing the Be Civic Project in Claude Desktop's Cowork tab lets you resume across sessions and keeps your "
    "information on your own machine. Cowork costs around {price} per month (as of {as_of}; check current pricing). I'll do "
    "my best to help in this session."
)
UPGRADE_T1: Final = (
    "The best Be Civic experience is in Claude Desktop's Cowork tab on your computer. There I can save your progress to a "
    "folder on your machine and pick up next session. Here I can only help with one question at a time and I cannot save "
    "files for you. Cowork costs around {price} per month (as of {as_of}; check current pricing). I'll do my best to "
    "maximise this session regardless."
)
CLOSING_T0: Final = "Installing the Be Civic Project in Claude Desktop's Cowork tab keeps your notes between sessions. Here is the link: {link}."
CLOSING_T1: Final = (
    "The full Be Civic experience, including saving your notes between sessions, is available via the Be Civic plugin in "
    "Claude Desktop's Cowork tab. Here is the install link: {link}."
)
WHAT_BROUGHT_YOU: Final = "What brought you here today?"
NOTES_FROM_BEFORE: Final = (
    "I have notes on your situation from our previous session. What we agreed then still holds."
)
ANYTHING_CHANGED: Final = "Has anything changed since we last spoke?"
CONTINUE: Final = "We were working on {title}. You were at {step}. Shall we pick up there?"
CONTINUE_AT_START: Final = "We were working on {title}, and had not noted a step yet. Shall we pick up there?"
UNDER_WAY: Final = "These are under way: {listed}. All of it is saved. Which one shall we take up?"
PICKED_UP: Final = "Picking up {title} from {step}."
LEFT_OPEN: Final = "Your progress on {left} is saved; we can return to it anytime."
ORPHAN: Final = "A session of {age} left {items} unsent{about}, written by {runtime}. Look at it, send it, or throw it away?"
ORPHAN_AT_WORK: Final = (
    "Another session of {age} has {items} unsent{about}, written by {runtime}. It may still be at work: I leave it alone "
    "unless you tell me that it is over."
)
ORPHAN_STALE: Final = " It is more than a week old: some of it may have already been committed."
