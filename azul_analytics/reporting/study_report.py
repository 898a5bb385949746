"""The report on a study: what is decided, what may be said against it, and the strongest bots' games at length."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from azul_analytics.reporting.answers import Answers
from azul_analytics.reporting.blocks import Block, Column, Facts, Finding, Heading, Table, Text
from azul_analytics.reporting.generated import words
from azul_analytics.reporting.report import Report
from azul_analytics.reporting.sections import DESIGN
from azul_analytics.reporting.sections.answered import Asked, shown, topic
from azul_analytics.reporting.sections.section import Section
from azul_analytics.reporting.sections.walls import boards
from azul_analytics.reporting.study_answers import StudyAnswers
from azul_analytics.reporting.wording import MISSING, count, listed, points, with_span
from azul_analytics.rules.differing import as_toml, differing_numbers
from azul_analytics.rules.oddities import oddities
from azul_analytics.rules.ruleset_keys import UNMODELED
from azul_analytics.simulate.value import PLAIN
from azul_analytics.statistics.families import EQUIVALENT, LARGER, SMALLER, UNDECIDED
from azul_analytics.statistics.sequential import HEAVIEST, START
from azul_analytics.studies.compare import SAME

if TYPE_CHECKING:
    from azul_analytics.studies.compare import Look
    from azul_analytics.studies.metrics import Question
    from azul_analytics.studies.study import Study

_VERDICTS = LARGER, SMALLER, EQUIVALENT, SAME, UNDECIDED
_IN_SHORT = {EQUIVALENT: "equivalent", SAME: "the same"}
_COARSE = 0.5  # margin from which on one digit will do
_FINEST = 4  # digits at the most
_TOO_FEW = (
    f"one of points or counts takes {START} blocks and more, until no block makes up more than a {HEAVIEST}th of the "
    "spread (of the sum of squares)"
)
_LADDER_NOTE = (
    "Blocks: pairs of them by this policy. A difference without an interval says nothing yet, unless it is the same in "
    f"every block: {_TOO_FEW}."
)
_TELLING = 10  # margins: intervals that leave more open between two strengths of bots say nothing of a change


def _study_answers(answers: Answers) -> StudyAnswers:
    assert isinstance(answers, StudyAnswers)
    return answers


def _named(question: Question) -> str:
    return words(question.metric.name) + (", %" if question.metric.share else "")


def _scale(question: Question) -> int:
    """What a value is multiplied by to be printed: shares are in percent."""
    return 100 if question.metric.share else 1


def _digits(question: Question) -> int:
    return 1 if question.metric.share or question.margin >= _COARSE else 2


def _number(question: Question, number: float, digits: int = 0, *, signed: bool = False) -> str:
    """A value or difference of a metric: shares in percent; what is not known is a dash."""
    known = _scale(question) * number if math.isfinite(number) else math.nan
    return points(known, digits or _digits(question), signed=signed)


def _difference(look: Look) -> str:
    """The difference with its interval, by digits that show on which side of 0 and of the margin its ends are."""
    question, scale, digits = look.question, _scale(look.question), _digits(look.question)
    near = [
        scale * (end - mark)
        for end in (look.low, look.high) if math.isfinite(end)
        for mark in (-question.margin, 0, question.margin)
    ]  # fmt: skip
    while digits < _FINEST and any(0 < abs(one) <= 0.5 / 10**digits for one in near):
        digits += 1
    three = look.difference, look.low, look.high
    return with_span(*(_number(question, one, digits, signed=True) for one in three))


def _deciding(answers: StudyAnswers) -> dict[int, list[Look]]:
    """The looks at the strongest bots' games, by number of players."""
    study = answers.study
    return {players: looks for (players, policy), looks in answers.looks.items() if policy == study.strongest}


def _more(answers: StudyAnswers, players: int, look: Look) -> str:
    """How many games more would decide it, to two digits; nothing where it is decided."""
    blocks = look.more_blocks(answers.study.deciding[players].error)
    if blocks is None:
        return MISSING
    games = 2 * players * blocks
    return f"{round(games, 2 - len(str(games))):,}" if games else ""


# --- what is decided ---


def _findings(answers: Answers) -> list[Finding]:
    """A finding a number of players: what is larger, smaller, equivalent and undecided."""
    answers, found = _study_answers(answers), []
    base, variant = answers.study.base.name, answers.study.variant.name
    for players, looks in _deciding(answers).items():
        parts = []
        for verdict in _VERDICTS:
            of_verdict = [look for look in looks if look.verdict == verdict]
            named = [words(look.question.metric.name).lower() + _change(look) for look in of_verdict]
            if named:
                parts.append(f"{verdict}: {', '.join(named)}")
        found.append(Finding(f"{variant} beside {base}, {players} players", f"{'; '.join(parts).capitalize()}."))
    return found


def _change(look: Look) -> str:
    """By how much it differs, where that is decided by an interval."""
    unit = " percentage points" if look.question.metric.share else ""
    return f" {_difference(look)}{unit}" if look.verdict in (LARGER, SMALLER, EQUIVALENT) else ""


def _decisions(answers: Answers) -> list[Block]:
    """A row a metric, a column a number of players."""
    answers = _study_answers(answers)
    study, deciding = answers.study, _deciding(answers)
    rows = [
        (
            _named(question),
            f"±{_number(question, question.margin)}",
            *(cell for players, looks in deciding.items() for cell in _decision(answers, players, looks[number])),
        )
        for number, question in enumerate(study.questions)
    ]
    heads = [
        Column(head, right=True)
        for players, looks in deciding.items()
        for head in (f"{players} players, {count(looks[0].blocks, 'block')}", "Games more")
    ]
    columns = (Column("What"), Column("Margin", right=True), *heads)
    caption = f"{study.variant.name} less {study.base.name}, by {study.strongest}: verdicts, differences, intervals"
    return [Table(caption, columns, rows), Text(_note(answers), small=True)]


def _decision(answers: StudyAnswers, players: int, look: Look) -> tuple[str, str]:
    """Verdict, difference and interval as a cell, and how many games more would decide it as the next one."""
    return f"{_IN_SHORT.get(look.verdict, look.verdict)}: {_difference(look)}", _more(answers, players, look)


def _numbers(answers: Answers) -> list[Block]:
    """All that was found, a row a number of players and metric."""
    answers = _study_answers(answers)
    study = answers.study
    rows = [
        (
            str(players),
            _named(look.question),
            f"{look.used:,}",
            _number(look.question, look.first_mean),
            _number(look.question, look.second_mean),
            _difference(look),
            f"±{_number(look.question, look.question.margin)}",
            look.verdict,
            _more(answers, players, look),
        )
        for players, looks in _deciding(answers).items()
        for look in looks
    ]
    columns = (
        Column("Players"), Column("What"), Column("Blocks", right=True), Column(study.base.name, right=True),
        Column(study.variant.name, right=True), Column("Difference", right=True), Column("Margin", right=True),
        Column("Verdict"), Column("Games more", right=True),
    )  # fmt: skip
    caption = (
        f"{study.base.name} and {study.variant.name} by {study.strongest}: means over blocks that have a value under "
        f"both, and {study.variant.name} less {study.base.name}"
    )
    return [Heading("Decisions", 2), Table(caption, columns, rows)]


def _note(answers: StudyAnswers) -> str:
    study = answers.study
    questions = len(study.questions) * len(study.players)
    level = f"{100 * (1 - study.confidence):g}"
    return (
        "A block is a game for each player, on the same deals, with the players one seat on from game to game; the "
        f"same blocks are played under both rulesets, and their differences are compared. {_deals(study)}The margin is "
        "the largest difference that counts as none. The intervals hold at every look, so that play could stop as soon "
        f"as all was decided: that any of the {questions} misses its difference at any look has a chance of at most "
        f"{level}%, for points and counts by the central limit theorem. Equivalent: within the margin. The same: in "
        f"every block. {_lacking(answers)}How many games more is an estimate, as if the difference were what it looks "
        f"like; {MISSING}: not known. All means are in the appendix."
    )


def _deals(study: Study) -> str:
    """Where the rulesets do not share their deals, that and what it means."""
    other = [players for players, one in study.deciding.items() if not one.same_deals]
    if not other:
        return ""
    where = "" if len(other) == len(study.players) else f" with {listed([str(players) for players in other])} players"
    return (
        f"Bags or factories of the rulesets differ{where}, and with them the deals: both blocks of a pair have the "
        "seed and the seats in common, which brings next to nothing. "
    )


def _lacking(answers: StudyAnswers) -> str:
    """Why there is no interval of some questions, as far as there is a reason for it among them."""
    lacking = [look for looks in _deciding(answers).values() for look in looks if look.lacks_interval]
    soon = any(look.blocks_to_interval is not None for look in lacking)
    heavy = any(look.few_make_up_the_spread for look in lacking)
    alike = any(look.blocks_to_interval is None and not look.few_make_up_the_spread for look in lacking)
    return (
        (f"Undecided without an interval: {_TOO_FEW}. " if soon else "")
        + (f"Without an interval, and {MISSING}: a few blocks make up most of the spread. " if heavy else "")
        + (f"Without an interval, and {MISSING}: all blocks differ by the same. " if alike else "")
    )


# --- what may be said against it ---


def _objections(answers: Answers) -> list[Block]:
    answers = _study_answers(answers)
    study = answers.study
    differing = [
        f"{key} {MISSING if one is None else as_toml(one)} → {MISSING if other is None else as_toml(other)}"
        for key, one, other in differing_numbers(study.base, study.variant)
    ]
    facts = [
        ("What was changed", f"{'; '.join(differing)}."),
        ("Bots are not people", _people(answers)),
        ("Stronger bots would say otherwise", _strength(answers)),
        *([("The bots know the base better", _plain_value(plainly))] if (plainly := _by_plain_value(study)) else []),
        ("It was stopped when it suited", _stopping(answers)),
        ("Undecided is not equivalent", _undecided(answers)),
        ("Some games never end", _endless(answers)),
        ("The ruleset itself is odd", _oddities(answers)),
        ("Not everything was modeled", _unmodeled()),
    ]
    return [Facts(facts), _ladder(answers), Text(_LADDER_NOTE, small=True)]


def _people(answers: StudyAnswers) -> str:
    study = answers.study
    games = count(answers.totals["stored"], "game")
    compared = [one for one in _by_strength(answers) if len(one) > 1 and one[-1].verdict not in (UNDECIDED, SAME)]
    alike = [one for one in compared if len({look.verdict for look in one}) == 1]
    against = [one for one in compared if any({look.verdict, one[-1].verdict} == {LARGER, SMALLER} for look in one)]
    found = (
        f"Of {count(len(compared), 'verdict')} by {study.strongest} that others judged too, {len(alike)} are the same "
        f"by all strengths of bots, and {len(against)} are contradicted by weaker ones."
        if compared
        else f"There is no verdict by {study.strongest} yet that others judged too."
    )
    return (
        f"All {games} were played by programs ({listed(study.policies)}); they say nothing about fun, and nothing of "
        f"how people play is in them. {found} "
        "What does not depend on how well bots play is more likely to hold for people; that it does is no proof."
    )


def _by_strength(answers: StudyAnswers) -> Iterator[list[Look]]:
    """The looks at each question for each number of players, by the weakest bots first; the strongest are there."""
    study = answers.study
    for players in _deciding(answers):
        of_policy = [answers.looks[players, policy] for policy in study.policies if (players, policy) in answers.looks]
        yield from map(list, zip(*of_policy, strict=True))


def _strength(answers: StudyAnswers) -> str:
    study = answers.study
    if len(study.policies) == 1:
        return f"Only {study.strongest} played; what grows with strength is not known."
    ends = list(_weakest_and_strongest(answers))
    moving = [
        f"{words(strong.question.metric.name).lower()} ({players} players) {_difference(weak)} → {_difference(strong)}"
        for players, weak, strong in ends if _apart(weak, strong)
    ]  # fmt: skip
    silent = sum(not _telling(weak, strong) for _, weak, strong in ends)
    found = (
        f"these differences change, beyond both intervals: {'; '.join(moving)}. They may go on changing."
        if moving
        else "it is not known what changes."
        if silent == len(ends)
        else "no difference changes by more than both intervals leave open. Stronger bots did not play."
    )
    too_few = (
        f" In {silent} of {len(ends)} cases the blocks are too few to say anything: there is no interval by one of "
        f"them, or both together leave a change of more than {_TELLING} margins open."
    )
    return f"From {study.policies[0]} to {study.strongest}, {found}{too_few if silent else ''}"


def _weakest_and_strongest(answers: StudyAnswers) -> Iterator[tuple[int, Look, Look]]:
    """The number of players, and the looks at a question by the weakest and by the strongest bots."""
    for players, strongest in _deciding(answers).items():
        weakest = answers.looks.get((players, answers.study.policies[0]), [])
        yield from ((players, *both) for both in zip(weakest, strongest, strict=False))


def _apart(weak: Look, strong: Look) -> bool:
    """Whether two strengths of bots have intervals apart."""
    return weak.high < strong.low or strong.high < weak.low


def _telling(weak: Look, strong: Look) -> bool:
    """Whether it is known that there is a change, or that there is none of more than `_TELLING` margins."""
    open_to = (weak.high - weak.low + strong.high - strong.low) / 2
    return (
        _apart(weak, strong) or weak.verdict == strong.verdict == SAME or open_to <= _TELLING * strong.question.margin
    )


def _by_plain_value(study: Study) -> list[str]:
    """The bots that search by the plain value."""
    return [policy for policy in study.policies if policy.endswith(f":{PLAIN}")]


def _plain_value(policies: Sequence[str]) -> str:
    return (
        "They do not: values that a search plays by are fitted to a ruleset, and not all have one here. So "
        f"{listed(policies)} {'plays' if len(policies) == 1 else 'play'} both rulesets by the same plain value, and "
        "weaker than by a fitted one."
    )


def _stopping(answers: StudyAnswers) -> str:
    study = answers.study
    looked = answers.database.rows("select count(distinct (experiment, blocks)) from looks")[0][0]
    each = 100 * next(iter(study.comparisons.values())).error
    return (
        f"All was looked at {looked:,} times, and each interval holds at all looks together; stopping changes nothing. "
        f"Each of the {len(study.questions) * len(study.players)} questions may miss with a chance of {each:.2g}%."
    )


def _undecided(answers: StudyAnswers) -> str:
    looks = [look for looks in _deciding(answers).values() for look in looks]
    undecided = sum(look.verdict == UNDECIDED for look in looks)
    if not undecided:
        return "Nothing is undecided. Equivalent means: shown to differ by less than the margin."
    return (
        f"{undecided} of {len(looks)} questions are undecided: neither a difference nor equivalence is shown. The "
        "table of decisions says how many games more each needs, about; the same command with the same output goes on."
    )


def _endless(answers: StudyAnswers) -> str:
    stopped = answers.totals["games"] - answers.totals["finished"]
    if not stopped:
        return "No game was stopped by the round limit."
    return (
        f"{count(stopped, 'game').capitalize()} did not end before the round limit; they have no winner and are left "
        "out of all but the share of stopped games, which is compared as well."
    )


def _oddities(answers: StudyAnswers) -> str:
    found = oddities(answers.study.variant)
    if not found:
        return "The check of the ruleset finds nothing odd."
    return f"It is allowed, but the check says: {'; '.join(found)}."


def _unmodeled() -> str:
    return (
        f"No ruleset has {'; '.join(dict.fromkeys(UNMODELED.values()))}. Nor is there any talk, haste, fatigue or "
        "taste in these games, and no bot learns from the others."
    )


def _ladder(answers: StudyAnswers) -> Table:
    """Each difference by each strength of bots, from how many blocks, and how much the opening seat wins under the
    base."""
    study = answers.study
    shown = [policy for policy in study.policies if any(key[1] == policy for key in answers.looks)]
    rows = []
    for players in study.players:
        of_policy = {
            policy: {look.question: look for look in answers.looks.get((players, policy), [])} for policy in shown
        }
        played = [answers.looks.get((players, policy)) for policy in shown]
        rows.append((str(players), "Blocks", *(f"{looks[0].blocks:,}" if looks else MISSING for looks in played)))
        for question in study.questions:
            looks = [of_policy[policy].get(question) for policy in shown]
            if question.metric.name == "opening_win_share":
                levels = [_number(question, look.first_mean) if look else MISSING for look in looks]
                rows.append((str(players), f"{_named(question)}: {study.base.name}", *levels))
            rows.append((str(players), _named(question), *(_difference(look) if look else MISSING for look in looks)))
    columns = (Column("Players"), Column("What"), *(Column(policy, right=True) for policy in shown))
    caption = f"What grows with strength: {study.variant.name} less {study.base.name}, with intervals, by each policy"
    return Table(caption, columns, rows)


def _nothing(_: Answers) -> list[Finding]:
    return []


def _walls(answers: Answers) -> list[Block]:
    return [*boards(answers, len(answers.groups)), *shown(_WALLS, answers)]


_WALLS = (Asked("bonus_places", (), ""),)
seats, *others = (section for section in DESIGN if "wall_spaces" not in section.statistics)
STUDY = Report(
    kind="study",
    title="Study of a variant",
    purpose="It asks whether a variant of a ruleset plays like the ruleset that it extends, and how sure that is. The "
    "sections after the objections describe the strongest bots' games; their intervals are each for one look, and "
    "what is decided is in the table of decisions only.",
    sections=(
        Section("Decisions", (), _findings, _decisions, _numbers),
        Section("Objections answered", (), _nothing, _objections, new_page=True),
        replace(seats, new_page=True),
        *others,
        topic("Walls", _WALLS, _nothing, _walls, ("wall_spaces",)),
    ),
    in_depth=True,
    compares=True,
    answers=StudyAnswers,
)
