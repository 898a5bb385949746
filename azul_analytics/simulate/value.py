"""The value that a search gives the end of a round: fitted weights, by which rulesets they hold, and where they lie.

A value file is JSON: `fits` is a hash of all numbers of a ruleset that matter in play, `made` how the weights came to
be, `weights` a row a phase (rounds 1 to 5, and all later ones) and a column a feature.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from azul_analytics.errors import AzulError, FileError
from azul_analytics.rules.ruleset import Ruleset, excerpt
from azul_analytics.simulate import features as f
from azul_analytics.simulate.mind import FEATURES, PHASES

Array = np.ndarray[Any, Any]

FORMAT = "azul-value/1"
PLAIN = "plain"  # in place of a file: the value made by hand


@dataclass(frozen=True)
class Value:
    """Weights, float64 [phase, feature], for rulesets whose `play_hash` is `fits`; `made` says how they were fitted."""

    ruleset: str
    fits: str
    made: dict[str, Any]
    weights: Array

    @property
    def text(self) -> str:
        """As the file has it."""
        rows = ",\n    ".join(json.dumps(row) for row in self.weights.tolist())
        head = {"format": FORMAT, "ruleset": self.ruleset, "fits": self.fits, "made": self.made}
        facts = "".join(f"  {json.dumps(key)}: {json.dumps(fact)},\n" for key, fact in head.items())
        return f'{{\n{facts}  "weights": [\n    {rows}\n  ]\n}}\n'


def play_hash(ruleset: Ruleset) -> str:
    """SHA-256, lower hex, of the numbers that matter in play: all but the name and where a simulation gives up."""
    numbers = {key: value for key, value in ruleset.numbers.items() if key not in {"name", "round_limit"}}
    return hashlib.sha256(json.dumps(numbers, sort_keys=True).encode()).hexdigest()


def read_value(text: str, where: str) -> Value:
    """A value from the text of its file. Raises AzulError, naming `where`, for a text that is none."""
    try:
        found = json.loads(text)
        weights = np.array(found["weights"], np.float64)
        value = Value(str(found["ruleset"]), str(found["fits"]), dict(found["made"]), weights)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise AzulError(f"{where} is no value of a search, as `azul fit-value` writes it.") from error
    if found.get("format") != FORMAT or weights.shape != (PHASES, FEATURES) or not np.isfinite(weights).all():
        raise AzulError(f"{where} is no value that this version can use; fit it again with `azul fit-value`.")
    return value


@cache
def _shipped() -> dict[str, Value]:
    """The values that come with the package, by what they fit."""
    folder = files("azul_analytics.simulate").joinpath("values")
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.name.endswith(".json")}
    return {value.fits: value for value in (read_value(text, name) for name, text in sorted(texts.items()))}


@cache
def _own(file: str) -> Value:
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise FileError(file, f"The value {excerpt(file)} cannot be read.") from error
    return read_value(text, file)


def is_fitted(ruleset: Ruleset) -> bool:
    """Whether a value that was fitted to a ruleset's numbers comes with the package."""
    return play_hash(ruleset) in _shipped()


def weights_for(file: str | None, ruleset: Ruleset) -> Array:
    """The weights that a search uses for a ruleset: of a file of one's own, else those that ship for these very
    numbers, else plain ones; these too where PLAIN stands for the file.

    Raises AzulError: a file that cannot be read, is no value, or does not fit the ruleset.
    """
    if file is None and is_fitted(ruleset):
        return _shipped()[play_hash(ruleset)].weights
    if file is None or file == PLAIN:
        return plain_weights(ruleset)
    value = _own(file)
    if value.fits != play_hash(ruleset):
        raise AzulError(
            f"{file} was fitted for {value.ruleset}, not for the numbers of {ruleset.name}; "
            f"`azul fit-value` fits one for these."
        )
    return value.weights


def value_notes(ruleset: Ruleset, value_files: Iterable[str | None]) -> list[str]:
    """A sentence to print, where a search plays a ruleset by the plain value; a file each search, None for none.

    Raises AzulError as `weights_for` does.
    """
    notes = []
    for file in dict.fromkeys(value_files):
        weights_for(file, ruleset)
        if file == PLAIN:
            notes.append(f"search plays {ruleset.name} by the plain value, and weaker than by a fitted one.")
        elif file is None and not is_fitted(ruleset):
            notes.append(
                f"No fitted value comes with the ruleset {ruleset.name}: search uses a plain one, and plays weaker. "
                f"azul fit-value RULESET -o FILE.json fits one, for --policy search:100:FILE.json."
            )
    return notes


def plain_weights(ruleset: Ruleset) -> Array:
    """Weights made by hand: points on the board and in sight; ten points more are e times the odds."""
    weights = np.zeros((PHASES, FEATURES))
    weights[:, [f.SCORE, f.BONUSES, f.SETS]] = 10.0
    weights[:, f.FIRST] = 1.0
    weights[:, f.BEST] = 5.0
    weights[:, f.BEGUN] = 5.0
    bonuses = {f.LINES: ruleset.line_bonus, f.COLUMNS: ruleset.column_bonus, f.COLORS: ruleset.color_bonus}
    for first, bonus in bonuses.items():
        weights[:, first : first + f.MISSING] = np.multiply((0.5, 0.2, 0.08), bonus)
    return weights / 10.0
