"""A second judge: the rules once more, in plain lists and loops, to play random games and say their rows.

It shares nothing with the package but the numbers of a ruleset and the shape of a record.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from msgspec import UNSET

from azul_analytics.records import Claims, GameRecord, Player, Result, Round, RoundClaims
from azul_analytics.rules.ruleset import COLORS, LETTERS, Ruleset

Draft = tuple[int, str, int]  # source (0: center), letter, line (0: floor)
Policy = Callable[["Game", list[Draft]], Draft]
MARKER = "*"


class Game:
    """One game as it is played; `rows` are the rows of the tables, `rounds` what a log would say."""

    def __init__(self, ruleset: Ruleset, players: int, opening_seat: int, random: Random):
        self.ruleset, self.players, self.random = ruleset, players, random
        self.opening_seat = self.first_seat = self.seat = opening_seat
        self.bag = [a for a, tiles in zip(ruleset.letters, ruleset.tiles_per_color, strict=True) for _ in range(tiles)]
        self.lid: list[str] = []
        self.factories: list[list[str]] = []
        self.center: list[str] = []
        self.marker_there, self.marker_seat = False, -1
        self.lines: list[list[list[str]]] = [[[] for _ in range(ruleset.size)] for _ in range(players)]
        self.completed_at: list[dict[int, int]] = [{} for _ in range(players)]  # [seat][line] -> turn
        self.walls: list[dict[tuple[int, int], str]] = [{} for _ in range(players)]
        self.floors: list[list[str]] = [[] for _ in range(players)]
        self.scores = [0] * players
        self.turn = self.turn_in_round = 0
        self.ended_by: str | None = None
        self.rounds: list[Round] = []
        self.claims: list[RoundClaims] = []
        self.bonus_points = [0] * players
        tables = ("seats", "rounds", "deals", "turns", "placements", "floors", "bonuses")
        self.rows: dict[str, list[dict[str, Any]]] = {name: [] for name in tables}

    # --- deal ---

    def draw(self) -> str | None:
        if not self.bag:
            self.bag, self.lid = self.lid, []
        return self.bag.pop(self.random.randrange(len(self.bag))) if self.bag else None

    def deal(self) -> None:
        old_bag, self.factories = len(self.bag), []
        for _ in range(self.ruleset.factories[self.players]):
            drawn = [self.draw() for _ in range(self.ruleset.tiles_per_factory)]
            self.factories.append([letter for letter in drawn if letter])
        self.center, self.marker_there, self.marker_seat = [], self.ruleset.marker != "none", -1
        self.turn_in_round, self.seat = 0, self.first_seat
        self.put_row_of_round(old_bag)

    def put_row_of_round(self, old_bag: int) -> None:
        number, dealt = len(self.rounds) + 1, sum(map(len, self.factories))
        self.rounds.append(Round(" ".join("".join(f) or "-" for f in self.factories), ""))
        self.rows["rounds"].append(
            {
                "round": number, "first_seat": self.first_seat, "marker_seat": None, "turns": 0,
                "tiles_dealt": dealt, "bag_after_deal": len(self.bag), "lid_after_deal": len(self.lid),
                "refilled": dealt > old_bag,
            }
        )  # fmt: skip
        for factory, letters in enumerate(self.factories, 1):
            by_color = {color: letters.count(LETTERS[at]) for at, color in enumerate(COLORS)}
            self.rows["deals"].append({"round": number, "factory": factory, **by_color})
        letters_of = self.ruleset.letters
        self.claims.append(
            RoundClaims(bag=[self.bag.count(a) for a in letters_of], lid=[self.lid.count(a) for a in letters_of])
        )
        self.rounds[-1].bag = len(self.bag)

    # --- draft ---

    def source(self, number: int) -> list[str]:
        return self.center if number == 0 else self.factories[number - 1]

    def takes(self, line: int, letter: str) -> bool:
        held = self.lines[self.seat][line - 1]
        if held:
            return held[0] == letter and len(held) < self.ruleset.line_capacities[line - 1]
        return not self.ruleset.unique_in_line or all(
            letter != tile for (at, _), tile in self.walls[self.seat].items() if at == line
        )

    def open_lines(self, letter: str) -> list[int]:
        return [line for line in range(1, self.ruleset.size + 1) if self.takes(line, letter)]

    def legal(self) -> list[Draft]:
        return [
            (source, letter, line)
            for source in range(len(self.factories) + 1)
            for letter in sorted(set(self.source(source)))
            for line in [0, *self.open_lines(letter)]
        ]

    def drop(self, seat: int, letters: list[str]) -> int:
        """Tiles (or the marker) to the floor; how many found a space."""
        room = len(self.ruleset.floor) - len(self.floors[seat]) if self.ruleset.overflow == 0 else len(letters)
        self.floors[seat] += letters[:room]
        self.lid += [letter for letter in letters[room:] if letter != MARKER]
        return min(room, len(letters))

    def draft(self, draft: Draft) -> None:
        source, letter, line = draft
        seat, legal = self.seat, self.legal()
        assert draft in legal
        row = {
            "turn": self.turn + 1, "round": len(self.rounds), "turn_in_round": self.turn_in_round + 1,
            "seat": seat, "source": source, "color": COLORS[LETTERS.index(letter)], "destination": line,
            "legal_drafts": len(legal), "lines_open": len(self.open_lines(letter)),
            "tiles_left": self.tiles_left(), "floor_before": len(self.floors[seat]),
            "score_before": self.scores[seat],
            "wall_before": sum(1 << ((a - 1) * self.ruleset.size + b - 1) for a, b in self.walls[seat]),
            "line_colors_before": "".join(held[0] if held else "-" for held in self.lines[seat]),
            "line_counts_before": "".join(str(len(held)) for held in self.lines[seat]),
            "seconds": None,
        }  # fmt: skip
        taken = self.source(source)
        tiles = taken.count(letter)
        rest = [tile for tile in taken if tile != letter]
        taken.clear()
        self.center += rest
        row["took_marker"] = source == 0 and self.marker_there
        if row["took_marker"]:
            self.marker_there, self.marker_seat = False, seat
            if self.ruleset.marker == "floor":
                self.drop(seat, [MARKER])
        self.turn, self.turn_in_round = self.turn + 1, self.turn_in_round + 1
        on_line, full = 0, False
        if line:
            held, capacity = self.lines[seat][line - 1], self.ruleset.line_capacities[line - 1]
            on_line = min(tiles, capacity - len(held))
            held += [letter] * on_line
            full = len(held) == capacity
            if full:
                self.completed_at[seat][line] = self.turn
        on_floor = self.drop(seat, [letter] * (tiles - on_line))
        row |= {
            "tiles": tiles, "tiles_on_line": on_line, "tiles_on_floor": on_floor,
            "tiles_to_lid": tiles - on_line - on_floor, "completed_line": full,
        }  # fmt: skip
        self.rows["turns"].append(row)
        played = self.rounds[-1]
        text = f"{source or 'C'}{letter}{line or 'F'}"
        played.drafts = f"{played.drafts} {text}".strip()
        played.seats = (played.seats or "") + str(seat)
        self.seat = (seat + 1) % self.players

    def tiles_left(self) -> int:
        return len(self.center) + sum(map(len, self.factories))

    # --- tiling and floor ---

    def columns(self, seat: int, line: int) -> list[int]:
        letter, wall = self.lines[seat][line - 1][0], self.walls[seat]
        free = []
        for column in range(1, self.ruleset.size + 1):
            if (line, column) in wall:
                continue
            if self.ruleset.wall_kind == "fixed":
                if self.ruleset.wall_pattern[line - 1][column - 1] == letter:
                    free.append(column)
                continue
            printed = self.printed(line, column)
            column_letters = [tile for (_, at), tile in wall.items() if at == column]
            repeats = self.ruleset.unique_in_column and letter in column_letters
            if not repeats and (printed is None or printed[0] in (None, letter)):
                free.append(column)
        return free

    def printed(self, line: int, column: int) -> tuple[str | None, int] | None:
        for space in self.ruleset.printed:
            if (space.line, space.column) == (line, column):
                return space.color and LETTERS[COLORS.index(space.color)], space.multiplier
        return None

    def run(self, seat: int, line: int, column: int, down: int, right: int) -> int:
        """Length of a tile's unbroken run, itself included."""
        length, wall = 1, self.walls[seat]
        for way in (1, -1):
            step = 1
            while (line + way * step * down, column + way * step * right) in wall:
                step += 1
            length += step - 1
        return length

    def tile(self, seat: int, line: int) -> int:
        """Tiles a complete line; its points."""
        held = self.lines[seat][line - 1]
        letter = held[0]
        row: dict[str, Any] = {
            "round": len(self.rounds), "seat": seat, "line": line, "turn": self.completed_at[seat].pop(line),
            "color": COLORS[LETTERS.index(letter)],
            "column": None, "horizontal": None, "vertical": None, "multiplier": None, "points": 0,
        }  # fmt: skip
        columns = self.columns(seat, line)
        if columns:
            column = self.random.choice(columns)
            self.walls[seat][line, column] = letter
            across = self.run(seat, line, column, 0, 1)
            down = self.run(seat, line, column, 1, 0)
            printed = self.printed(line, column)
            multiplier = printed[1] if printed else 1
            points = sum(length for length in (across, down) if length > 1) or 1
            row |= {
                "column": column, "horizontal": across, "vertical": down, "multiplier": multiplier,
                "points": points * multiplier,
            }  # fmt: skip
            self.lid += held[1:]
        else:
            self.drop(seat, held)
        self.lines[seat][line - 1] = []
        self.rows["placements"].append(row)
        return int(row["points"])

    def score_round(self) -> None:
        tile_points = [0] * self.players
        tiling: list[list[str]] = [[] for _ in range(self.players)]
        claims = self.claims[-1]
        claims.placements = []
        for seat in range(self.players):
            for line, capacity in enumerate(self.ruleset.line_capacities, 1):
                if len(self.lines[seat][line - 1]) == capacity:
                    points = self.tile(seat, line)
                    tile_points[seat] += points
                    if column := self.rows["placements"][-1]["column"]:
                        tiling[seat].append(f"{line}{column}")
                        claims.placements.append((seat, line, points))
        claims.floors = []
        for seat in range(self.players):
            nominal = sum(self.ruleset.floor[: len(self.floors[seat])])
            nominal += self.ruleset.overflow * max(0, len(self.floors[seat]) - len(self.ruleset.floor))
            if self.marker_seat == seat:
                nominal += self.ruleset.marker_points
            before = self.scores[seat]
            after = before + tile_points[seat] + nominal
            if self.ruleset.clamp == "floor_first":
                after = max(0, before + nominal) + tile_points[seat]
            self.scores[seat] = max(0, after) if self.ruleset.clamp == "round" else after
            self.rows["floors"].append(
                {
                    "round": len(self.rounds), "seat": seat, "score_before": before,
                    "tile_points": tile_points[seat], "spaces": len(self.floors[seat]),
                    "marker": self.marker_seat == seat, "nominal_points": nominal,
                    "floor_points": self.scores[seat] - before - tile_points[seat],
                    "score_after": self.scores[seat],
                }
            )  # fmt: skip
            claims.floors.append(nominal)
            self.lid += [tile for tile in self.floors[seat] if tile != MARKER]
            self.floors[seat] = []
        self.rounds[-1].tiling = [" ".join(one) for one in tiling]
        self.rounds[-1].scores = list(self.scores)

    # --- rounds and end ---

    def full_lines(self, seat: int) -> list[int]:
        size = range(1, self.ruleset.size + 1)
        return [line for line in size if all((line, column) in self.walls[seat] for column in size)]

    def full_columns(self, seat: int) -> list[int]:
        size = range(1, self.ruleset.size + 1)
        return [column for column in size if all((line, column) in self.walls[seat] for line in size)]

    def full_colors(self, seat: int) -> list[str]:
        on_wall = list(self.walls[seat].values())
        return [letter for letter in self.ruleset.letters if on_wall.count(letter) >= self.ruleset.size]

    def full_sets(self, seat: int) -> list[tuple[str, str, int]]:
        size, wall, found = self.ruleset.size, self.walls[seat], []
        if self.ruleset.diagonal_bonus:
            diagonals = (
                [(one, one) for one in range(1, size + 1)],
                [(one, size + 1 - one) for one in range(1, size + 1)],
            )
            sets = [("diagonal", spaces, self.ruleset.diagonal_bonus) for spaces in diagonals]
        else:
            sets = []
        sets += [(one.name, list(one.spaces), one.points) for one in self.ruleset.own_sets]
        for at, (name, spaces, points) in enumerate(sets):
            if all(space in wall for space in spaces):
                found.append((name, str([other for other, *_ in sets[: at + 1]].count(name)), points))
        return found

    def end_round(self) -> None:
        if self.marker_seat >= 0:
            self.claims[-1].marker = self.marker_seat
        starts = {"marker": self.marker_seat, "same": self.first_seat, "after_last": self.seat}
        starts["rotate"] = (self.first_seat + 1) % self.players
        lost = self.ruleset.next_first == "marker" and self.marker_seat < 0
        self.first_seat = starts[self.ruleset.no_marker_next_first if lost else self.ruleset.next_first]
        most = max(len(self.full_lines(seat)) for seat in range(self.players))
        if 0 < self.ruleset.end_complete_lines <= most:
            self.ended_by = "line"
        elif 0 < self.ruleset.end_rounds <= len(self.rounds):
            self.ended_by = "rounds"
        elif not self.bag and not self.lid:
            self.ended_by = "exhausted"

    def add_bonuses(self) -> None:
        for seat in range(self.players):
            found: list[tuple[str, str, int]] = [
                *(("line", str(line), self.ruleset.line_bonus) for line in self.full_lines(seat)),
                *(("column", str(column), self.ruleset.column_bonus) for column in self.full_columns(seat)),
                *(
                    ("color", COLORS[LETTERS.index(letter)], self.ruleset.color_bonus)
                    for letter in self.full_colors(seat)
                ),
                *self.full_sets(seat),
            ]
            for kind, which, points in found:
                self.rows["bonuses"].append({"seat": seat, "kind": kind, "which": which, "points": points})
                self.bonus_points[seat] += points
            self.scores[seat] += self.bonus_points[seat]

    def play(self, policy: Policy, most_rounds: int = 50, most_turns: int = 10_000) -> None:
        """Plays to the end, or until so many rounds or turns: then `ended_by` stays None."""
        while self.ended_by is None and len(self.rounds) < most_rounds and self.turn < most_turns:
            self.deal()
            while self.tiles_left() and self.turn < most_turns:
                self.draft(policy(self, self.legal()))
            last = self.rows["rounds"][-1]
            last["turns"] = self.turn_in_round
            last["marker_seat"] = None if self.marker_seat < 0 else self.marker_seat
            if self.tiles_left() == 0:
                self.score_round()
                self.end_round()
        if self.ended_by is not None:
            self.add_bonuses()
        self.put_rows_of_seats()

    def places(self) -> list[int]:
        keys = [(self.scores[seat], *self.tie_breaks(seat)) for seat in range(self.players)]
        return [1 + sum(other > key for other in keys) for key in keys]

    def tie_breaks(self, seat: int) -> list[int]:
        much = {
            "complete_lines": len(self.full_lines(seat)),
            "complete_columns": len(self.full_columns(seat)),
            "complete_colors": len(self.full_colors(seat)),
            "wall_tiles": len(self.walls[seat]),
        }
        return [much[key] for key in self.ruleset.tie_break]

    def put_rows_of_seats(self) -> None:
        places, ended = self.places(), self.ended_by is not None
        for seat in range(self.players):
            floors = [row for row in self.rows["floors"] if row["seat"] == seat]
            self.rows["seats"].append(
                {
                    "seat": seat, "player": f"player {seat}", "rating": None, "bot": None, "policy": None,
                    "opening": seat == self.opening_seat,
                    "tile_points": sum(row["tile_points"] for row in floors),
                    "floor_points": sum(row["floor_points"] for row in floors),
                    "bonus_points": self.bonus_points[seat], "score": self.scores[seat],
                    "complete_lines": len(self.full_lines(seat)),
                    "complete_columns": len(self.full_columns(seat)),
                    "complete_colors": len(self.full_colors(seat)),
                    "place": places[seat] if ended else None,
                    "win_share": (1 / places.count(1) if places[seat] == 1 else 0.0) if ended else None,
                }
            )  # fmt: skip

    # --- record ---

    def record(self, id: str = "1", claims: str = "all") -> GameRecord:
        """The game as a log says it: with no claims (`none`), those of azul-log (`log`), or `all` kinds."""
        keep_tiling = self.ruleset.wall_kind == "free"
        rounds = [
            Round(
                played.deal, played.drafts,
                tiling=played.tiling if claims != "none" or keep_tiling else UNSET,
                seats=played.seats if claims != "none" else UNSET,
                bag=played.bag if claims != "none" else UNSET,
                scores=played.scores if claims != "none" else UNSET,
            )
            for played in self.rounds
        ]  # fmt: skip
        result: Any = UNSET
        if self.ended_by is None:
            result = Result(ended_by="abandoned")
        elif claims != "none":
            winners = [seat for seat, place in enumerate(self.places()) if place == 1]
            result = Result(list(self.scores), winners, self.ended_by)  # type: ignore[arg-type]
        record = GameRecord(
            "azul-log/1", id, [Player(f"player {seat}") for seat in range(self.players)],
            self.opening_seat, rounds, source="oracle", ruleset=self.ruleset.name, result=result,
        )  # fmt: skip
        if claims == "all":
            record.claims = Claims(list(self.claims), self.bonus_points if self.ended_by is not None else UNSET)
        return deepcopy(record)


# --- who plays ------------------------------------------------------------------------------------


def at_random(game: Game, legal: list[Draft]) -> Draft:
    """Any legal draft."""
    return game.random.choice(legal)


def mostly_floor(game: Game, legal: list[Draft]) -> Draft:
    """Nine of ten to the floor."""
    floor = [draft for draft in legal if draft[2] == 0]
    return game.random.choice(floor if game.random.random() < 0.9 else legal)


def builder(game: Game, legal: list[Draft]) -> Draft:
    """Lines that become full without a tile too many, then those that lose the fewest tiles."""

    def cost(draft: Draft) -> tuple[int, float]:
        source, letter, line = draft
        tiles = game.source(source).count(letter)
        if line == 0:
            return tiles + 9, 0
        room = game.ruleset.line_capacities[line - 1] - len(game.lines[game.seat][line - 1])
        return abs(room - tiles), game.random.random()

    return min(legal, key=cost)


def hoarder(game: Game, legal: list[Draft]) -> Draft:
    """Keeps tiles on its board and the game alive: loses few to the lid, and completes no line of the wall."""

    def cost(draft: Draft) -> tuple[int, float]:
        source, letter, line = draft
        tiles = game.source(source).count(letter)
        if line == 0:
            return tiles + 5, game.random.random()
        room = game.ruleset.line_capacities[line - 1] - len(game.lines[game.seat][line - 1])
        lost = max(0, tiles - room)
        if tiles >= room:
            lost += line - 1
            on_wall = sum(at == line for at, _ in game.walls[game.seat])
            lost += 20 * (on_wall == game.ruleset.size - 1)
        return lost, game.random.random()

    return min(legal, key=cost)


def first_line_only(game: Game, legal: list[Draft]) -> Draft:
    """The first line as soon as it takes a tile, everything else to the floor."""
    return next((draft for draft in legal if draft[2] == 1), next(draft for draft in legal if draft[2] == 0))


POLICIES: tuple[Policy, ...] = (at_random, mostly_floor, builder, hoarder)


def played(
    ruleset: Ruleset,
    players: int,
    seed: int,
    policy: Policy = at_random,
    *,
    most_rounds: int = 50,
    most_turns: int = 10_000,
) -> Game:
    """A whole game of a seed, which also chooses the opening seat."""
    random = Random(seed)
    game = Game(ruleset, players, random.randrange(players), random)
    game.play(policy, most_rounds, most_turns)
    return game
