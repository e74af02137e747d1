"""/activity: what the library holds, what came in, what was decided; small charts, each with the table behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from becivic.corpus.load import Corpus
from becivic.reading.activity import AGES, WEEKS, Activity, Decided, Reported, Week
from becivic.rendering.links import path_link, skill_link
from becivic.rendering.plain import in_markdown
from becivic.rendering.story import StoryLine
from becivic.rendering.voice import Voice
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.site.charts import Series, bar, columns
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.words.dates import written_day

ADDRESS: Final = "/activity"
_LOOKS: Final = {
    Status.DRAFT: "e",
    Status.ALPHA: "d",
    Status.BETA: "c",
    Status.STABLE: "a",
    Status.QUARANTINED: "stop",
    Status.DEPRECATED: "e",
}
"""By which class of the style sheet a status is filled; its word always stands beside it."""
_KINDS: Final = {
    TargetType.VOLATILE_VALUE: "activity.one_value",
    TargetType.REFERENCE: "activity.one_reference",
    TargetType.OBSERVATION: "activity.one_observation",
}
"""What has no page is named by its kind."""


def activity_page(corpus: Corpus, activity: Activity) -> Page:
    return Page(
        address=ADDRESS,
        html=lambda frame: rendered("activity.html", frame, **_view(corpus, activity, frame)),
        markdown=lambda voice: _markdown(corpus, activity, voice),
        json=activity.as_json,
    )


def _view(corpus: Corpus, activity: Activity, frame: Frame) -> dict[str, object]:
    voice = frame.voice
    return {
        "as_of": _moment(activity, voice),
        "statuses": [
            (_status(status, voice), _LOOKS[status])
            for status in Status
            if any(status in counts for counts in activity.holdings.values())
        ],
        "holdings": [_holding(kind, counts, voice) for kind, counts in activity.holdings.items()],
        "holdings_table": _holdings_table(activity, voice),
        "charts": [_votes(activity, voice), _reports(activity, voice), _checked(activity, voice)],
        "decided": [
            {
                **_named(corpus, each, voice),
                "at": each.at,
                "turn": _turn(each, voice),
            }
            for each in activity.decided
        ],
        "reported": [{**_named(corpus, each, voice), "number": each.concerns} for each in activity.reported],
    }


def _moment(activity: Activity, voice: Voice) -> str:
    return f"{written_day(activity.as_of, voice.language)}, {activity.as_of[11:16]}"


def _status(status: Status, voice: Voice) -> str:
    return voice.t(f"list.status-{status.value}")


def _holding(kind: TargetType, counts: Mapping[Status, int], voice: Voice) -> dict[str, object]:
    name, total = voice.t(f"activity.{kind.value}"), sum(counts.values())
    parts = [(_status(status, voice), number, _LOOKS[status]) for status, number in counts.items()]
    said = ", ".join(f"{word} {number}" for word, number, _ in parts)
    return {"name": name, "total": total, "chart": bar(f"{name}: {said or 0}", parts)}


def _holdings_table(activity: Activity, voice: Voice) -> dict[str, Any]:
    rows = [
        [
            voice.t(f"activity.{kind.value}"),
            sum(counts.values()),
            *(counts.get(status, 0) for status in Status),
        ]
        for kind, counts in activity.holdings.items()
    ]
    statuses = [_status(status, voice) for status in Status]
    return {"head": [voice.t("activity.kind"), voice.t("activity.total"), *statuses], "rows": rows}


def _votes(activity: Activity, voice: Voice) -> dict[str, Any]:
    return _weekly(
        activity,
        voice,
        ("votes", "confirms", "rejects", "stop"),
        (lambda week: week.confirms, lambda week: week.rejects),
    )


def _reports(activity: Activity, voice: Voice) -> dict[str, Any]:
    return _weekly(
        activity,
        voice,
        ("reports", "concerns", "amendments", "c"),
        (lambda week: week.concerns, lambda week: week.amendments),
    )


def _weekly(
    activity: Activity,
    voice: Voice,
    words: tuple[str, str, str, str],
    counts: Sequence[Callable[[Week], int]],
) -> dict[str, Any]:
    """Two series over the weeks: the word for the chart, those of the series, and the look of the second."""
    chart, *series, second = words
    looks = ("a", second)
    names = [voice.t(f"activity.{word}") for word in series]
    days = [written_day(week.start.isoformat(), voice.language) for week in activity.weeks]
    numbers = [[count(week) for week in activity.weeks] for count in counts]
    totals = dict(zip(series, map(sum, numbers), strict=True))
    said = voice.t(f"activity.{chart}_said", weeks=WEEKS, **totals)
    drawn = [Series(name, row, look) for name, row, look in zip(names, numbers, looks, strict=True)]
    return {
        "id": chart,
        "title": voice.t(f"activity.{chart}"),
        "said": said if any(totals.values()) else voice.t("activity.empty_weeks"),
        "key": list(zip(names, looks, strict=True)),
        "svg": columns(said, days, drawn) if any(totals.values()) else None,
        "head": [voice.t("activity.week"), *names],
        "rows": [[day, *row] for day, *row in zip(days, *numbers, strict=True)],
    }


def _checked(activity: Activity, voice: Voice) -> dict[str, Any]:
    names = [voice.t("activity.age_under", n=edge) for edge in AGES]
    names += [voice.t("activity.age_older"), voice.t("activity.age_never")]
    total, looks = sum(activity.ages), ("a", "b", "c", "d", "stop")
    said = voice.t("activity.ages_said", fresh=activity.ages[0], total=total)
    return {
        "id": "ages",
        "title": voice.t("activity.ages"),
        "said": said,
        "key": list(zip(names, looks, strict=True)),
        "svg": bar(said, list(zip(names, activity.ages, looks, strict=True))),
        "head": [voice.t("activity.age"), voice.t("activity.values")],
        "rows": [list(row) for row in zip(names, activity.ages, strict=True)],
    }


def _turn(each: Decided, voice: Voice) -> str:
    return StoryLine(each.at, each.kind, each.from_status, each.to_status).turn(voice)


def _named(corpus: Corpus, each: Decided | Reported, voice: Voice) -> dict[str, str]:
    """Its title and page, or its kind and name; of what is withheld the id alone (R-QUAR-06)."""
    kind, target_id = each.target_type, each.target_id
    if kind is TargetType.SKILL:
        link = skill_link(target_id, corpus)
    elif kind in (TargetType.PATH, TargetType.PATH_SOURCE):
        link = path_link(target_id.partition(":")[0], corpus, voice.language)
    else:
        link = None
    if link is not None:
        return {"name": link.title, "address": voice.link(link.address), "language": link.language}
    name = f"{voice.t(_KINDS[kind])}: {_in_words(each)}" if kind in _KINDS else target_id
    return {"name": name, "address": "", "language": ""}


def _in_words(each: Decided | Reported) -> str:
    """A value is named in kebab-case (R-UID-05)."""
    is_value = each.target_type is TargetType.VOLATILE_VALUE
    return (each.name.replace("-", " ") if is_value else each.name) or each.target_id


def _markdown(corpus: Corpus, activity: Activity, voice: Voice) -> str:
    table = _holdings_table(activity, voice)
    weekly = [_votes(activity, voice), _reports(activity, voice), _checked(activity, voice)]
    decided = [
        f"- {each.at}: {in_markdown(_named(corpus, each, voice)['name'])} "
        f"({each.target_type.value} `{each.target_id}`) {_turn(each, voice)}"
        for each in activity.decided
    ]
    reported = [
        f"- {in_markdown(_named(corpus, each, voice)['name'])} "
        f"({each.target_type.value} `{each.target_id}`): {each.concerns}"
        for each in activity.reported
    ]
    lines = [
        f"# {voice.t('activity.title')}\n",
        f"{voice.t('activity.lead')} {voice.t('activity.as_of', at=_moment(activity, voice))}\n",
        f"## {voice.t('activity.holdings')}\n",
        _table(table["head"], table["rows"]),
        *(
            f"## {chart['title']}\n\n{chart['said']}\n\n{_table(chart['head'], chart['rows'])}"
            for chart in weekly
        ),
        f"## {voice.t('activity.decided')}\n",
        "\n".join(decided) + "\n" if decided else voice.t("activity.decided_none") + "\n",
        f"## {voice.t('activity.reported')}\n",
        "\n".join(reported) + "\n" if reported else voice.t("activity.reported_none") + "\n",
    ]
    return "\n".join(lines)


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    written = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in written) + "\n"
