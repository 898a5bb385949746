"""A table set by hand: positions of one's own, and the acts of the rules on them, compiled or not.

The engine's functions can only be called by compiled code, so one compiled function here calls them all. If
their signatures change, only `_act` and its callers below do.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import os

from azul_analytics.rules import engine, state, trace
from azul_analytics.rules.compiled import entry
from azul_analytics.rules.faults import legal_drafts_of
from azul_analytics.rules.ruleset import Ruleset, load_ruleset
from azul_analytics.rules.state import new_states

(
    START, REFUSAL, DRAFT, DEAL_REFUSAL, DEAL, COLUMN_REFUSAL, HAS_SPACE, TILE, DROP_LINE, SCORE_FLOOR,
    END_ROUND, PLACE, COMPLETE_LINES, FULL_LINE, FULL_COLUMN, FULL_COLOR, CENSUS, LINES_OPEN, LEGAL_DRAFTS,
    OPEN_LINE,
) = range(20)  # fmt: skip
COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
ENDS = {
    engine.GOES_ON: None,
    engine.BY_LINE: "line",
    engine.BY_ROUNDS: "rounds",
    engine.EXHAUSTED: "exhausted",
}


@entry
def _act(states, rulesets, what, given):  # type: ignore[no-untyped-def]
    one, two, three = given
    table, rules = states[0], rulesets[0]
    answer = 0
    if what == START:
        state.start(table, rules, one, two)
    elif what == REFUSAL:
        answer = engine.refusal(table, rules, one, two, three)
    elif what == DRAFT:
        engine.draft(table, rules, one, two, three)
    elif what == DEAL_REFUSAL:
        answer = engine.deal_refusal(table, rules)
    elif what == DEAL:
        engine.deal(table, rules)
    elif what == COLUMN_REFUSAL:
        answer = engine.column_refusal(table, rules, one, two, three)
    elif what == HAS_SPACE:
        answer = engine.has_space(table, rules, one, two)
    elif what == TILE:
        engine.tile(table, rules, one, two, three)
    elif what == DROP_LINE:
        engine.drop_line(table, rules, one, two)
    elif what == SCORE_FLOOR:
        engine.score_floor(table, rules, one, two)
    elif what == END_ROUND:
        answer = engine.end_round(table, rules)
    elif what == PLACE:
        answer = engine.place(table, rules, one)
    elif what == COMPLETE_LINES:
        answer = engine.complete_lines(table, rules, one)
    elif what == FULL_LINE:
        answer = engine.line_is_full(table.wall[one], rules, two)
    elif what == FULL_COLUMN:
        answer = engine.column_is_full(table.wall[one], rules, two)
    elif what == FULL_COLOR:
        answer = engine.color_is_full(table.wall_tiles[one], rules.colors, two)
    elif what == CENSUS:
        answer = state.census(table, rules)
    elif what == LINES_OPEN:
        answer = engine.lines_open(table, one, two)
    elif what == LEGAL_DRAFTS:
        answer = engine.legal_drafts(table, rules)
    elif what == OPEN_LINE:
        engine.open_line(table, rules, one, two)
    return answer


class Table:
    """A game in progress. Drafts are written as in logs (`3B2`, `CRF`), tiles as letters, spaces as line and
    column (`24`). All tiles begin in the bag; what is put somewhere is taken from it."""

    def __init__(self, ruleset: str | Ruleset = "standard", players: int = 2, opening_seat: int = 0):
        self.ruleset = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        self.players = players
        self.states = new_states()
        self._act(START, players, opening_seat)

    def _act(self, what: int, one: int = 0, two: int = 0, three: int = 0) -> int:
        return int(_act(self.states, self.ruleset.rules, what, (one, two, three)))

    def _packed(self, letters: str) -> int:
        return sum(1 << (8 * self.ruleset.letters.index(letter)) for letter in letters)

    def _unpacked(self, packed: int) -> str:
        return "".join(letter * (packed >> (8 * color) & 255) for color, letter in enumerate(self.ruleset.letters))

    # --- setting up ---

    def fill_bag(self, letters: str, lid: str = "") -> None:
        """Replaces what bag and lid hold."""
        self.states["bag"][0], self.states["lid"][0] = self._packed(letters), self._packed(lid)

    def put_wall(self, seat: int, spaces: str) -> None:
        """Tiles on a wall: `24 31` on a fixed one, `24R 31K` on a free one."""
        for space in spaces.split():
            line, column = int(space[0]), int(space[1])
            letter = space[2:] or self.ruleset.wall_pattern[line - 1][column - 1]
            color = self.ruleset.letters.index(letter)
            self.states["wall"][0, seat] |= 1 << ((line - 1) * self.ruleset.size + column - 1)
            self.states["wall_line_colors"][0, seat, line] |= 1 << color
            self.states["wall_column_colors"][0, seat, column] |= 1 << color
            self.states["wall_tiles"][0, seat] += self._packed(letter)
            self.states["bag"][0] -= self._packed(letter)
            self._act(OPEN_LINE, seat, line)

    def put_line(self, seat: int, line: int, letters: str) -> None:
        """Tiles of one color on a pattern line."""
        self.states["line_color"][0, seat, line] = self.ruleset.letters.index(letters[0])
        self.states["line_count"][0, seat, line] = len(letters)
        self.states["bag"][0] -= self._packed(letters)
        self._act(OPEN_LINE, seat, line)

    def put_floor(self, seat: int, letters: str, marker: bool = False) -> None:
        """Tiles, and perhaps the marker, on a floor."""
        self.states["floor_tiles"][0, seat] = self._packed(letters)
        self.states["floor_spaces"][0, seat] = len(letters) + marker
        if marker:
            self.states["marker_seat"][0] = seat
        self.states["bag"][0] -= self._packed(letters)

    def put_score(self, seat: int, score: int) -> None:
        """The track."""
        self.states["score"][0, seat] = score

    def put_sources(self, factories: str, center: str = "", marker: bool = True) -> None:
        """Tiles to draft: factories (`BBYR KKTT`) and the center, with the marker or without."""
        self.states["sources"][0] = 0
        for number, letters in enumerate([center, *factories.split()]):
            self.states["sources"][0, number] = self._packed(letters.strip("-"))
        everything = factories.replace(" ", "").replace("-", "") + center
        self.states["tiles_left"][0] = len(everything)
        self.states["bag"][0] -= self._packed(everything)
        self.states["marker_in_center"][0] = marker
        self.states["marker_seat"][0] = -1

    # --- acts ---

    def deal_refusal(self, factories: str) -> str:
        """The code against a deal (`BBYR KKTT`), empty if it can be made."""
        self.states["dealt"][0] = 0
        for number, letters in enumerate(factories.split(), 1):
            self.states["dealt"][0, number] = self._packed(letters.strip("-"))
        return trace.FAULTS[self._act(DEAL_REFUSAL)]

    def deal(self, factories: str) -> None:
        """Deals, if it can be."""
        assert self.deal_refusal(factories) == ""
        self._act(DEAL)

    def refusal(self, draft: str) -> str:
        """The code against a draft of the seat to move, empty if it is legal."""
        return trace.FAULTS[self._act(REFUSAL, *self._draft(draft))]

    def draft(self, draft: str) -> None:
        """The seat to move drafts, which must be legal."""
        assert self.refusal(draft) == "", draft
        self._act(DRAFT, *self._draft(draft))

    def _draft(self, draft: str) -> tuple[int, int, int]:
        source, letter, line = draft[:-2], draft[-2], draft[-1]
        return (
            0 if source == "C" else int(source),
            self.ruleset.letters.index(letter),
            0 if line == "F" else int(line),
        )

    def legal(self) -> list[str]:
        """All legal drafts of the seat to move."""
        return [
            f"{source or 'C'}{self.ruleset.letters[color]}{line or 'F'}"
            for source, color, line in legal_drafts_of(self.states, self.ruleset.rules).tolist()
        ]

    def may_tile(self, seat: int, line: int, column: int) -> bool:
        """Whether the tile of a complete line may go to that column."""
        return self._act(COLUMN_REFUSAL, seat, line, column) == engine.LEGAL

    def columns(self, seat: int, line: int) -> list[int]:
        """The columns that the tile of a complete line may go to."""
        columns = [column for column in range(1, self.ruleset.size + 1) if self.may_tile(seat, line, column)]
        assert bool(columns) == bool(self._act(HAS_SPACE, seat, line))
        return columns

    def tile(self, seat: int, line: int, column: int) -> int:
        """Moves the tile of a complete line to the wall, where it may go; its points."""
        assert self.may_tile(seat, line, column)
        self._act(TILE, seat, line, column)
        return self.number("points")

    def tile_of(self, seat: int, space: str) -> int:
        """Fills a pattern line (`24`, on a free wall `24R`) and tiles it; the points of the tile."""
        line, column = int(space[0]), int(space[1])
        letter = space[2:] or self.ruleset.wall_pattern[line - 1][column - 1]
        self.put_line(seat, line, letter * self.ruleset.line_capacities[line - 1])
        return self.tile(seat, line, column)

    def drop_line(self, seat: int, line: int) -> None:
        """A complete line without a space falls to the floor."""
        assert not self.columns(seat, line)
        self._act(DROP_LINE, seat, line)

    def score_floor(self, seat: int, tile_points: int = 0) -> tuple[int, int, int]:
        """Ends a seat's round: (nominal floor points, points really lost, score)."""
        self._act(SCORE_FLOOR, seat, tile_points)
        return self.number("nominal_points"), self.number("points"), self.score(seat)

    def end_round(self) -> str | None:
        """Ends a round: how the game ended, None if it goes on."""
        return ENDS[self._act(END_ROUND)]

    # --- looking ---

    def number(self, name: str) -> int:
        """A field of the state that is one number."""
        return int(self.states[name][0])

    def score(self, seat: int) -> int:
        """Where a seat stands on the track."""
        return int(self.states["score"][0, seat])

    def spaces(self, seat: int) -> int:
        """Occupied spaces of a seat's floor, the marker's included."""
        return int(self.states["floor_spaces"][0, seat])

    def floor(self, seat: int) -> str:
        """Tiles on a seat's floor, sorted by color."""
        return self._unpacked(int(self.states["floor_tiles"][0, seat]))

    def line(self, seat: int, line: int) -> str:
        """Tiles on a pattern line."""
        color = int(self.states["line_color"][0, seat, line])
        return self.ruleset.letters[color] * int(self.states["line_count"][0, seat, line]) if color >= 0 else ""

    def wall(self, seat: int) -> list[str]:
        """Occupied spaces of a wall, as `24`."""
        bits, size = int(self.states["wall"][0, seat]), self.ruleset.size
        return [f"{space // size + 1}{space % size + 1}" for space in range(size * size) if bits >> space & 1]

    def bag(self) -> str:
        """Tiles in the bag, sorted by color."""
        return self._unpacked(self.number("bag"))

    def lid(self) -> str:
        """Tiles in the lid, sorted by color."""
        return self._unpacked(self.number("lid"))

    def source(self, source: int) -> str:
        """Tiles on a factory, or (0) in the center, sorted by color."""
        return self._unpacked(int(self.states["sources"][0, source]))

    def census(self) -> str:
        """All tiles of the game, sorted by color."""
        return self._unpacked(self._act(CENSUS))

    def all_tiles(self) -> str:
        """What the census must be."""
        return "".join(a * tiles for a, tiles in zip(self.ruleset.letters, self.ruleset.tiles_per_color, strict=True))

    def place(self, seat: int) -> int:
        """A seat's place, 1 the best."""
        return self._act(PLACE, seat)

    def complete_lines(self, seat: int) -> int:
        """Full lines of a seat's wall."""
        return self._act(COMPLETE_LINES, seat)

    def full(self, seat: int) -> tuple[int, int, int]:
        """Full lines, columns and colors of a seat's wall."""
        size = self.ruleset.size
        lines = sum(self._act(FULL_LINE, seat, line) for line in range(1, size + 1))
        columns = sum(self._act(FULL_COLUMN, seat, column) for column in range(1, size + 1))
        return lines, columns, sum(self._act(FULL_COLOR, seat, color) for color in range(size))

    def lines_open(self, seat: int, letter: str) -> int:
        """Pattern lines of a seat that take a color."""
        return self._act(LINES_OPEN, seat, self.ruleset.letters.index(letter))

    def count_legal(self) -> int:
        """Number of legal drafts, as the tables count them."""
        return self._act(LEGAL_DRAFTS)
