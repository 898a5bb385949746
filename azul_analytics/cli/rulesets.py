"""`azul rulesets`: what ships, a new file, what is wrong or odd in one, all its numbers, and what differs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from azul_analytics.cli.group import FAULTS, Commands
from azul_analytics.cli.output import output_format, show
from azul_analytics.errors import FileError, RulesetError


@click.group(cls=Commands)
def rulesets() -> None:
    """Rulesets as files: list, show, new, check, diff.

    \b
    Example, from a first file to what it changes:
      azul rulesets new mild
      azul rulesets check mild.toml
      azul rulesets diff standard mild.toml
    """


@rulesets.command("list")
@output_format
def list_rulesets(form: str) -> None:
    """List the rulesets that ship.

    \b
    Example:
      azul rulesets list
    """
    from azul_analytics.rules.ruleset import load_ruleset, ruleset_names

    shipped = [load_ruleset(name) for name in ruleset_names()]
    rows = [(one.name, " ".join(map(str, sorted(one.factories))), one.description) for one in shipped]
    show(("name", "players", "description"), rows, form)


@rulesets.command("show")
@click.argument("name")
def show_ruleset(name: str) -> None:
    """Print a ruleset: its file, and as comments all its numbers, inherited ones included.

    NAME is a ruleset that ships, or a TOML file of your own.

    \b
    Example, to begin one of your own with another than the standard game:
      azul rulesets show gray > mine.toml
    """
    from azul_analytics.rules.differing import as_toml, flat_numbers
    from azul_analytics.rules.ruleset import load_ruleset, ruleset_text

    ruleset = load_ruleset(name)
    text = Path(name).read_text(encoding="utf-8-sig") if name.endswith(".toml") else ruleset_text(name)
    click.echo(text.rstrip("\n"))
    click.echo(f"\n# All its numbers, inherited ones included; hash {ruleset.hash}")
    for key, value in flat_numbers(ruleset):
        click.echo(f"#   {key} = {as_toml(value)}")


@rulesets.command("new")
@click.argument("name")
@click.option("-o", "--output", metavar="FILE", help="The file to write, instead of NAME.toml here.")
def new_ruleset(name: str, output: str | None) -> None:
    """Write a file for a ruleset of your own, with every key explained.

    It plays like the standard game until it is changed. A file that is there is left alone.

    \b
    Example:
      azul rulesets new mild
    """
    from azul_analytics.rules.ruleset import ruleset_names
    from azul_analytics.rules.template import ruleset_template
    from azul_analytics.whole_file import whole_file

    if name in ruleset_names():
        raise RulesetError(f"The ruleset {name} ships with its own numbers; give yours another name.")
    text = ruleset_template(name)
    file = output or f"{name}.toml"
    if not file.endswith(".toml"):
        raise FileError(file, f"{file} does not end in .toml, as a ruleset file must.")
    if Path(file).exists() or Path(file).is_symlink():
        raise FileError(file, f"{file} is there already; it was left as it is.")
    with whole_file(file) as stream:
        stream.write(text.encode())
    click.echo(f"The ruleset {name} is in {file}. Change it, then: azul rulesets check {file}")


@rulesets.command("check")
@click.argument("file")
@output_format
def check_ruleset(file: str, form: str) -> int:
    """Say what is wrong or odd in a ruleset file.

    Every fault comes with what is allowed. An oddity is allowed, but may not be meant: too few tiles, a wall or an
    end out of reach. Exit code 1: the file has faults; oddities alone are 0.

    \b
    Example:
      azul rulesets check mild.toml
    """
    from azul_analytics.rules.oddities import oddities
    from azul_analytics.rules.ruleset import load_ruleset

    faults: tuple[str, ...] = ()
    odd: list[str] = []
    try:
        odd = oddities(load_ruleset(file))
    except RulesetError as error:
        faults = error.faults
        if not faults:
            raise
    rows = [("fault", *one.split(": ", 1)) for one in faults] + [("odd", *one.split(": ", 1)) for one in odd]
    if rows or form != "table":
        show(("finding", "key", "says"), rows, form)
    outcome = (
        f"{len(faults)} fault{'s' if len(faults) > 1 else ''}"
        if faults
        else f"no fault, {len(odd)} oddit{'y' if len(odd) == 1 else 'ies'}"
    )
    click.echo(f"{file}: {outcome}.", err=True)
    return FAULTS if faults else 0


@rulesets.command("diff")
@click.argument("a")
@click.argument("b")
@output_format
def diff_rulesets(a: str, b: str, form: str) -> None:
    """Show the numbers in which two rulesets differ.

    A and B are rulesets that ship, or TOML files. Names and descriptions are not compared.

    \b
    Example:
      azul rulesets diff standard mild.toml
    """
    from azul_analytics.rules.differing import as_toml, differing_numbers
    from azul_analytics.rules.ruleset import load_ruleset

    def cell(value: Any) -> Any:  # JSON keeps lists, elsewhere they are written as in a file
        return value if form == "json" or value is None or isinstance(value, str | int) else as_toml(value)

    differing = differing_numbers(load_ruleset(a), load_ruleset(b))
    rows = [(key, cell(one), cell(other)) for key, one, other in differing]
    if rows or form != "table":
        show(("key", "a", "b"), rows, form)
    numbers = "1 number" if len(rows) == 1 else f"{len(rows)} numbers"
    said = f"differ in {numbers}" if rows else "are the same ruleset, but for names"
    click.echo(f"{a} and {b} {said}.", err=True)
