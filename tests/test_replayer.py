"""Records as tables and rejects: what `azul.replay` gives. No record, however odd, raises or disturbs others."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from azul_records import (
    DEAL,
    DRAFTS,
    GOLDEN,
    TABLES,
    accepted,
    by_game,
    fault,
    first_round,
    game,
    refused,
    replayed,
    rows,
    stopped,
    two_rounds,
    with_claims,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from oracle import POLICIES, played
from own_rulesets import OWN

import azul_analytics as azul
from azul_analytics.database import Database, schema_comments
from azul_analytics.records import (
    Claims,
    GameRecord,
    Player,
    Result,
    Round,
    Unreadable,
    canonical,
    checked,
    origin_of,
)
from azul_analytics.replayer import batches
from azul_analytics.replayer.form import form_fault
from azul_analytics.rules.ruleset import load_ruleset

STANDARD = load_ruleset("standard")


# --- what comes out -------------------------------------------------------------------------------


def test_tables_are_frames_with_the_columns_of_the_database(database: Database) -> None:
    answer = accepted(two_rounds())
    for table in (*TABLES, "rejects", "rulesets"):
        columns = set(schema_comments()[table][1])
        assert set(answer.tables[table].column_names) == columns, table
        assert list(getattr(answer, table).columns) == answer.tables[table].column_names
        database.append(table, answer.tables[table])
        assert database.rows(f"select count(*) from {table}") == [(answer.tables[table].num_rows,)]


def test_columns_are_stored_without_loss(database: Database) -> None:
    answer = accepted(two_rounds(), stopped(id="2"))
    for table in TABLES:
        database.append(table, answer.tables[table])
        columns = ", ".join(f'"{name}"' for name in answer.tables[table].column_names)
        stored = database.arrow(f"select {columns} from {table}").to_pylist()
        assert stored == rows(answer, table), table


def test_a_table_that_is_not_there_is_named() -> None:
    answer = accepted(stopped())
    with pytest.raises(AttributeError, match="no table 'moves'; it has bonuses, deals, floors"):
        _ = answer.moves


def test_no_records_give_empty_tables_with_their_columns() -> None:
    answer = azul.replay([])
    assert {table.num_rows for table in answer.tables.values()} == {0}
    for table in (*TABLES, "rejects", "rulesets"):
        assert set(answer.tables[table].column_names) == set(schema_comments()[table][1])


def test_only_rejects_give_empty_tables_with_their_columns() -> None:
    answer = azul.replay([stopped(ruleset="nobody")])
    assert set(answer.tables["turns"].column_names) == set(schema_comments()["turns"][1])
    assert rows(answer, "rejects", "code") == ["unknown-ruleset"]


def test_what_the_record_says_of_the_game_and_its_players_is_kept() -> None:
    record = stopped(
        source="club", played_at="2026-11-29T20:15:00-05:00", experiment="e", block=3, deal_seed="x7",
        meta={"b": [1, None], "a": "ñ"},
    )  # fmt: skip
    record.players = [Player("Ana", 1630.5, False, UNSET), Player("", UNSET, True, "greedy")]
    answer = accepted(record)
    names = ("game_id", "source", "id", "experiment", "block", "deal_seed", "meta", "log_file", "log_line")
    assert rows(answer, "games", *names) == [
        ("club/1", "club", "1", "e", "3", "x7", '{"a":"ñ","b":[1,null]}', None, None)
    ]
    (moment,) = rows(answer, "games", "played_at")
    assert moment.isoformat() == "2026-11-30T01:15:00+00:00"
    assert rows(answer, "seats", "player", "rating", "bot", "policy") == [
        ("Ana", 1630.5, False, None),
        ("", None, True, "greedy"),
    ]


def test_the_source_of_a_record_made_in_memory_is_memory() -> None:
    assert rows(accepted(stopped()), "games", "game_id", "source") == [("memory/1", "memory")]


def test_the_record_is_kept_as_canonical_json_under_its_hash() -> None:
    answer = accepted(stopped(first_round(bag=80)))
    (text,) = rows(answer, "records", "record")
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert json.loads(text)["rounds"] == [{"bag": 80, "deal": DEAL, "drafts": DRAFTS}]
    assert rows(answer, "games", "log_hash") == [hashlib.sha256(text.encode()).hexdigest()]


def test_rulesets_are_kept_once_with_their_definition() -> None:
    answer = accepted(stopped(), stopped(id="2", ruleset="gray"), stopped(id="3"), stopped(id="4", ruleset="small"))
    found = {row["ruleset"]: (row["ruleset_hash"], row["definition"]) for row in rows(answer, "rulesets")}
    assert found == {
        name: (ruleset.hash, ruleset.definition)
        for name, ruleset in {"standard": STANDARD, "gray": load_ruleset("gray"), "small": OWN["small"]}.items()
    }
    assert rows(answer, "games", "ruleset_hash") == [
        found[name][0] for name in ("standard", "gray", "standard", "small")
    ]


def test_a_ruleset_of_ones_own_replaces_one_that_ships() -> None:
    harsh = replace(STANDARD, floor=(-5, -5))
    answer = azul.replay([stopped(first_round())], rulesets={"standard": harsh})
    assert rows(answer, "floors", "spaces", "nominal_points") == [(2, -10), (1, -5)]
    assert rows(answer, "games", "ruleset_hash") == [harsh.hash]


def test_seconds_are_those_of_the_draft_and_null_where_a_round_has_none() -> None:
    timed = first_round(drafts="5R3 3K3", seconds=[1.5, 0])
    assert rows(accepted(stopped(timed)), "turns", "seconds") == [1.5, 0.0]
    assert rows(accepted(stopped(first_round(drafts="5R3 3K3"))), "turns", "seconds") == [None, None]
    both = replayed(stopped(first_round(drafts="5R3")), stopped(timed, id="2"), stopped(first_round(drafts=""), id="3"))
    assert rows(both, "turns", "seconds") == [None, 1.5, 0.0]


def test_unreadable_places_become_rejects_as_they_are() -> None:
    answer = azul.replay([Unreadable("bad-json", "The line is none.", "a.jsonl", 7, "f" * 64, None)])
    assert rows(answer, "rejects") == [
        {
            "file": "a.jsonl", "line": 7, "game_id": None, "code": "bad-json", "round": None, "turn": None,
            "seat": None, "message": "The line is none.", "log_hash": "f" * 64,
        }
    ]  # fmt: skip


# --- duplicates -----------------------------------------------------------------------------------


def test_the_same_game_again_is_skipped_and_another_one_under_its_id_is_refused() -> None:
    other = stopped(first_round())
    answer = replayed(stopped(), stopped(), other, stopped(source="club"))
    assert rows(answer, "games", "game_id") == ["memory/1", "club/1"]
    assert answer.skipped == 1
    (reject,) = rows(answer, "rejects")
    assert (reject["code"], reject["game_id"], reject["round"]) == ("duplicate-game", "memory/1", None)
    assert "memory/1" in reject["message"]


def test_a_refused_record_does_not_reserve_its_id() -> None:
    answer = replayed(stopped(first_round(drafts="9B1")), stopped(first_round()), stopped(first_round(drafts="9B1")))
    assert rows(answer, "games", "game_id") == ["memory/1"]
    assert rows(answer, "rejects", "code") == ["empty-source", "empty-source"]


def test_duplicates_are_found_across_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azul_analytics.replayer.batches", lambda items: batches(items, games=1))
    answer = replayed(stopped(), stopped(first_round()), stopped(), stopped(id="2", ruleset="gray"))
    assert rows(answer, "games", "id") == ["1", "2"]
    assert answer.skipped == 1
    assert rows(answer, "rejects", "code") == ["duplicate-game"]
    assert sorted(rows(answer, "rulesets", "ruleset")) == ["gray", "standard"]


def test_batches_are_cut_by_games_and_by_size() -> None:
    (record,) = azul.read(GOLDEN / "azul_log_rules_two_rounds")
    assert isinstance(record, GameRecord)
    size = len(origin_of(record).canonical)
    assert [len(batch) for batch in batches([record] * 7, games=3)] == [3, 3, 1]
    assert [len(batch) for batch in batches([record] * 5, size=2 * size)] == [2, 2, 1]
    assert [len(batch) for batch in batches([record] * 5, size=1)] == [1] * 5
    assert list(batches([])) == []


# --- odd records ----------------------------------------------------------------------------------

HUGE = 10**30


@pytest.mark.parametrize("number", [HUGE, -HUGE, 2**63, 2**63 - 1, -(2**63), 2**40, -(2**40), 2**31, 3])
def test_numbers_of_any_size_are_wrong_claims_and_no_errors(number: int) -> None:
    for record, codes in (
        (stopped(first_round(bag=number)), {"bag-mismatch", "bad-field"}),
        (stopped(first_round(scores=[0, number])), {"score-mismatch", "bad-field"}),
        (stopped(first_round(), result=Result([0, number], ended_by="conceded")), {"result-mismatch", "bad-field"}),
        (stopped(result=Result(winners=[number], ended_by="conceded")), {"bad-field"}),
        (stopped(opening_seat=number), {"bad-field"}),
        (with_claims(stopped(first_round()), floors=[number, None]), {"score-mismatch", "bad-field"}),
        (with_claims(stopped(first_round()), placements=[(0, 1, number)]), {"score-mismatch", "bad-field"}),
        (with_claims(stopped(first_round()), lid=[0, 0, 0, 0, number]), {"bag-mismatch", "bad-field"}),
        (with_claims(two_rounds(), bonuses=[number, 0]), {"result-mismatch", "bad-field"}),
    ):
        assert fault(record)[0] in codes


@pytest.mark.parametrize("number", [HUGE, -HUGE, 2**63, -(2**40), -1, 6])
def test_seats_and_lines_of_any_size_are_wrong_and_no_errors(number: int) -> None:
    for claims in ({"marker": number}, {"placements": [(number, 1, 1)]}, {"placements": [(0, number, 1)]}):
        assert fault(with_claims(stopped(first_round()), **claims))[0] == "bad-field"


def test_a_source_of_any_size_is_no_factory() -> None:
    # as numbers of 8 or 64 bits, 257 and 2^64 + 1 would be factory 1
    for source in (6, 10, 26, 100, 257, 999, 1000, 1001, 2**32 + 1, 2**64 + 1, HUGE):
        record = stopped(first_round(drafts=f"{source}B1"))
        assert fault(record) == ("empty-source", 1, 1, 1), source
        assert f"no factory {source}" in refused(record)["message"]


def test_more_turns_than_a_game_can_have() -> None:
    # the seats of 65,536 drafts; they are counted before any is played
    record = stopped(first_round(drafts=" ".join(["1BF"] * 65536)))
    assert fault(record) == ("bad-field", None, None, None)
    assert "65536 drafts" in refused(record)["message"]
    record.rounds[0].drafts = " ".join(["1BF"] * 65535)
    assert fault(record) == ("empty-source", 1, 2, 0)


@pytest.mark.parametrize(("rounds", "expected"), [(5000, ("deal-factories", 1)), (65536, ("bad-field", None))])
def test_thousands_of_empty_rounds(rounds: int, expected: tuple[str, int | None]) -> None:
    assert fault(stopped(*[Round("", "")] * rounds))[:2] == expected


ODD = "ñ 李明 🎲 \x00 \u2028 \"'"


def test_letters_of_any_alphabet_are_kept_where_text_is_free() -> None:
    record = stopped(id=ODD, source="李明", experiment=ODD, block=ODD, deal_seed=ODD, meta={ODD: [ODD]})
    record.players = [Player(ODD, policy=ODD), Player("🎲" * 1000)]
    answer = accepted(record)
    assert rows(answer, "games", "game_id", "experiment", "block", "deal_seed") == [(f"李明/{ODD}", ODD, ODD, ODD)]
    assert rows(answer, "seats", "player") == [ODD, "🎲" * 1000]
    assert json.loads(rows(answer, "games", "meta")[0]) == {ODD: [ODD]}


@pytest.mark.parametrize(
    "change",
    [
        {"deal": ODD}, {"drafts": ODD}, {"drafts": f"{ODD}B2"}, {"tiling": [ODD, ODD]}, {"seats": ODD},
        {"deal": "BBB李"}, {"drafts": "1李2"}, {"drafts": "１B2"}, {"drafts": "1B２"}, {"tiling": ["１1", ""]},
        {"seats": "１" * 10}, {"deal": "\ud800"}, {"drafts": "\ud800"},
    ],
    ids=str,
)  # fmt: skip
def test_letters_that_play_does_not_know_are_faults_of_form(change: dict[str, Any]) -> None:
    assert fault(stopped(first_round(**{"deal": DEAL, "drafts": DRAFTS, **change})))[0] == "bad-field"


def test_an_unknown_ruleset_of_any_name_is_said() -> None:
    for name in (ODD, "a/b", "standard\n"):
        assert fault(stopped(ruleset=name))[0] == "unknown-ruleset"


def changed(**keys: Any) -> GameRecord:
    record = stopped(first_round(), id="odd")
    for key, value in keys.items():
        setattr(record, key, value)
    return record


WRONG_TYPES: list[dict[str, Any]] = [
    {"id": ""}, {"id": 7}, {"id": None}, {"id": ["x"]}, {"source": 5}, {"source": ""}, {"source": "a/b"},
    {"format": "azul-log/2"}, {"format": None}, {"ruleset": 5}, {"ruleset": ""}, {"players": None},
    {"players": ["Ana", "Beto"]}, {"players": [Player(1), Player("x")]},  # type: ignore[arg-type]
    {"players": [Player("x", rating="high"), Player("x")]},  # type: ignore[arg-type]
    {"players": [Player("x", bot=1), Player("x")]},  # type: ignore[arg-type]
    {"players": {"a": 1}}, {"opening_seat": "0"}, {"opening_seat": 1.5}, {"opening_seat": None},
    {"opening_seat": True}, {"opening_seat": object()},
    {"rounds": None}, {"rounds": [None]}, {"rounds": "rounds"}, {"rounds": [Round(5, "")]},  # type: ignore[arg-type]
    {"rounds": [Round(b"BBBB", "")]}, {"rounds": [Round("", ["1B1"])]},  # type: ignore[arg-type]
    {"rounds": [first_round(tiling="11")]}, {"rounds": [first_round(tiling=[1, 2])]},
    {"rounds": [first_round(seats=[0, 1])]}, {"rounds": [first_round(bag="80")]},
    {"rounds": [first_round(bag=80.5)]}, {"rounds": [first_round(scores=["0", 5])]},
    {"rounds": [first_round(seconds=["x"] * 10)]}, {"rounds": [first_round(seconds=[-1.0] * 10)]},
    {"rounds": [first_round(seconds=[float("nan")] * 10)]}, {"rounds": [first_round(seconds=[float("inf")] * 10)]},
    {"result": "line"}, {"result": Result(ended_by="nobody")},  # type: ignore[arg-type]
    {"result": Result(scores=5)},  # type: ignore[arg-type]
    {"result": Result(winners=["0"], ended_by="abandoned")},  # type: ignore[list-item]
    {"played_at": "yesterday"}, {"played_at": "2026-11-29"}, {"played_at": "2026-11-29T20:15:00"},
    {"played_at": 5}, {"experiment": 5}, {"block": 1.5}, {"block": []}, {"deal_seed": {}}, {"meta": []},
    {"meta": {"x": object()}}, {"meta": {(1, 2): 3}},
    {"claims": 5}, {"claims": Claims([])}, {"claims": Claims([None])},  # type: ignore[list-item]
    {"players": [Player("x", rating=float("nan")), Player("y")]},
    {"players": [Player("\ud800"), Player("y")]}, {"id": "\ud800"}, {"meta": {"\ud800": 1}},
]  # fmt: skip


@pytest.mark.parametrize("keys", WRONG_TYPES, ids=[f"{at}-{next(iter(keys))}" for at, keys in enumerate(WRONG_TYPES)])
def test_a_record_made_in_memory_of_wrong_types_is_refused_beside_good_ones(keys: dict[str, Any]) -> None:
    good = two_rounds()
    answer = replayed(good, changed(**keys), stopped(id="2"))
    assert rows(answer, "games", "id") == ["two-rounds", "2"]
    (reject,) = rows(answer, "rejects")
    assert reject["code"] in ("bad-field", "unknown-ruleset" if keys == {"ruleset": ""} else "bad-field")
    assert reject["message"].endswith(".")
    assert len(reject["log_hash"]) == 64


@pytest.mark.parametrize(
    "keys",
    [
        {"rounds": [{"deal": DEAL, "drafts": DRAFTS}]}, {"players": [{"name": "Ana"}, {"name": "Beto"}]},
        {"result": {"ended_by": "abandoned"}}, {"rounds": (first_round(),)},
        {"played_at": datetime(2026, 11, 29, tzinfo=UTC)},
        {"rounds": [first_round(scores=(0, 5))]}, {"rounds": [first_round(tiling=("11 31", "15 25 35"))]},
        {"claims": {"rounds": [{"marker": 0}]}}, {"opening_seat": np.int64(1)},
        {"rounds": [first_round(bag=np.int64(80))]}, {"meta": {"x": float("nan")}},
    ],
    ids=str,
)  # fmt: skip
def test_what_looks_much_like_a_record_is_judged_or_refused_but_no_error(keys: dict[str, Any]) -> None:
    answer = replayed(changed(**keys), stopped(id="2"))
    assert rows(answer, "games", "id") in (["odd", "2"], ["2"])
    assert rows(answer, "rejects", "code") in ([], ["bad-field"])


def test_a_record_that_was_read_and_changed_is_looked_at_again_when_its_origin_is_taken_off() -> None:
    (record,) = azul.read(GOLDEN / "azul_log_rules_highest_score")
    assert isinstance(record, GameRecord)
    record.origin = UNSET
    for wrong in ("x", None, 1.5):
        record.opening_seat = wrong  # type: ignore[assignment]
        assert fault(record)[0] == "bad-field"


# --- games do not influence each other ------------------------------------------------------------

GOOD = [played(STANDARD, 2, seed, POLICIES[seed], most_rounds=5) for seed in range(2)]
GOOD += [played(load_ruleset("gray"), 3, 2, POLICIES[2], most_rounds=3)]
LETTERS = "BYRKTGPCF0123456789- x"


def mutated(record: GameRecord, data: st.DataObject) -> GameRecord:
    """The record with one letter of one of its texts changed, left out or put in, or one number changed."""
    one = data.draw(st.sampled_from(record.rounds))
    name = data.draw(st.sampled_from(["deal", "drafts", "seats", "tiling", "scores", "bag", "opening_seat", "rounds"]))
    if name in ("deal", "drafts", "seats"):
        setattr(one, name, mutated_text(getattr(one, name), data))
    elif name == "tiling":
        assert one.tiling
        seat = data.draw(st.integers(0, len(one.tiling) - 1))
        one.tiling[seat] = mutated_text(one.tiling[seat], data)
    elif name == "scores":
        assert one.scores
        one.scores[data.draw(st.integers(0, len(one.scores) - 1))] += data.draw(st.sampled_from([-1, 1, HUGE]))
    elif name == "bag":
        one.bag = data.draw(st.integers())
    elif name == "opening_seat":
        record.opening_seat = data.draw(st.integers(-1, 4))
    else:
        at = data.draw(st.integers(0, len(record.rounds) - 1))
        del record.rounds[at]
        if record.claims:
            del record.claims.rounds[at]
    return record


def mutated_text(text: str, data: st.DataObject) -> str:
    at, width = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 1))
    put: str = data.draw(st.sampled_from(["", *LETTERS]))
    return text[:at] + put + text[at + width :]


def of_bad_values(record: GameRecord) -> bool:
    """Whether no ruleset is needed to see that a record is none."""
    try:
        checked(record)
    except ValueError:
        return True
    return False


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.integers(0, len(GOOD) - 1), st.data())
def test_a_changed_record_never_raises_and_never_changes_the_others(number: int, data: st.DataObject) -> None:
    claims = data.draw(st.sampled_from(["log", "all"]))
    alone = by_game(accepted(*(one.record(str(at), claims) for at, one in enumerate(GOOD))))
    changed = mutated(GOOD[number].record("changed", claims), data)
    ruleset = GOOD[number].ruleset
    answer = replayed(
        *(one.record(str(at), claims) for at, one in enumerate(GOOD[:2])), changed, GOOD[2].record("2", claims)
    )
    found = by_game(answer)
    rejects = rows(answer, "rejects")
    if rejects:
        (reject,) = rejects
        assert reject["game_id"] == "oracle/changed"
        assert reject["message"].endswith(".")
        if form_fault(changed, ruleset) is not None:
            assert reject["code"] == "bad-field"
        if reject["code"] == "bad-field":
            assert of_bad_values(changed) or form_fault(changed, ruleset, len(changed.rounds))
    else:  # the change said the same, or claimed less
        assert form_fault(changed, ruleset, len(changed.rounds)) is None
        found.pop("oracle/changed")
    assert found == alone


def test_canonical_json_of_a_record_names_only_what_it_says() -> None:
    assert json.loads(canonical(game())) == {
        "format": "azul-log/1", "id": "1", "players": [{"name": "player 0"}, {"name": "player 1"}],
        "opening_seat": 1, "rounds": [],
    }  # fmt: skip
