"""Records judged and stored in a database, for tests of what reads them there."""

from __future__ import annotations

from azul_records import two_rounds
from oracle import POLICIES, played
from own_rulesets import OWN

from azul_analytics.database import Database
from azul_analytics.ingest import append
from azul_analytics.records import GameRecord, Result
from azul_analytics.replayer import replay_batch
from azul_analytics.rules.ruleset import load_ruleset


def store(database: Database, *records: GameRecord) -> None:
    """Stores records, of which none may be refused; rulesets of own_rulesets.py are known."""
    replayed = replay_batch(records, OWN, {})
    assert replayed.tables["rejects"].to_pylist() == []
    append(database, replayed)


def games_of_all_kinds() -> list[GameRecord]:
    """Whole games and stopped ones of seven rulesets, claims included, one of them before its first draft."""
    rulesets = [load_ruleset("standard"), load_ruleset("crystal_1"), *OWN.values()]
    records = []
    for number, ruleset in enumerate(rulesets):
        players = max(ruleset.factories)
        policy = POLICIES[number % len(POLICIES)]
        whole = played(ruleset, players, number, policy, most_rounds=4, most_turns=28)
        cut = played(ruleset, min(ruleset.factories), number, most_turns=5 + number)
        records += [whole.record(f"{ruleset.name}-whole"), cut.record(f"{ruleset.name}-cut")]
    dealt = two_rounds()
    dealt.id, dealt.result, dealt.rounds = "dealt", Result(ended_by="conceded"), dealt.rounds[:1]
    dealt.rounds[0].drafts, dealt.rounds[0].seats, dealt.rounds[0].seconds = "", "", []
    none = two_rounds()
    none.id, none.result, none.rounds = "none", Result(ended_by="abandoned"), []
    return [*records, two_rounds(), dealt, none]
