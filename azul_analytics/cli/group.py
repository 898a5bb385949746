"""Exit codes, and wrong use as one line on stderr."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from azul_analytics.errors import AzulError

FAULTS, WRONG_USE, STOPPED, READER_GONE = 1, 2, 130, 141


class Azul(click.Group):
    """The group of all commands. The number that a command returns is the exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs a command and, unless `standalone_mode` is false, ends the process with its exit code."""
        if standalone_mode:
            sys.exit(self._exit_code(args, prog_name, complete_var, extra))
        return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)

    def _exit_code(
        self,
        args: Sequence[str] | None,
        prog_name: str | None,
        complete_var: str | None,
        extra: dict[str, Any],
    ) -> int:
        for name in ("stdout", "stderr"):
            if getattr(sys, name) is None:  # closed by the shell
                setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
            if hasattr(stream := getattr(sys, name), "reconfigure"):
                stream.reconfigure(errors="backslashreplace")  # a letter that a terminal lacks stops nothing
        try:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra) or 0
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            return WRONG_USE
        except click.UsageError as error:
            see = f" See `{error.ctx.command_path} --help`." if error.ctx else ""
            return _wrong_use(error.format_message().rstrip(".") + "." + see)
        except click.ClickException as error:
            return _wrong_use(error.format_message())
        except AzulError as error:
            return _wrong_use(str(error))
        except OSError as error:
            _forget_output()
            return _wrong_use(f"{error.filename or 'Reading or writing'}: {error.strerror or error}.")
        except click.Abort:
            click.echo("azul: stopped.", err=True)
            return STOPPED

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; that nobody reads its answer to the end (`azul ... | head`) is no fault."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _forget_output()
            return READER_GONE
        return code


def _forget_output() -> None:
    """What is still to be written goes nowhere: the interpreter's last flush would fail once more."""
    with contextlib.suppress(OSError, ValueError):  # a stdout that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _wrong_use(sentence: str) -> int:
    click.echo("azul: " + " ".join(sentence.split()), err=True)
    return WRONG_USE
