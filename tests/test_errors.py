"""Errors come back whole from other processes."""

import pickle

import pytest

from azul_analytics.errors import AzulError, DatabaseError, FileError, RulesetError


@pytest.mark.parametrize(
    "error",
    [
        AzulError("No."),
        RulesetError("Two faults.", ("floor: a list", "end: a number")),
        DatabaseError("games.duckdb", "It is locked."),
        FileError("x.pdf", "There is no folder."),
    ],
)
def test_an_error_keeps_its_sentence_and_facts_on_its_way(error: AzulError) -> None:
    arrived = pickle.loads(pickle.dumps(error))
    assert (type(arrived), str(arrived), vars(arrived)) == (type(error), str(error), vars(error))
