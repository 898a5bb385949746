"""Exit codes, and wrong use as one line on stderr."""

from __future__ import annotations

import atexit
import contextlib
import errno
import gc
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import click

from azul_analytics.cli.output import plain
from azul_analytics.errors import AzulError

# Between two searches for garbage: what a command loads and draws is much, and stays until it ends.
_MANY_OBJECTS = 100_000

FAULTS, WRONG_USE, STOPPED, READER_GONE, TERMINATED = 1, 2, 130, 141, 143


class Commands(click.Group):
    """A group whose commands do not let a second value of an option silently take the place of the first."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Raises UsageError for an option that is given twice and takes one value."""
        name, command, rest = super().resolve_command(ctx, args)
        if command and not isinstance(command, click.Group):
            of_command = click.Context(command, parent=ctx, info_name=name)
            _, _, given = command.make_parser(of_command).parse_args(list(rest))
            for number, option in enumerate(given):
                takes_one = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
                if takes_one and option in given[:number]:
                    raise click.UsageError(f"{option.opts[-1]} is given twice, but takes one value", of_command)
        return name, command, rest


class Azul(Commands):
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
            with _termination_as_interrupt() as terminated, _seldom_collecting():
                code = self._exit_code(args, prog_name, complete_var, extra)
            atexit.register(gc.freeze)  # nor does the interpreter search once more as it ends
            sys.exit(TERMINATED if terminated and code == STOPPED else code)
        return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)

    def _exit_code(
        self,
        args: Sequence[str] | None,
        prog_name: str | None,
        complete_var: str | None,
        extra: dict[str, Any],
    ) -> int:
        if sys.stderr is None:  # closed by the shell
            sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        if sys.stdout is None:  # likewise, but an answer that goes nowhere is a fault: nothing can be written here
            sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
        for name in ("stdout", "stderr"):
            if hasattr(stream := getattr(sys, name), "reconfigure"):
                stream.reconfigure(errors="backslashreplace")  # a letter that a terminal lacks stops nothing
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra) or 0
            sys.stdout.flush()
            return code
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
        except BrokenPipeError:
            _forget_output()
            return READER_GONE
        except OSError as error:
            _forget_output()
            if error.errno == errno.EBADF:
                return _wrong_use("stdout is closed; there is nowhere to write the answer to.")
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


@contextlib.contextmanager
def _termination_as_interrupt() -> Iterator[list[int]]:
    """Within the block, SIGTERM stops a command like Ctrl-C, whole batches and a sentence included; the list that
    it yields is not empty then."""
    received: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, stop)
    except ValueError:  # only the main thread may
        yield received
        return
    try:
        yield received
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Within the block, garbage is searched for seldom, which takes a report a tenth of its time."""
    before = gc.get_threshold()
    gc.set_threshold(_MANY_OBJECTS)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _forget_output() -> None:
    """What is still to be written goes nowhere: the interpreter's last flush would fail once more."""
    with contextlib.suppress(OSError, ValueError):  # a stdout that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _wrong_use(sentence: str) -> int:
    click.echo("azul: " + " ".join(plain(word) for word in sentence.split()), err=True)
    return WRONG_USE
