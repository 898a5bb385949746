-- One row per game with a record, and column of games that a record gives.
-- Must hold: What games says of a game is what its record says: source, id, player_count, opening_seat, rounds,
-- ended_by where it is claimed, experiment, block, deal_seed, played_at and meta. No record says, and nothing
-- proves: log_line, log_file (but that a source may be its name), and by which ruleset it was asked to judge.
--
-- Without a source of its own a record has its file's name without endings. A time that DuckDB cannot read
-- (ISO 8601 has more ways to write one) is only known to be there.
with read as (
    select
        games.*,
        from_json(record, '{
            "source": "VARCHAR", "id": "VARCHAR", "players": ["JSON"], "opening_seat": "VARCHAR", "rounds": ["JSON"],
            "result": {"ended_by": "VARCHAR"}, "experiment": "VARCHAR", "block": "VARCHAR", "deal_seed": "VARCHAR",
            "played_at": "VARCHAR", "meta": "JSON"
        }') as said,
        make_timestamp(epoch_us(try_cast(said['played_at'] as timestamptz))) as said_played_at,
        regexp_extract(log_file, '(?is)(\.*[^./][^/]*?)(\.(jsonl|json|gz|zst))*$', 1) as file_name
    from games
    join records using (game_id)
    where json_valid(record)
), compared as (
    select game_id, unnest([
        {'column': 'source', 'found': source,
         'expected': coalesce(nullif(said.source, ''), file_name, 'memory')},
        {'column': 'id', 'found': id, 'expected': said.id},
        {'column': 'player_count', 'found': player_count::varchar,
         'expected': len(said.players)::varchar},
        {'column': 'opening_seat', 'found': opening_seat::varchar, 'expected': said.opening_seat},
        {'column': 'rounds', 'found': rounds::varchar, 'expected': len(said.rounds)::varchar},
        {'column': 'ended_by', 'found': ended_by,
         'expected': coalesce(said.result.ended_by, ended_by)},
        {'column': 'detail', 'found': detail, 'expected': 'drafts'},
        {'column': 'experiment', 'found': experiment, 'expected': said.experiment},
        {'column': 'block', 'found': block, 'expected': said.block},
        {'column': 'deal_seed', 'found': deal_seed, 'expected': said.deal_seed},
        {'column': 'played_at', 'found': make_timestamp(epoch_us(played_at))::varchar,
         'expected': case when said.played_at is not null
                     then coalesce(said_played_at::varchar, make_timestamp(epoch_us(played_at))::varchar, said.played_at) end},
        {'column': 'meta', 'found': case when json_valid(meta) then json(meta)::varchar else meta end,
         'expected': said.meta::varchar}
    ], recursive := true)
    from read
)
select game_id, "column", found, expected, found is not distinct from expected as holds
from compared
order by game_id, "column"
