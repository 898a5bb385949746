"""The file that a designer begins with: every key, with its meaning and the standard game's number, as a comment."""

from __future__ import annotations

from azul_analytics.errors import RulesetError
from azul_analytics.rules.ruleset import ruleset_text
from azul_analytics.rules.ruleset_keys import NAME, UNMODELED

_BEGINNING = """\
# A ruleset of your own. No ruleset has, and so no command can play or judge:
{unmodeled}
#
# What stands here differs from the ruleset that it extends; all else is as it is there.
# Afterwards:  azul rulesets check {name}.toml   and   azul rulesets diff standard {name}.toml

name = "{name}"
extends = "standard"
description = ""

# Every key with the standard game's number: take the first # away where yours is another.
"""


def ruleset_template(name: str) -> str:
    """The TOML text for a new ruleset, which plays like `standard` until it is changed. Raises RulesetError."""
    if not NAME.fullmatch(name):
        raise RulesetError(f"{name!r} is no name of a ruleset: up to 64 letters, digits, _ . -")
    keys = ruleset_text("standard").split("\n\n", 1)[1]
    lines = [line if line.startswith("#") or not line else f"# {line}" for line in keys.splitlines()]
    answers = "\n".join(f"# - {answer}" for answer in dict.fromkeys(UNMODELED.values()))
    return _BEGINNING.format(name=name, unmodeled=answers) + "\n" + "\n".join(lines) + "\n"
