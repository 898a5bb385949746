"""Records of numbers as plain Python objects, for the rules when they run uncompiled.

A field of a NumPy record takes Python twenty times as long to read as an attribute does. The objects here answer
to the same expressions: `state.bag`, `state.wall[seat]`, `state.line_color[seat, line]`.
"""

from __future__ import annotations

from copy import copy
from types import SimpleNamespace
from typing import Any

import numpy as np


class PlainRecords(list[SimpleNamespace]):
    """The objects; setting one copies another's values into it, as an array of records does."""

    def __setitem__(self, number: Any, other: Any) -> None:
        vars(self[number]).update({name: copy(value) for name, value in vars(other).items()})


def as_plain(records: np.ndarray[Any, Any]) -> PlainRecords:
    """Each record as an object of ints, lists (one axis) and dicts by index pairs (two axes)."""
    assert records.dtype.names is not None
    return PlainRecords(
        SimpleNamespace(**{name: _value(np.asarray(record[name])) for name in records.dtype.names})
        for record in records.view(np.ndarray)
    )


def _value(field: np.ndarray[Any, Any]) -> Any:
    if field.ndim < 2:
        return field.tolist()
    return {index: value.item() for index, value in np.ndenumerate(field)}


def from_plain(objects: list[SimpleNamespace], records: np.ndarray[Any, Any]) -> None:
    """Writes the objects back into the records that they were made from."""
    assert records.dtype.names is not None
    for number, one in enumerate(objects):
        for name in records.dtype.names:
            value = getattr(one, name)
            if isinstance(value, dict):
                value = np.array(list(value.values())).reshape(records[name].shape[1:])
            records[name][number] = value
