"""Games in which policies of a user's own play, alone or with compiled ones: one at a time, act by act."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
from msgspec import UNSET, UnsetType

from azul_analytics.records import GameRecord, Result, Round
from azul_analytics.rules.engine import GOES_ON
from azul_analytics.rules.faults import draft_text, legal_drafts_of
from azul_analytics.rules.notation import END_ROUND_LIMIT
from azul_analytics.rules.options import TRIAL_STATES, Draft, outcomes
from azul_analytics.rules.position import Position, empty_walls, position_of, tile_letters
from azul_analytics.rules.ruleset import Ruleset
from azul_analytics.rules.state import new_states
from azul_analytics.simulate import acts
from azul_analytics.simulate.chance import STREAMS
from azul_analytics.simulate.own_policy import OwnPolicy
from azul_analytics.simulate.policies import GREEDY, RANDOM, Policy, parse_policy, room_to_think
from azul_analytics.simulate.records import ENDS, SOURCE, record_of
from azul_analytics.simulate.series import Series


def play_own_games(series: Series, begin: int, end: int) -> Iterator[GameRecord]:
    """Games number `begin` to `end` - 1 of a series. Raises what its policies raise (OwnPolicy)."""
    compiled = [one if isinstance(one, Policy) else parse_policy("greedy") for one in series.table]
    room = room_to_think(series.ruleset, series.players, compiled)
    for number in range(begin, end):
        yield _Game(series, number, room).played()


def _seen(ruleset: Ruleset, triple: list[int], outcome: list[int]) -> Draft:
    """A legal draft (source, color, line), and what `outcomes` says of it, as a policy sees it."""
    source, color, line = triple
    draft = Draft._make([draft_text(ruleset, *triple), source, ruleset.colors[color], line, *outcome])
    return draft._replace(took_marker=bool(draft.took_marker), completed_line=bool(draft.completed_line))


class _Game:
    """A game under way. `places` are those of its players in the series' table, in seat order."""

    def __init__(self, series: Series, number: int, room: tuple[Any, Any]):
        self.series, self.number = series, number
        self.minds, self.tree = room
        self.ruleset, self.rules = series.ruleset, series.ruleset.rules
        self.states, self.streams = new_states(TRIAL_STATES), np.zeros(STREAMS, np.uint64)
        self.state = self.states[0]
        self.places = [series.place(number, seat) for seat in range(series.players)]
        self.players = [series.table[place] for place in self.places]
        self.names = [series.names[place] for place in self.places]
        self.walls = empty_walls(self.ruleset, series.players)

    def played(self) -> GameRecord:
        """Plays it to its end."""
        series, seed = self.series, np.uint64(self.series.seed)
        opening_seat, deals_of = series.opening_seat(self.number), series.block(self.number)
        acts.open_game(self.states, self.rules, series.players, opening_seat, seed, self.number, self.streams)
        self.random = [Random(int(self.streams[seat])) for seat in range(series.players)]
        rounds: list[Round] = []
        while self.state.end == GOES_ON and len(rounds) < series.round_limit:
            acts.deal_round(self.states, self.rules, seed, deals_of, self.streams)
            rounds.append(self._round())
        winners: list[int] | UnsetType = UNSET
        if self.state.end != GOES_ON:
            bits = acts.close_game(self.states, self.rules)
            winners = [seat for seat in range(series.players) if bits >> seat & 1]
        ended_by = ENDS[int(self.state.end) if self.state.end != GOES_ON else END_ROUND_LIMIT]
        return record_of(series, self.number, opening_seat, rounds, Result(self._scores(), winners, ended_by))

    def _round(self) -> Round:
        """Plays and scores a round that has just been dealt."""
        state, seats = self.state, range(len(self.players))
        deal = [tile_letters(int(tiles), self.ruleset) or "-" for tiles in state.sources[1 : self._factories() + 1]]
        bag = sum(int(state.bag) >> 8 * color & 255 for color in range(self.ruleset.size))
        if any(isinstance(one, Policy) for one in self.players):
            acts.look(self.states, self.rules, self.minds)
        drafts = []
        while state.tiles_left > 0:
            drafts.append(self._draft())
        tilings = [self._tiling(seat) for seat in seats]
        acts.close_round(self.states, self.rules, np.array([points for _, points in tilings]))
        return Round(
            deal=" ".join(deal),
            drafts=" ".join(drafts),
            tiling=[text for text, _ in tilings],
            bag=bag,
            scores=self._scores(),
        )

    def _draft(self) -> str:
        """The seat to move drafts."""
        seat = int(self.state.seat)
        player = self.players[seat]
        if isinstance(player, OwnPolicy):
            drafts, triples = self._drafts()
            answer = player.draft(self._position(), drafts, self.random[seat])
            chosen = triples[drafts.index(answer)]
        else:
            choose = acts.quickly_chosen if player.kind in {RANDOM, GREEDY} else acts.thought_out
            chosen = choose(self.states, self.rules, self.places[seat], self.minds, self.tree, self.streams)
        acts.draft(self.states, self.rules, *chosen)
        return draft_text(self.ruleset, *chosen)

    def _drafts(self) -> tuple[tuple[Draft, ...], list[list[int]]]:
        """The legal drafts, as a policy sees them and as the rules count them: (source, color, line)."""
        legal = legal_drafts_of(self.states, self.rules)
        found, _ = outcomes(self.states, legal, self.rules)
        triples = legal.tolist()
        drafts = tuple(
            _seen(self.ruleset, triple, outcome) for triple, outcome in zip(triples, found.tolist(), strict=True)
        )
        return drafts, triples

    def _tiling(self, seat: int) -> tuple[str, int]:
        """A seat tiles its complete lines, from the top: what it did, as logs write it, and its points."""
        placed, points = [], 0
        for line, capacity in enumerate(self.ruleset.line_capacities, 1):
            if self.state.line_count[seat, line] != capacity:
                continue
            color = int(self.state.line_color[seat, line])
            column = int(self.rules[0].fixed_column[line, color]) or self._column(seat, line)
            points += int(acts.tile(self.states, self.rules, seat, line, column))
            if column > 0:
                self.walls[seat][line - 1][column - 1] = self.ruleset.letters[color]
                placed.append(f"{line}{column}")
        return " ".join(placed), points

    def _column(self, seat: int, line: int) -> int:
        """Where a seat tiles a complete line of a free wall; 0 if it finds no space."""
        player = self.players[seat]
        if isinstance(player, OwnPolicy) and player.choose_column is not None:
            columns = tuple(acts.columns_of(self.states, self.rules, seat, line).tolist())
            return player.column(self._position(seat), line, columns, self.random[seat]) if columns else 0
        return int(acts.chosen_column(self.states, self.rules, seat, line, self.places[seat], self.minds, self.streams))

    def _position(self, seat: int | None = None) -> Position:
        game_id = f"{SOURCE}/{self.series.id(self.number)}"
        return position_of(self.state, self.ruleset, self.walls, self.names, game_id=game_id, seat=seat)

    def _scores(self) -> list[int]:
        return [int(score) for score in self.state.score[: len(self.players)]]

    def _factories(self) -> int:
        return self.ruleset.factories[len(self.players)]
