"""Lines of azul-log: what is read, what is refused and why, and what is written."""

# Tables of cases read best with one case a line.
# ruff: noqa: E501

import io
import json
import math
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType

from azul_analytics.errors import AzulError
from azul_analytics.logs import azul_log
from azul_analytics.logs.files import LONGEST_LINE, LogFile
from azul_analytics.records import (
    REJECT_CODES,
    Claims,
    GameRecord,
    Origin,
    Player,
    Result,
    Round,
    RoundClaims,
    Unreadable,
    canonical,
    origin_of,
    sha256,
)

ROUND = {"deal": "BBYR KKTT", "drafts": "1B2 CRF"}
GAME = {
    "format": "azul-log/1",
    "id": "7",
    "players": [{"name": "Ana"}, {"name": "Beto"}],
    "opening_seat": 0,
    "rounds": [ROUND],
}


def read(content: bytes, ruleset: str | None = None, name: str = "club.jsonl") -> list[GameRecord | Unreadable]:
    return list(azul_log.read(LogFile(name, lambda: io.BytesIO(content)), ruleset, LONGEST_LINE))


def text(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def one(line: bytes) -> GameRecord | Unreadable:
    (answer,) = read(line)
    return answer


def record_of(line: bytes) -> GameRecord:
    answer = one(line)
    assert isinstance(answer, GameRecord), answer
    return answer


def fault_of(line: bytes) -> Unreadable:
    answer = one(line)
    assert isinstance(answer, Unreadable)
    return answer


# what is read


def test_a_record_has_what_its_line_says_and_where_it_stands() -> None:
    line = text(GAME)
    first, second = read(b"\n" + line + b"\r\n" + line)
    assert isinstance(first, GameRecord)
    assert (first.id, first.game_id, first.opening_seat) == ("7", "club/7", 0)
    assert [player.name for player in first.players] == ["Ana", "Beto"]
    assert (first.rounds[0].deal, first.rounds[0].drafts, first.rounds[0].bag) == (
        "BBYR KKTT",
        "1B2 CRF",
        UNSET,
    )
    assert isinstance(second, GameRecord)
    assert [origin_of(record).line for record in (first, second)] == [2, 3]
    assert origin_of(first).file == "club.jsonl"


def test_the_canonical_text_is_what_the_log_said_with_sorted_keys_and_without_blanks() -> None:
    line = (
        b'{ "rounds":[], "players" :[{"rating":1.50,"name":"\\u00f1"}],"opening_seat":0,"id":"7","format":"azul-log/1"}'
    )
    expected = '{"format":"azul-log/1","id":"7","opening_seat":0,"players":[{"name":"ñ","rating":1.5}],"rounds":[]}'
    origin = record_of(line).origin
    assert isinstance(origin, Origin)
    assert origin.canonical == expected.encode()  # nothing of the default source in it
    assert origin.hash == sha256(expected.encode())


def test_the_source_and_the_ruleset_of_a_log_are_kept_unless_another_ruleset_is_asked_for() -> None:
    line = text({**GAME, "source": "bga", "ruleset": "gray"})
    (kept,), (replaced,), (default,) = (
        read(line),
        read(line, "standard"),
        read(text(GAME), None, "x/online.2026.json"),
    )
    assert isinstance(kept, GameRecord)
    assert (kept.game_id, kept.ruleset) == ("bga/7", "gray")
    assert isinstance(replaced, GameRecord)
    assert replaced.ruleset == "standard"
    assert isinstance(default, GameRecord)
    assert (default.game_id, default.ruleset) == ("online.2026/7", UNSET)


def test_of_a_key_that_stands_twice_the_last_counts_whatever_the_first_was() -> None:
    line = text(GAME).replace(b'"id": "7"', b'"id":["?"],"format":"other","result":3,"format":"azul-log/1","id":"8"')
    line = line.replace(b'"opening_seat"', b'"result":{"ended_by":"conceded"},"opening_seat"')
    record = record_of(line)
    assert (record.id, record.result) == ("8", Result(ended_by="conceded"))
    assert origin_of(record).canonical.count(b'"id"') == 1


def test_numbers_where_any_number_will_do() -> None:
    player = {"name": "Ana", "rating": 10**25}  # whole or not, of any size
    rounds = [{**ROUND, "seconds": [1, 0, 2.5, 1e-7, -0.0]}]
    record = record_of(text({**GAME, "players": [player], "rounds": rounds, "block": 10**30, "deal_seed": "7f"}))
    assert record.players[0].rating == 1e25
    assert record.rounds[0].seconds == [1.0, 0.0, 2.5, 1e-7, 0.0]
    assert (record.block, record.deal_seed) == (10**30, "7f")


@pytest.mark.parametrize(
    "moment",
    ["2026-11-29T20:15:00Z", "2026-11-29 20:15+01:00", "20261129T201500.25-0330", "2026-W48-7T20:15Z"],
)
def test_moments_with_a_zone_in_the_forms_of_iso_8601(moment: str) -> None:
    assert record_of(text({**GAME, "played_at": moment})).played_at == moment


def test_what_a_ruleset_decides_is_no_matter_here() -> None:
    # 1 player, seat 9, letters and lists that no ruleset has: left to the judge
    rounds = [{"deal": "XYZ", "drafts": "?", "seats": "99", "scores": [1, 2, 3], "bag": -1, "tiling": []}]
    record_of(text({**GAME, "players": [], "opening_seat": 9, "rounds": rounds, "ruleset": "nobody's"}))


# what is refused

DEEP = b'{"format":"azul-log/1","meta":%s}'


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"1. Ana takes two blue", "The line cannot be read: no JSON: `1. Ana takes two blue`."),
        (text(GAME)[:-30], "the JSON is cut off; it ends with `"),
        (text(GAME)[:16], "the JSON is cut off"),
        (text(GAME) + b"," + text(GAME), "after the end of the JSON more follows: `,{"),
        (text(GAME) + b"}", "after the end of the JSON more follows: `}`"),
        (b'{"id":"A\xf1a"}', "not UTF-8: its byte 9 is 0xf1"),
        ("{}".encode("utf-16"), "not UTF-8; it begins like UTF-16"),
        (b'{"id":NaN}', "it has the constant NaN"),
        (b'{"id":-Infinity}', "it has the constant -Infinity"),
        (b"{'id':7}", "expecting property name"),
        (b'{"id":7,}', "no JSON: "),
        (b'{"id":07}', "no JSON: "),
        (b'{"id":"\t"}', "no JSON: invalid control character at character 8: `\\u0009"),
        (b'{"id":"\\ud83c"}', "half of a surrogate pair"),
        (b'{"id":"\\udf00\\ud83c"}', "half of a surrogate pair"),
        (b"\xef\xbb\xbf{}", "no JSON"),  # the mark of a second line; that of a file is taken off
        (b"[]", "The line is a list, not a JSON object: []."),
        (b'"azul-log/1"', 'The line is a text, not a JSON object: "azul-log/1".'),
        (b"17", "The line is a number, not a JSON object: 17."),
        (b"null", "The line is null, not a JSON object: null."),
        (b"false", "The line is true or false, not a JSON object: false."),
        (DEEP % (b"[" * 64 + b"]" * 64), "nested too deep"),
        (DEEP % (b"[" * 100_000), "nested too deep"),
        (DEEP % (b'{"":' * 100_000), "nested too deep"),
    ],
)
def test_a_line_that_is_no_json_object(line: bytes, said: str) -> None:
    _, fault = read(text(GAME) + b"\n" + line)
    assert isinstance(fault, Unreadable)
    assert (fault.code, fault.line, fault.game_id) == ("bad-json", 2, None)
    assert said in fault.message


def test_the_deepest_that_is_read_has_64_levels_with_the_game_as_the_first() -> None:
    # brackets within texts are no levels
    assert record_of(text({**GAME, "meta": {"a": json.loads("[" * 62 + "]" * 62), "[{": "[{" * 99}}))
    too_deep = text({**GAME, "meta": {"a": json.loads("[" * 63 + "]" * 63)}})
    assert "nested too deep" in fault_of(too_deep).message
    # one that a second `meta` takes back is in the line all the same
    again = too_deep.replace(b'"meta"', b'"meta":{},"meta"').replace(b'"rounds"', b'"meta":{},"rounds"')
    assert fault_of(again).code == "bad-json"


@pytest.mark.parametrize("format", ["azul-log/2", "azul-log/1 ", "AZUL-LOG/1", "", "x" * 1000])
def test_another_format_is_unknown_whatever_else_is_wrong(format: str) -> None:
    fault = fault_of(text({**GAME, "format": format, "opening_seat": None, "more": 1}))
    assert (fault.code, fault.game_id) == ("unknown-format", "club/7")
    assert fault.message.endswith('expected "azul-log/1".')
    assert len(fault.message) < 150


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in GAME.items() if name != key}


def with_round(**keys: object) -> dict[str, Any]:
    return {**GAME, "rounds": [ROUND, {**ROUND, **keys}]}


def test_an_object_that_is_no_record_at_all_is_said_to_lack_the_format() -> None:
    fault = fault_of(b'{"file": "a.txt", "size": 3}')
    assert fault.code == "bad-field"
    assert fault.message == 'no `format`: not an azul-log record, which has "azul-log/1" there.'


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (without("format"), "format: missing; needed are format, id, players, opening_seat, rounds."),
        ({**GAME, "format": 1}, "format: found 1, expected a text."),
        ({**GAME, "format": None}, "format: found null, expected a text."),
        (without("opening_seat"), "opening_seat: missing; needed are format, id, players, opening_seat, rounds."),
        (without("players"), "players: missing; "),
        (without("rounds"), "rounds: missing; "),
        ({**GAME, "opening_seat": 1.0}, "opening_seat: found 1.0, expected a whole number."),
        ({**GAME, "opening_seat": True}, "opening_seat: found true, expected a whole number."),
        ({**GAME, "opening_seat": "0"}, 'opening_seat: found "0", expected a whole number.'),
        ({**GAME, "opening_seat": 2**31}, "opening_seat: found 2147483648, expected a whole number between "),
        ({**GAME, "Ruleset": "gray"}, "Ruleset: found an unknown key, expected one of format, id, players, "),
        ({**GAME, "claims": {"rounds": []}}, "claims: found an unknown key, "),
        ({**GAME, "claims": None}, "claims: found an unknown key, "),
        ({**GAME, "origin": {"file": "", "line": 1, "canonical": "", "hash": ""}}, "origin: found an unknown key, "),
        ({**GAME, "a\n\u202e` - at `$.id": 1}, "a\\u000a\\u202e` - at `$.id: found an unknown key, "),
        ({**GAME, "players": [{"name": "Ana", "elo": 1}]}, "players[0].elo: found an unknown key, expected one of name, "),
        ({**GAME, "players": [{"rating": 1}]}, "players[0].name: missing; needed are name."),
        ({**GAME, "players": [{"name": None}]}, "players[0].name: found null, expected a text."),
        ({**GAME, "players": [{"name": "Ana", "rating": "high"}]}, 'players[0].rating: found "high", expected a number.'),
        ({**GAME, "players": [{"name": "Ana", "bot": 1}]}, "players[0].bot: found 1, expected true or false."),
        ({**GAME, "players": ["Ana"]}, 'players[0]: found "Ana", expected an object.'),
        ({**GAME, "players": {"0": "Ana"}}, 'players: found {"0":"Ana"}, expected a list.'),
        (with_round(deal=["BBYR"]), 'rounds[1].deal: found ["BBYR"], expected a text.'),
        ({**GAME, "rounds": [{"deal": ""}]}, "rounds[0].drafts: missing; needed are deal, drafts."),
        (with_round(score=[1]), "rounds[1].score: found an unknown key, expected one of deal, drafts, tiling, "),
        (with_round(tiling="13 21"), 'rounds[1].tiling: found "13 21", expected a list.'),
        (with_round(tiling=["13", None]), "rounds[1].tiling[1]: found null, expected a text."),
        (with_round(scores=[1, 2.5]), "rounds[1].scores[1]: found 2.5, expected a whole number."),
        (with_round(scores=[0, -(2**31)]), "rounds[1].scores[1]: found -2147483648, expected a whole number between"),
        (with_round(bag=10**20), "rounds[1].bag: found 100000000000000000000, expected a whole number between"),
        (with_round(seconds=[1, -0.5]), "rounds[1].seconds[1]: found -0.5, expected a number of seconds, 0 or more."),
        (with_round(seconds=[None]), "rounds[1].seconds[0]: found null, expected a number."),
        ({**GAME, "result": None}, "result: found null, expected an object."),
        ({**GAME, "result": {"winner": 0}}, "result.winner: found an unknown key, expected one of scores, winners, "),
        ({**GAME, "result": {"winners": ["Ana"]}}, 'result.winners[0]: found "Ana", expected a whole number.'),
        ({**GAME, "result": {"winners": [2**31]}}, "result.winners[0]: found 2147483648, "),
        ({**GAME, "result": {"scores": [2**31]}}, "result.scores[0]: found 2147483648, "),
        ({**GAME, "result": {"ended_by": "a` - at `$.id`"}}, "result.ended_by: found \"a` - at `$.id`\", expected one of line, "),
        ({**GAME, "result": {"ended_by": 1}}, "result.ended_by: found 1, expected one of line, rounds, exhausted, "),
        ({**GAME, "block": 1.5}, "block: found 1.5, expected a whole number or a text."),
        ({**GAME, "deal_seed": [1]}, "deal_seed: found [1], expected a whole number or a text."),
        ({**GAME, "meta": "x" * 1000}, "meta: found \"xxx"),
        ({**GAME, "source": ""}, 'source: found "", expected a text that is not empty and has no `/`.'),
        ({**GAME, "source": "club/2026"}, 'source: found "club/2026", expected a text that is not empty and has no `/`.'),
        ({**GAME, "played_at": 1764446100}, "played_at: found 1764446100, expected a text."),
        ({**GAME, "played_at": "2026-11-29T20:15:00"}, "expected a day and time in ISO 8601 with a zone"),
        ({**GAME, "played_at": "2026-11-29"}, "expected a day and time in ISO 8601 with a zone"),
        ({**GAME, "played_at": "2026-11-29x20:15:00Z"}, "expected a day and time in ISO 8601 with a zone"),
        ({**GAME, "played_at": "2026-13-29T20:15:00Z"}, "expected a day and time in ISO 8601 with a zone"),
        ({**GAME, "played_at": "0001-01-01T00:00:00+05:00"}, "expected a day and time"),  # the year before is none
        ({**GAME, "played_at": "last Sunday"}, 'played_at: found "last Sunday", expected'),
    ],
)  # fmt: skip
def test_a_bad_field_is_named_with_its_path_and_what_was_found_and_expected(game: dict[str, Any], said: str) -> None:
    fault = fault_of(text(game))
    assert fault.code == "bad-field"
    assert said in fault.message
    assert fault.message.endswith(".")
    assert len(fault.message) < 250
    assert fault.message.isprintable()


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        (b'"Ana"', b'"Ana","rating":1e400', "players[0].rating"),
        (b'"Ana"', b'"Ana","rating":-1e999', "players[0].rating"),
        (b'"opening_seat": 0', b'"opening_seat":' + b"9" * 5000, "opening_seat"),
        (b'"opening_seat"', b'"meta":{"a":[0,{"b.c":1e400}]},"opening_seat"', "meta.a[1].b.c"),
    ],
)
def test_a_number_that_nothing_can_hold_is_a_bad_field(old: bytes, new: bytes, path: str) -> None:
    line = text(GAME).replace(old, new)
    fault = fault_of(line)
    assert (fault.code, fault.game_id, fault.hash) == ("bad-field", "club/7", sha256(line))
    assert fault.message.startswith(f"{path}: found ")
    assert fault.message.endswith("expected a number that is not so large.")


def test_the_hash_of_a_fault_is_that_of_the_canonical_text_where_there_is_one() -> None:
    assert fault_of(b'{ "b" : 1, "a":2 }').hash == sha256(b'{"a":2,"b":1}')
    assert fault_of(b'[ 1 ]').hash == sha256(b"[1]")  # fmt: skip
    assert fault_of(b'{ "b" : 1, ').hash == sha256(b'{ "b" : 1, ')


@pytest.mark.parametrize(
    ("keys", "game_id"),
    [
        ({"id": "7"}, "club/7"),
        ({"id": "7", "source": "bga"}, "bga/7"),
        ({"id": "a/b", "source": "bga"}, "bga/a/b"),
        ({"id": 7}, None),
        ({"id": ""}, None),
        ({"id": "7", "source": 1}, None),
        ({"id": "7", "source": None}, None),
        ({}, None),
    ],
)
def test_a_fault_names_the_game_where_the_line_does(keys: dict[str, Any], game_id: str | None) -> None:
    assert fault_of(text(keys)).game_id == game_id


# what is written


def written(record: GameRecord) -> bytes:
    return azul_log.line_of(record)


def test_a_line_has_the_keys_in_the_order_of_the_format_and_none_that_is_unset() -> None:
    record = GameRecord(
        "azul-log/1", "7", [Player("Ana", bot=True)], 0, [Round("B", "1B1", bag=80)],
        source="club", result=Result(ended_by="conceded"), meta={"b": None, "a": 1.0},
    )  # fmt: skip
    assert written(record) == (
        b'{"format":"azul-log/1","id":"7","players":[{"name":"Ana","bot":true}],"opening_seat":0,'
        b'"rounds":[{"deal":"B","drafts":"1B1","bag":80}],"source":"club","result":{"ended_by":"conceded"},'
        b'"meta":{"b":null,"a":1.0}}'
    )


def test_where_a_record_was_read_is_no_part_of_what_it_says() -> None:
    record = record_of(text(GAME))
    line = written(record)
    assert b"origin" not in line
    assert record.origin is not UNSET  # and it keeps it
    assert json.loads(line) == {**GAME, "source": "club"}


def game(**keys: Any) -> GameRecord:
    return GameRecord(**{"format": "azul-log/1", "id": "7", "players": [], "opening_seat": 0, "rounds": [], **keys})


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (
            game(claims=Claims([RoundClaims(marker=1)])),
            "game 'memory/7' has claims that azul-log cannot write",
        ),
        (game(meta={"a": [0, math.nan]}), r"`meta.a\[1\]` is nan, which JSON has no number for"),
        (
            game(players=[Player("Ana", rating=math.inf)]),
            r"players\[0\].rating: found null, expected a number",
        ),
        (game(rounds=[Round("B", "1B1", seconds=[math.nan])]), r"rounds\[0\].seconds\[0\]: found null"),
        (game(meta={"a": {1, 2}, "b": object()}), "unsupported"),
        (game(players=[Player("\ud83c")]), "surrogates not allowed"),
        (game(id=""), "id: found"),
        (game(opening_seat="0"), 'opening_seat: found "0", expected a whole number'),
        (game(source="a/b"), 'source: found "a/b"'),
        (game(played_at="yesterday"), 'played_at: found "yesterday"'),
        (game(meta={"a": json.loads("[" * 99 + "]" * 99)}), "nested too deep"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(record: GameRecord, reason: str) -> None:
    with pytest.raises(AzulError, match=reason):
        written(record)


# properties

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
names = texts.filter(bool)
counts = st.integers(-(2**31) + 1, 2**31 - 1)
numbers = st.floats(0, allow_infinity=False) | st.integers(0, 2**70).map(float)


def maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return values | st.just(UNSET)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(texts, parts, max_size=3),
    max_leaves=8,
)
records = st.builds(
    GameRecord,
    format=st.just("azul-log/1"),
    id=names,
    players=st.lists(
        st.builds(Player, name=texts, rating=maybe(numbers), bot=maybe(st.booleans()), policy=maybe(texts)), max_size=3
    ),
    opening_seat=counts,
    rounds=st.lists(
        st.builds(
            Round, deal=texts, drafts=texts, tiling=maybe(st.lists(texts, max_size=2)), seats=maybe(texts),
            bag=maybe(counts), scores=maybe(st.lists(counts, max_size=3)),
            seconds=maybe(st.lists(numbers, max_size=3)),
        ),
        max_size=3,
    ),
    source=names.filter(lambda name: "/" not in name),
    ruleset=maybe(texts),
    played_at=maybe(st.datetimes(timezones=st.timezones()).map(lambda moment: moment.isoformat())).filter(
        lambda moment: isinstance(moment, UnsetType) or "0002" < moment < "9999"  # UTC has no other years
    ),
    result=maybe(
        st.builds(
            Result, scores=maybe(st.lists(counts, max_size=3)), winners=maybe(st.lists(counts, max_size=3)),
            ended_by=maybe(st.sampled_from(["line", "rounds", "conceded"])),
        )
    ),
    experiment=maybe(texts),
    block=maybe(st.integers() | texts),
    deal_seed=maybe(st.integers() | texts),
    meta=maybe(st.dictionaries(texts, anything, max_size=3)),
)  # fmt: skip


@settings(deadline=None)
@given(records)
def test_what_is_written_is_read_as_it_was_and_written_the_same_again(record: GameRecord) -> None:
    line = written(record)
    assert b"\n" not in line
    found = record_of(line)
    assert written(found) == line
    assert origin_of(found).canonical == canonical(msgspec.json.decode(line))
    found.origin = UNSET
    assert found == record


FULL = text(
    {
        **GAME, "source": "bga", "ruleset": "gray", "played_at": "2026-11-29T20:15:00Z", "block": 7,
        "rounds": [{**ROUND, "tiling": ["13", ""], "seats": "01", "bag": 80, "scores": [1, 0], "seconds": [1, 2.5]}],
        "result": {"scores": [1, 0], "winners": [0], "ended_by": "conceded"}, "meta": {"a": [None, {"b": "ñ"}]},
    }
)  # fmt: skip


@settings(deadline=None)
@given(st.sampled_from([text(GAME), FULL]), st.data())
def test_a_changed_line_never_raises_and_gets_one_answer(unchanged: bytes, data: st.DataObject) -> None:
    line = bytearray(unchanged)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(line)))
        kind = data.draw(st.sampled_from(["put", "cut", "take", "twice"]))
        if kind == "put":
            line[at:at] = data.draw(st.sampled_from([*b'{}[]",:0-\\e\xff', *b"tn"]).map(lambda byte: bytes([byte])))
        elif kind == "cut":
            del line[at:]
        elif kind == "take":
            del line[at : at + data.draw(st.integers(1, 9))]
        else:
            line[at:at] = line[at : at + 40]
    answers_once(bytes(line).replace(b"\n", b" "))


@settings(deadline=None)
@given(st.binary(max_size=80) | st.text(alphabet='{}[]",:0-\\eNaformt', max_size=80).map(str.encode))
def test_any_bytes_never_raise_and_get_one_answer_a_line(content: bytes) -> None:
    answers_once(content.replace(b"\n", b" "))


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*GAME, "source", "meta", "result", "claims", "origin", "x"]), anything))
def test_any_object_never_raises_and_gets_one_answer(value: dict[str, Any]) -> None:
    answers_once(text({**GAME, **value}))


def answers_once(line: bytes) -> None:
    """And a fault has a known code, the right place, and a sentence that can be printed."""
    good = text(GAME)
    first, *answers, last = read(good + b"\n" + line + b"\n" + good)
    assert isinstance(first, GameRecord)
    assert isinstance(last, GameRecord)
    assert origin_of(last).line == 3
    assert len(answers) == bool(line.strip())
    for answer in answers:
        if isinstance(answer, GameRecord):
            assert origin_of(answer).line == 2
            assert origin_of(answer).canonical == canonical(msgspec.json.decode(line))
        else:
            assert (answer.code in REJECT_CODES, answer.line, len(answer.hash)) == (True, 2, 64)
            assert answer.message.isprintable()
            assert len(answer.message) < 400
