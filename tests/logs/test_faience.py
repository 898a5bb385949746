"""Records of `faience-game/1`: moves to rounds, claims, and what is refused."""

import copy
import io
import json

import pytest
from golden import answers, expected, folders, without_remarks
from msgspec import UNSET

from azul_analytics.logs import faience
from azul_analytics.logs.faience import translate
from azul_analytics.logs.fields import FieldError
from azul_analytics.logs.files import LogFile
from azul_analytics.records import GameRecord, Player, Result, RoundClaims, canonical, checked, sha256

FIVE = "BBBB YYYY RRRR KKKK TTTT"  # each move takes a whole factory, the center stays empty
MIXED = "BBYR KKKK TTTT YYYY RRRR"


def counts(letters):
    return [letters.count(color) for color in "BYRKT"]


def deal(number, text, **more):
    return {"round": number, "factories": [counts(letters) for letters in text.split()], **more}


def moves(text, first=0):
    """Moves of players in turn, in the letters of azul-log."""
    numbers = [
        "12345C".index(source) * 30 + "BYRKT".index(color) * 6 + "12345F".index(destination)
        for source, color, destination in text.split()
    ]
    return [{"ply": ply, "player": (first + ply - 1) % 2, "action": number} for ply, number in enumerate(numbers, 1)]


def game(moves, deals, **more):
    return {
        "format": "faience-game/1", "human_seat": 0, "human_first": True, "created_at": None, "moves": moves,
        "deals": deals, **more,
    }  # fmt: skip


def fault(game):
    with pytest.raises(FieldError) as caught:
        translate(game)
    return caught.value.code, caught.value.message


def read(*lines):
    return list(faience.read(LogFile("saved", lambda: io.BytesIO(b"\n".join(lines))), None, 2**24))


@pytest.mark.parametrize("folder", folders("faience"), ids=lambda folder: folder.name)
def test_golden_samples_get_the_answers_written_beside_them(folder):
    assert answers(folder) == without_remarks(expected(folder))


# rounds


def test_moves_go_to_rounds_by_emptying_the_table():
    two = [deal(0, FIVE), deal(1, MIXED)]
    record = translate(game(moves("1B4 2Y4 3R5 4K5 5T3 1B1 CY1 CR5 2K5 3T2 4Y2 5R3"), two))
    assert [played.deal for played in record.rounds] == [FIVE, MIXED]
    drafts = ["1B4 2Y4 3R5 4K5 5T3", "1B1 CY1 CR5 2K5 3T2 4Y2 5R3"]
    assert [played.drafts for played in record.rounds] == drafts
    assert [played.seats for played in record.rounds] == ["01010", "1010101"]


def test_actions_are_source_color_and_destination():
    # source * 30 + color * 6 + destination: the first and the last of each
    ends = [{"ply": 1, "player": 0, "action": 0}, {"ply": 2, "player": 1, "action": 179}]
    record = translate(game(ends, [deal(0, FIVE)]))
    assert record.rounds[0].drafts == "1B1 CTF"


def test_an_impossible_move_stays_in_its_round_and_takes_nothing():
    record = translate(game(moves("1B4 1B4 2B1 CK1 2Y4 3R5 4K5 5T3 1B1"), [deal(0, FIVE), deal(1, MIXED)]))
    assert [played.drafts for played in record.rounds] == ["1B4 1B4 2B1 CK1 2Y4 3R5 4K5 5T3", "1B1"]


def test_a_move_after_the_last_deal_is_emptied_stays_in_it():
    record = translate(game(moves("1B4 2Y4 3R5 4K5 5T3 1B1"), [deal(0, FIVE)]))
    assert [played.drafts for played in record.rounds] == ["1B4 2Y4 3R5 4K5 5T3 1B1"]


def test_a_deal_without_moves_is_a_round_without_drafts():
    record = translate(game(moves("1B4 2Y4 3R5 4K5 5T3"), [deal(0, FIVE), deal(1, MIXED)]))
    assert [played.drafts for played in record.rounds] == ["1B4 2Y4 3R5 4K5 5T3", ""]


def test_a_factory_may_be_empty():
    assert translate(game([], [deal(0, "BB - T - -")])).rounds[0].deal == "BB - T - -"


def test_a_last_deal_without_tiles_is_no_round():
    deals = [deal(0, FIVE), deal(1, "- - - - -")]
    final = {"finished": True, "scores": [1, 2]}
    record = translate(game(moves("1B4"), deals, final=final))
    assert len(record.rounds) == len(record.claims.rounds) == 1
    assert record.result == Result(scores=[1, 2], ended_by="exhausted")


# claims


def test_bag_and_lid_are_claims_by_color():
    first = deal(0, FIVE, bag=[16, 16, 16, 16, 16], lid=[0, 0, 0, 0, 0])
    assert translate(game([], [first, deal(1, FIVE)])).claims.rounds == [
        RoundClaims(bag=[16] * 5, lid=[0] * 5),
        RoundClaims(),
    ]


@pytest.mark.parametrize(
    ("final", "result"),
    [
        (None, UNSET),
        ({}, UNSET),
        ({"finished": True, "scores": [3, 4], "outcome": "ai", "rounds": 9, "exhausted": False},
         Result(scores=[3, 4], ended_by="line")),
        ({"finished": True, "exhausted": True}, Result(ended_by="exhausted")),
        ({"finished": False, "scores": [3, 4]}, Result(scores=[3, 4], ended_by="abandoned")),
    ],
)  # fmt: skip
def test_the_end_and_the_scores_are_claims(final, result):
    assert translate(game([], [deal(0, FIVE)], final=final)).result == result


# players and the rest


@pytest.mark.parametrize(("human", "names"), [(0, ["human", "ai"]), (1, ["ai", "human"])])
def test_the_bot_sits_where_the_human_does_not(human, names):
    players = translate(game([], [deal(0, FIVE)], human_seat=human)).players
    assert [player.name for player in players] == names
    assert players[1 - human] == Player("ai", bot=True)


@pytest.mark.parametrize(("human", "first", "opening"), [(0, True, 0), (0, False, 1), (1, True, 1), (1, False, 0)])
def test_the_opening_seat_is_that_of_the_first_move_or_follows_from_the_human(human, first, opening):
    without = game([], [deal(0, FIVE)], human_seat=human, human_first=first)
    assert translate(without).opening_seat == opening
    assert translate({**without, "moves": moves("1B4", first=1)}).opening_seat == 1


def test_what_else_is_said_goes_to_meta():
    record = translate(game([], [deal(0, FIVE)], seed=7, net={"elo": 1500}))
    assert record.meta == {"seed": 7, "net": {"elo": 1500}}
    assert (record.source, record.ruleset, record.played_at) == ("faience", "standard_after_last", UNSET)
    assert translate(game([], [deal(0, FIVE)]), "standard").ruleset == "standard"


def test_the_moment_is_that_of_creation():
    moment = "2026-11-29T20:15:00Z"
    assert translate(game([], [deal(0, FIVE)], created_at=moment)).played_at == moment
    assert fault(game([], [], created_at="yesterday")) == (
        "bad-field", 'created_at: found "yesterday", expected a moment in ISO 8601 with a zone'
    )  # fmt: skip


# files


def test_games_are_named_by_the_hash_of_what_was_saved():
    saved = game(moves("1B4"), [deal(0, FIVE)])
    (record,) = read(json.dumps(saved, indent=None).encode())
    assert record.game_id == "faience/" + sha256(canonical(saved))[:12]
    assert record.origin.canonical == canonical(translate(saved))
    assert record.origin.hash == sha256(record.origin.canonical)
    assert (record.origin.file, record.origin.line) == ("saved", 1)


def test_a_bad_line_disturbs_no_other():
    good = json.dumps(game([], [deal(0, FIVE)])).encode()
    bad = json.dumps(game([], [deal(0, FIVE)], human_seat=5)).encode()
    found = read(good, b"{", bad, b'{"format":"faience-game/2"}', b"[]", b'{"moves":[]}', good)
    assert [record.code for record in found[1:-1]] == [
        "bad-json", "bad-field", "unknown-format", "bad-json", "bad-field",
    ]  # fmt: skip
    assert [record.line for record in found[1:-1]] == [2, 3, 4, 5, 6]
    assert found[2].game_id == "faience/" + sha256(canonical(json.loads(bad)))[:12]
    assert isinstance(found[0], GameRecord)
    assert isinstance(found[-1], GameRecord)


def test_files_are_known_by_their_format():
    assert faience.looks_like(b' \n{"seed": 1, "format" : "faience-game/1"}\n')
    assert not faience.looks_like(b'{"format":"azul-log/1"}\n{"format":"faience-game/1"}')
    assert not faience.looks_like(b"")


# faults of single fields


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("moves",), ..., "moves: missing"),
        (("moves",), 3, "moves: found 3, expected a list"),
        (("moves", 1), None, "moves[1]: found null, expected an object"),
        (("moves", 1, "ply"), 3, "moves[1].ply: found 3, expected 2"),
        (("moves", 1, "player"), 2, "moves[1].player: found 2, expected a whole number from 0 to 1"),
        (("moves", 1, "action"), 180, "moves[1].action: found 180, expected a whole number from 0 to 179"),
        (("deals", 0, "round"), 1, "deals[0].round: found 1, expected 0"),
        (("deals", 0, "factories", 2), [1],
         "deals[0].factories[2]: found a list of 1, expected 5 numbers, tiles by color"),
        (("deals", 0, "factories", 2, 1), 101,
         "deals[0].factories[2][1]: found 101, expected a whole number from 0 to 100"),
        (("deals", 0, "bag"), [1, 2, 3],
         "deals[0].bag: found a list of 3, expected 5 numbers, tiles by color"),
        (("deals", 0, "lid", 0), -1, "deals[0].lid[0]: found -1, expected a whole number from 0 to 100"),
        (("deals",), [], "moves[0]: a move, but `deals` has no tiles"),
        (("human_seat",), 2, "human_seat: found 2, expected a whole number from 0 to 1"),
        (("final", "scores"), [1], "final.scores: found a list of 1, expected 2 numbers"),
        (("final", "finished"), "soon", 'final.finished: found "soon", expected true or false'),
        (("final",), [1], "final: found a list of 1, expected an object"),
    ],
)  # fmt: skip
def test_a_field_that_says_nothing_is_named_with_its_path(path, value, message):
    assert fault(changed(path, value)) == ("bad-field", message)


def whole():
    bag = {"bag": [16] * 5, "lid": [0] * 5}
    return game(moves("1B4 2Y4"), [deal(0, FIVE, **bag)], final={"finished": False, "scores": [0, 0]})


def changed(path, value):
    changed = copy.deepcopy(whole())
    place = changed
    for step in path[:-1]:
        place = place[step]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


def places(value, path=()):
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


@pytest.mark.parametrize("value", [..., None, True, -1, 9, 10**20, 0.5, "", "x", [], {}, [{}], {"1": []}], ids=repr)
def test_whatever_stands_anywhere_is_a_record_or_a_fault(value):
    for path in places(whole()):
        if path:
            try:
                record = translate(changed(path, value))
            except FieldError as error:
                assert error.code in ("bad-field", "unknown-format"), path
            else:
                assert checked(record), path
