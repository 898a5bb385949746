"""Tables of Board Game Arena: what of their notifications becomes a record."""

import copy
import json
from datetime import UTC, datetime

import pytest
from bga_tables import (
    bonus,
    concede,
    deal,
    draft,
    drafts,
    entry,
    floors,
    marker,
    packet,
    packets,
    page_log,
    put,
    select,
    table,
    tiles,
    undo,
)
from golden import answers, expected, folders, without_remarks
from msgspec import UNSET

import azul_analytics as azul
from azul_analytics.logs.bga import translate
from azul_analytics.logs.fields import FieldError
from azul_analytics.records import GameRecord, Player, Result, RoundClaims, canonical, checked

FIVE = "BBBB YYYY RRRR KKKK TTTT"  # each draft takes a whole factory, the center stays empty
MIXED = "BBYR KKKK TTTT YYYY RRRR"
FIRST = "1B4 2Y4 3R5 4K5 5T3"  # of FIVE: A fills line 4 and line 3 (one tile falls), B fills line 4
# on the standard wall the colors of line 3 are K T B Y R, those of line 4 are R K T B Y
TILING = [*tiles({"A": (3, 2, "T", 1)}), *tiles({"A": (4, 4, "B", 1)}), *tiles({"B": (4, 5, "Y", 1)})]


def fault(game, ruleset=None):
    with pytest.raises(FieldError) as caught:
        translate(game, ruleset)
    return caught.value.code, caught.value.message


@pytest.mark.parametrize("folder", folders("bga"), ids=lambda folder: folder.name)
def test_golden_samples_get_the_answers_written_beside_them(folder):
    assert answers(folder) == without_remarks(expected(folder))


# rounds


def test_a_round_is_written_in_the_letters_of_azul_log():
    record = translate(table(deal(MIXED, 80) + draft("A", "1B1") + draft("B", "CY1", True) + draft("A", "CRF")))
    assert (record.source, record.id, record.ruleset, record.opening_seat) == ("bga", "7001", "standard", 0)
    (played,) = record.rounds
    assert (played.deal, played.drafts, played.seats) == (MIXED, "1B1 CY1 CRF", "010")
    assert (played.bag, played.tiling, played.scores) == (80, UNSET, UNSET)
    assert record.claims.rounds == [RoundClaims(marker=1)]
    assert (record.claims.bonuses, record.result) == (UNSET, UNSET)


def test_old_logs_say_nothing_of_the_bag():
    assert translate(table(deal(FIVE))).rounds[0].bag is UNSET


def test_factories_may_be_an_object_and_may_be_empty():
    entries = deal("BB - T -")
    factories = entries[0]["args"]["factories"]
    entries[0]["args"]["factories"] = {str(number): factories[number] for number in (1, 0, 2, 4, 3)}
    assert translate(table(entries)).rounds[0].deal == "BB - T -"


def test_seats_are_in_the_order_of_the_first_drafts_whatever_the_order_of_players():
    entries = deal("BBBB YYYY RRRR KKKK TTTT BBBB YYYY") + drafts("C", "1B4 2Y4 3R5 4K5", "CAB")
    record = translate(table(entries, players="ABC"))
    assert [player.name for player in record.players] == ["Caro", "Ana", "Beto"]
    assert record.rounds[0].seats == "0120"


def test_who_never_drafted_follows_in_the_order_of_players():
    record = translate(table(deal("B Y R K T B Y R K") + draft("C", "1B1"), players="DCAB"))
    assert [player.name for player in record.players] == ["Caro", "Dani", "Ana", "Beto"]


def test_a_draft_that_was_taken_back_gives_no_seat():
    entries = deal(MIXED) + draft("B", "1B1") + undo("undoSelectLine", "B") + undo("undoTakeTiles", "B")
    assert translate(table(entries + draft("A", "1B1"), players="BA")).players[0].name == "Ana"


def test_names_come_from_players_or_from_the_drafts_or_are_the_numbers():
    entries = deal(FIVE) + drafts("A", "1B4 2Y4")
    assert translate(packets(entries)).players == [Player("Ana"), Player("Beto")]
    without = table(entries)
    without["logs"]["data"]["players"] = [{"id": 501, "name": "Anna"}, {"id": "502"}]
    assert translate(without).players == [Player("Anna"), Player("Beto")]
    for one in entries[1:]:
        del one["args"]["player_name"]
    assert translate(packets(entries)).players == [Player("501"), Player("502")]


def test_a_player_whom_nobody_names_is_unknown():
    assert translate(packets(deal(FIVE) + draft("A", "1B4"))).players == [Player("Ana"), Player("unknown")]


def test_what_no_draft_of_this_table_can_be_stays_in_the_record():
    # a factory that is not there, a line that is full, a third draft of the same player: the rules say it
    record = translate(table(deal(FIVE) + draft("A", "9B4") + draft("B", "2Y1") + draft("B", "4K1")))
    assert (record.rounds[0].drafts, record.rounds[0].seats) == ("9B4 2Y1 4K1", "011")


def test_the_drafter_is_who_places():
    entries = deal(FIVE) + select("B", "1B") + put("A", "B", "4") + draft("B", "2Y4")
    assert translate(table(entries)).rounds[0].seats == "01"


# what is no draft


def test_the_marker_is_no_draft():
    record = translate(table(deal(MIXED) + draft("A", "1B1") + draft("B", "CR5", True)))
    assert record.rounds[0].drafts == "1B1 CR5"


def test_a_blocked_line_is_no_draft_and_is_left_out_of_the_tiling():
    blocked = put("A", "B", "F", from_hand=False)
    entries = deal(FIVE) + drafts("A", FIRST) + tiles({"A": (3, 1, "T", 1)}) + blocked
    record = translate(table(entries + tiles({"B": (4, 1, "Y", 1)}), options={"100": "2"}))
    assert record.rounds[0].drafts == FIRST
    assert record.rounds[0].tiling == ["31", "41"]


def test_a_draft_without_its_second_half_is_none_when_the_log_stops():
    record = translate(table(deal(MIXED) + draft("A", "1B1") + marker("B") + select("B", "CY")))
    assert record.rounds[0].drafts == "1B1"
    assert record.claims.rounds[0].marker is UNSET


def test_private_packets_and_other_notifications_are_not_looked_at():
    log = packets(deal(FIVE) + draft("A", "1B4"))
    log.insert(1, packet([entry("tilesSelected", None)], 9, channel="/player/p501"))
    log.insert(2, packet([entry("gameStateChange", "what")], 9))
    log.insert(3, packet({"4": entry("wakeupPlayers", [])}, 9))
    assert translate(log).rounds[0].drafts == "1B4"


def test_entries_count_in_the_order_they_stand():
    log = packets(deal(FIVE) + draft("A", "1B4"))
    together = packet({"7": log[1]["data"][0], "2": log[2]["data"][0]}, 5)
    assert translate([log[0], together]).rounds[0].drafts == "1B4"


# undo


def test_a_placement_that_was_taken_back_is_made_anew():
    entries = deal(FIVE) + draft("A", "1B4") + undo("undoSelectLine", "A") + put("A", "B", "F")
    assert translate(table(entries + draft("B", "2Y4"))).rounds[0].drafts == "1BF 2Y4"


def test_a_draft_that_was_taken_back_takes_the_marker_with_it():
    back = marker("B") + select("B", "CY") + undo("undoTakeTiles", "B")
    record = translate(table(deal(MIXED) + draft("A", "1B1") + back + draft("B", "2K4") + draft("A", "CY1", True)))
    assert record.rounds[0].drafts == "1B1 2K4 CY1"
    assert record.claims.rounds[0].marker == 0


def test_both_undos_take_back_a_whole_draft():
    back = draft("B", "CY1", True) + undo("undoSelectLine", "B") + undo("undoTakeTiles", "B")
    record = translate(table(deal(MIXED) + draft("A", "1B1") + back + draft("B", "2K4")))
    assert record.rounds[0].drafts == "1B1 2K4"
    assert record.claims.rounds[0].marker is UNSET


def test_an_undo_whose_draft_is_gone_from_the_log_takes_nothing_else_back():
    # newer logs lack the moves that were taken back, but not the notifications of taking back
    gone = undo("undoSelectLine", "B") + undo("undoTakeTiles", "B")
    entries = deal(FIVE) + draft("A", "1B4") + gone + select("B", "2Y") + undo("undoSelectLine", "B")
    assert translate(table(entries + put("B", "Y", "4"))).rounds[0].drafts == "1B4 2Y4"


# the marker


def test_the_marker_is_claimed_for_whom_the_log_names():
    entries = deal(MIXED) + draft("A", "1B1") + draft("B", "CY1", True)
    entries[4]["args"]["playerId"] = 501
    assert entries[4]["type"] == "firstPlayerToken"
    assert translate(table(entries)).claims.rounds[0].marker == 0


def test_of_two_markers_in_a_round_the_wrong_one_is_claimed():
    entries = deal(MIXED) + draft("A", "1B1") + draft("B", "CY1", True) + draft("A", "CR5", True)
    assert translate(table(entries)).claims.rounds[0].marker == 0


def test_a_marker_behind_its_draft_is_claimed_if_the_log_goes_on():
    late = deal(MIXED) + draft("A", "1B1") + draft("B", "CY1") + marker("B")
    assert translate(table(late)).claims.rounds[0].marker is UNSET
    assert translate(table(late + floors({}))).claims.rounds[0].marker == 1


# tiling, floors, bonuses


@pytest.mark.parametrize(
    ("following", "tiling"),
    [
        ([], UNSET),
        (concede("A"), UNSET),
        (TILING, ["32 44", "45"]),
        (floors({}), ["", ""]),
        (deal(FIVE), ["", ""]),
        (bonus({"A": 2}), ["", ""]),
    ],
)
def test_tiling_is_claimed_only_if_something_follows_the_drafts(following, tiling):
    assert translate(table(deal(FIVE) + drafts("A", FIRST) + following)).rounds[0].tiling == tiling


def test_tiles_may_come_line_by_line_or_player_by_player():
    by_player = TILING + floors({"A": -1}) + floors({"B": -2})
    by_line = tiles({"A": (3, 2, "T", 1)}) + tiles({"B": (4, 5, "Y", 1), "A": (4, 4, "B", 1)})
    by_line += floors({"B": -2, "A": -1})
    first, second = (translate(table(deal(FIVE) + drafts("A", FIRST) + tiling)) for tiling in (by_player, by_line))
    assert first.rounds == second.rounds
    assert sorted(first.claims.rounds[0].placements) == [(0, 3, 1), (0, 4, 1), (1, 4, 1)]
    assert sorted(second.claims.rounds[0].placements) == [(0, 3, 1), (0, 4, 1), (1, 4, 1)]
    assert first.claims.rounds[0].floors == second.claims.rounds[0].floors == [-1, -2]


def test_points_that_are_not_stated_are_not_claimed():
    entries = deal(FIVE) + drafts("A", FIRST) + tiles({"A": (3, 2, "T", None)}) + floors({"B": -1})
    claims = translate(table(entries)).claims.rounds[0]
    assert (claims.placements, claims.floors) == (UNSET, [None, -1])
    assert translate(table(entries[:-1])).claims.rounds[0].floors is UNSET


def test_bonuses_are_added_up_by_seat():
    entries = deal(FIVE) + drafts("A", FIRST) + bonus({"B": 2, "A": 7}) + bonus({"B": 10})
    assert translate(table(entries)).claims.bonuses == [7, 12]


def test_claims_have_one_entry_a_round():
    record = translate(table(deal(FIVE) + drafts("A", FIRST) + TILING + deal(MIXED) + draft("A", "1B1")))
    assert [claims.placements is UNSET for claims in record.claims.rounds] == [False, True]


# time


def test_seconds_run_from_the_packet_that_closed_the_draft_before():
    # the packets are ten seconds apart: deal, select, place, select, place, undo, place
    entries = deal(FIVE) + draft("A", "1B4") + draft("B", "2Y4") + undo("undoSelectLine", "B") + put("B", "Y", "F")
    record = translate(table(entries))
    assert record.rounds[0].seconds == [20, 40]
    assert record.played_at == datetime.fromtimestamp(1700000000, UTC).isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize("time", [None, "1600000000"])
def test_a_clock_that_stops_or_runs_backwards_gives_no_seconds(time):
    log = packets(deal(FIVE) + draft("A", "1B4"))
    log[2]["time"] = time
    assert translate(log).rounds[0].seconds is UNSET


def test_a_moment_beyond_all_years_is_refused():
    log = packets(deal(FIVE))
    log[0]["time"] = "999999999999999"
    assert fault(log) == ("bad-field", "time: 999999999999999.0 seconds are no moment of this era")


# the end


def test_a_deal_without_tiles_is_no_round():
    record = translate(table(deal(FIVE) + drafts("A", FIRST) + floors({}) + deal("- - - - -", 0)))
    assert len(record.rounds) == 1
    assert record.result == Result(ended_by="exhausted")


def test_a_deal_without_tiles_stays_if_another_follows():
    # nothing to deal, and then something: the rules will not believe it
    record = translate(table(deal("- - - - -") + deal(FIVE)))
    assert [played.deal for played in record.rounds] == ["- - - - -", FIVE]
    assert record.result is UNSET


def test_who_concedes_a_table_of_two_loses_it():
    record = translate(table(deal(FIVE) + drafts("A", "1B4 2Y4") + concede("A"), scores={"A": 0, "B": 1}))
    assert record.result == Result(winners=[1], ended_by="conceded")


def test_a_table_of_three_that_is_conceded_has_no_winner():
    entries = deal("B Y R K T B Y") + drafts("A", "1B1 2Y1", "ABC") + concede("B")
    assert translate(table(entries, players="ABC")).result == Result(ended_by="conceded")


def test_a_table_is_not_conceded_if_a_draft_follows():
    entries = deal(FIVE) + draft("A", "1B4") + concede("A")
    assert translate(table(entries + draft("B", "2Y4"))).result is UNSET
    assert translate(table(entries + select("B", "2Y"))).result == Result(winners=[1], ended_by="conceded")


def test_final_scores_are_claimed_if_all_are_there():
    entries = deal(FIVE) + drafts("A", "1B4 2Y4")
    assert translate(table(entries, players="BA", scores={"B": 3, "A": 70})).result == Result(scores=[70, 3])
    assert translate(table(entries, scores={"A": 70})).result is UNSET


def test_options_and_scores_may_stand_in_tableinfos():
    game = table(deal(FIVE) + drafts("A", "1B4 2Y4"))
    del game["options"]
    ranked = [{"player_id": "502", "score": "3"}, {"player_id": "501", "score": "70"}]
    options = {"100": {"name": "Board", "value": "2"}, "110": {"name": "Special Factories", "value": 1}}
    game["tableinfos"] = {"status": 1, "data": {"options": options, "result": {"player": ranked}}}
    record = translate(game)
    assert (record.ruleset, record.result) == ("gray", Result(scores=[70, 3]))


@pytest.mark.parametrize("played", ["1B4", FIRST])
@pytest.mark.parametrize("board", ["1", "2"])
def test_a_log_that_stops_is_an_unfinished_game_on_any_board(board, played):
    # also before the tiling of a free wall, which a record of azul-log must not lack
    record = translate(table(deal(FIVE) + drafts("A", played), options={"100": board}))
    (reject,) = azul.replay([record]).rejects.itertuples()
    assert (reject.code, reject.round) == ("game-unfinished", 1)


# boards


@pytest.mark.parametrize(
    ("board", "ruleset"), [("1", "standard"), (2, "gray"), ("3", "crystal_1_bga"), (4, "crystal_2_bga")]
)
def test_the_board_is_an_option(board, ruleset):
    assert translate(table(deal(FIVE), options={"100": board})).ruleset == ruleset


def test_an_unknown_board_has_no_ruleset_unless_one_is_named():
    game = table(deal(FIVE), options={"100": "7"})
    code, message = fault(game)
    assert code == "unknown-ruleset"
    assert "board 7 is none of 1 standard, 2 gray, 3 crystal_1_bga, 4 crystal_2_bga" in message
    assert "--ruleset" in message
    assert translate(game, "gray").ruleset == "gray"


@pytest.mark.parametrize(
    ("tiling", "is_standard"),
    [
        ([], True),
        (TILING, True),
        (tiles({"A": (3, 1, "T", 1)}), False),
        (put("A", "B", "F", from_hand=False), False),
    ],
)
def test_without_options_the_walls_tell_the_standard_board(tiling, is_standard):
    log = packets(deal(FIVE) + drafts("A", FIRST) + tiling)
    if is_standard:
        assert translate(log).ruleset == "standard"
    else:
        assert fault(log) == (
            "unknown-ruleset",
            "no options say which board this is, and not the standard one: name it by --ruleset "
            "(gray, crystal_1_bga, crystal_2_bga)",
        )
    assert translate(log, "crystal_2").ruleset == "crystal_2"


def test_special_factories_are_an_option_that_no_ruleset_has():
    special = entry("specialFactories", {"specialFactories": {"1": 3}})
    for game in (table(deal(FIVE), options={"100": "1", "110": 2}), table([special, *deal(FIVE)])):
        assert fault(game)[0] == "unsupported-option"
        assert fault(game, "gray")[0] == "unsupported-option"


def test_of_several_faults_the_first_in_the_order_of_codes_counts():
    game = table(deal(FIVE), options={"100": "7", "110": "2"})
    assert fault(game)[0] == "unknown-ruleset"
    game["logs"]["data"]["logs"][0]["data"][0]["args"]["remainingTiles"] = -1
    assert fault(game)[0] == "bad-field"


# envelopes


def test_the_same_table_in_other_envelopes_is_the_same_record():
    entries = deal(MIXED, 80) + drafts("A", "1B1 CY1 CR5")
    whole = table(entries)
    inner = copy.deepcopy(whole["logs"])
    as_text = json.loads(json.dumps(whole), parse_int=str)
    twice = {"data": {"data": {"data": page_log(entries)}}}
    objects = copy.deepcopy(whole)
    objects["logs"]["data"]["logs"] = {
        str(number): {**one, "data": {"0": one["data"][0]}} for number, one in enumerate(packets(entries))
    }
    alone = packets(entries)
    channels = [{**one, "table_id": None} for one in alone]
    forms = [whole, inner, as_text, twice, objects, alone, channels, {"logs": alone}, page_log(entries)]
    assert len({canonical(translate(form)) for form in forms}) == 1


@pytest.mark.parametrize("error", [{"status": "0"}, {"status": 1}, {}])
def test_an_error_instead_of_a_log_is_told_in_its_own_words(error):
    said = {**error, "error": "This game is not visible to you", "code": 806}
    expected = ("bad-field", "no log: Board Game Arena says 'This game is not visible to you' (code 806)")
    assert fault(said) == expected
    assert fault({"table_id": "7001", "logs": said}) == expected


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ({}, "the record: found an empty object, expected the key `logs` or `data` with packets"),
        ({"logs": 3}, "logs: found 3, expected an object"),
        ([], "table_id: missing, around the packets and in them"),
        (
            {"table_id": 7001, "logs": []},
            "logs: found nothing, expected factoriesFilled: this is no game of Azul",
        ),
        (
            packets([entry("playTile", {}), entry("score", {})]),
            "the packets: found playTile, score, expected factoriesFilled: this is no game of Azul",
        ),
        (packets(draft("A", "1B4")), "[1].data[0].args: the log lacks its beginning, no factoriesFilled"),
        (packets(deal(FIVE)) + packets(deal(FIVE), 8), "[1]: a packet of table 8 in the log of table 7001"),
        ({"table_id": "x", "logs": []}, 'table_id: found "x", expected a whole number'),
    ],
)
def test_what_holds_no_game_of_azul_is_refused(game, message):
    if game and isinstance(game, list) and "lacks" in message:
        game = [{"table_id": 7001, "data": []}, *game]
    code, found = fault(game)
    assert code == "bad-field"
    assert found.startswith(message)


# faults of single fields


def changed(path, value):
    """A small table with another value at a path; the entry is 0 deal, 1-2 draft, 3-4 marker, 5-6 draft,
    7 tiles, 8 floors, 9 bonus."""
    entries = deal(MIXED, 80) + draft("A", "1B1") + draft("B", "CY1", True)
    entries += tiles({"A": (1, 1, "B", 1)}) + floors({"A": -1}) + bonus({"A": 2})
    game = table(entries, scores={"A": 1, "B": 2})
    place = game
    for step in path[:-1]:
        place = place[step]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return game


LOGS = ("logs", "data", "logs")


def args(number, *path):
    return (*LOGS, number, "data", 0, "args", *path)


@pytest.mark.parametrize(
    ("number", "path", "value", "message"),
    [
        (0, ("factories",), ..., "factories: missing"),
        (0, ("factories",), [], "factories: found an empty list, expected the center and the displays"),
        (0, ("factories",), {"0": [], "2": []}, "factories: found an object, expected the keys 0 to 1"),
        (0, ("factories", 0, 0, "type"), 3, "factories[0][0].type: found 3, expected 0"),
        (0, ("factories", 2, 1, "type"), 6,
         "factories[2][1].type: found 6, expected a whole number from 1 to 5"),
        (0, ("factories", 2, 1, "type"), 0,
         "factories[2][1].type: found 0, expected a whole number from 1 to 5"),
        (0, ("remainingTiles",), "many", 'remainingTiles: found "many", expected a whole number'),
        (1, ("fromFactory",), -1, "fromFactory: found -1, expected a whole number from 0 to 999"),
        (1, ("type",), None, "type: missing"),
        (1, (), [], "fromFactory: missing"),
        (2, ("line",), 6, "line: found 6, expected a whole number from 0 to 5"),
        (2, ("line",), -1, "line: found -1, expected a whole number from 0 to 5"),
        (2, ("type",), 1, "type: found 1, expected 3, the color that logs.data.logs[1].data[0].args selects"),
        (2, ("playerId",), ..., "playerId: missing"),
        (2, ("fromHand",), False, "line: found 1, expected 0"),
        (2, ("fromHand",), "maybe", 'fromHand: found "maybe", expected true or false'),
        (4, ("playerId",), 999, "playerId: found player 999, expected one of those who drafted (501, 502)"),
        (7, ("completeLines", "501", "placedTile", "column"), 0,
         "completeLines.501.placedTile.column: found 0, expected a whole number from 1 to 5"),
        (7, ("completeLines",), {"x": {"placedTile": {"line": 1, "column": 1, "type": 3}}},
         'completeLines.x: found "x", expected a whole number'),
        (8, ("floorLines", "501", "points"), [],
         "floorLines.501.points: found an empty list, expected a whole number"),
        (9, ("scores",), ..., "scores: missing"),
    ],
)  # fmt: skip
def test_a_field_of_a_notification_that_says_nothing_is_named_with_its_path(number, path, value, message):
    where = f"logs.data.logs[{number}].data[0].args."
    assert fault(changed(args(number, *path), value)) == ("bad-field", where + message)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("options", "100"), "blue", 'options.100: found "blue", expected a whole number'),
        (("options",), "none", 'options: found "none", expected an object'),
        (("final_scores", "501"), "high", 'final_scores.501: found "high", expected a whole number'),
        (("final_scores", "503"), 3,
         "final_scores.503: found player 503, expected one of those who drafted (501, 502)"),
        (("logs", "data", "players", 0), "Ana", 'logs.data.players[0]: found "Ana", expected an object'),
        (("logs", "data", "players", 0, "name"), 7, "logs.data.players[0].name: found 7, expected a text"),
        ((*LOGS, 1), 7, "logs.data.logs[1]: found 7, expected an object"),
        ((*LOGS, 1, "time"), "noon", 'logs.data.logs[1].time: found "noon", expected a number'),
        ((*LOGS, 1, "channel"), 7, "logs.data.logs[1].channel: found 7, expected a text"),
        ((*LOGS, 1, "data"), "none", 'logs.data.logs[1].data: found "none", expected a list'),
        ((*LOGS, 1, "data"), ..., "logs.data.logs[1].data: missing"),
        ((*LOGS, 1, "data", 0), None, "logs.data.logs[1].data[0]: found null, expected an object"),
        ((*LOGS, 1, "data", 0, "type"), 5, "logs.data.logs[1].data[0].type: found 5, expected a text"),
        ((*LOGS, 1, "data", 0, "args"), "x", 'logs.data.logs[1].data[0].args: found "x", expected an object'),
        # without its second half, and without its first
        ((*LOGS, 2, "data", 0, "type"), "chat",
         "logs.data.logs[1].data[0].args: no tilesPlacedOnLine follows that places these tiles"),
        ((*LOGS, 1, "data", 0, "type"), "chat",
         "logs.data.logs[2].data[0].args: tiles are placed that no tilesSelected names"),
    ],
)  # fmt: skip
def test_any_other_field_that_says_nothing_is_named_with_its_path(path, value, message):
    assert fault(changed(path, value)) == ("bad-field", message)


def test_more_players_than_the_displays_are_for_are_refused():
    entries = deal(FIVE) + drafts("A", "1B4 2Y4") + draft("C", "3R5")
    where = "logs.data.logs[6].data[0].args.playerId"
    assert fault(table(entries)) == (
        "bad-field", f"{where}: found player 503, but 5 displays are for 501, 502"
    )  # fmt: skip


def places(value, path=()):
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


@pytest.mark.parametrize("value", [..., None, True, -1, 9, 10**20, 0.5, "", "x", [], {}, [{}], {"1": []}], ids=repr)
def test_whatever_stands_anywhere_is_a_record_or_a_fault(value):
    whole = changed(args(0, "remainingTiles"), 80)
    for path in places(whole):
        if path:
            try:
                record = translate(changed(path, value))
            except FieldError as error:
                assert error.code in ("bad-field", "unknown-ruleset", "unsupported-option"), path
                assert error.message, path
            else:
                assert isinstance(record, GameRecord), path
                assert checked(record), path
