"""The bundled sample: what it says it is, and how it was made."""

from __future__ import annotations

import gzip
import re
import shlex
from pathlib import Path

import pytest

import azul_analytics as azul
from azul_analytics.records import GameRecord
from azul_analytics.rules.ruleset import load_ruleset

DATA = Path(__file__).parents[2] / "data"
SAMPLE = sorted((DATA / "sample").iterdir())


def _commands() -> dict[str, dict[str, str]]:
    """Options of the commands in data/README.md by the name of the file that each writes."""
    found = {}
    for command in re.findall(r"`azul simulate (.*?)`", (DATA / "README.md").read_text()):
        words = shlex.split(command)
        options = dict(zip(words[::2], words[1::2], strict=True))
        found[Path(options["-o"]).name] = options
    return found


def _games(options: dict[str, str]) -> list[GameRecord]:
    return list(
        azul.simulate_games(
            load_ruleset(options["--ruleset"]),
            players=int(options["--players"]),
            games=int(options["--games"]),
            policy=options["--policy"],
            seed=int(options["--seed"]),
        )
    )


def test_every_file_has_its_command() -> None:
    assert [path.name for path in SAMPLE] == sorted(_commands())


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.name)
def test_the_command_makes_the_same_bytes_again(path: Path, tmp_path: Path) -> None:
    azul.write(_games(_commands()[path.name]), tmp_path / path.name)
    # uncompressed: how small a text gets depends on the version of zlib
    assert gzip.decompress((tmp_path / path.name).read_bytes()) == gzip.decompress(path.read_bytes())


def test_every_game_is_good_and_labelled_as_simulated() -> None:
    read = list(azul.read(DATA / "sample"))
    judged = azul.replay(read)
    assert judged.rejects.empty
    assert len(judged.games) == 300
    assert set(judged.games.source) == {"simulated"}
    assert judged.seats.bot.all()
    assert set(judged.seats.policy) == {"greedy", "random"}


def test_the_sample_is_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLE) < 400_000
