"""What can go wrong for a caller, as few kinds; each carries its facts as fields.

Faults of *records* are no exceptions: they are rows of `rejects`. An `AzulError` is wrong use:
the command line prints its sentence in one line and exits with 2.
"""

import copyreg
from typing import Any


class AzulError(Exception):
    """Wrong use or a missing piece of the surroundings. `str(error)` is one whole sentence."""

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is, whatever its constructor takes: errors come back from other processes."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class RulesetError(AzulError):
    """A ruleset is unknown or its file has faults. `faults` lists each one as `key: what is allowed`."""

    def __init__(self, message: str, faults: tuple[str, ...] = ()):
        super().__init__(message)
        self.faults = faults


class DatabaseError(AzulError):
    """A database cannot be used. `path` is the file as given."""

    def __init__(self, path: str, message: str):
        super().__init__(message)
        self.path = path


class FileError(AzulError):
    """A file or folder is missing or cannot be read or written. `path` is the file as given."""

    def __init__(self, path: str, message: str):
        super().__init__(message)
        self.path = path
