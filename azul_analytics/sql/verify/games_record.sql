-- One row per game with a record, and column of games that a record gives.
-- Must hold: What games says of a game is what its record says: source, id, player_count, opening_seat, rounds,
-- ended_by where it is claimed, experiment, block, deal_seed, played_at and meta. No record says, and nothing
-- proves: log_line, log_file (but that a source may be its name), and by which ruleset it was asked to judge.
--
-- Without a source of its own a record has its file's name without endings. A time that DuckDB cannot read
-- (ISO 8601 has more ways to write one) is only known to be there.
with said as (
    select
        games.*, record::json as record,
        make_timestamp(epoch_us(try_cast(record ->> '$.played_at' as timestamptz))) as said_played_at,
        regexp_extract(log_file, '(?is)(\.*[^./][^/]*?)(\.(jsonl|json|gz|zst))*$', 1) as file_name
    from games
    join records using (game_id)
    where json_valid(record)
), compared as (
    select game_id, unnest([
        {'column': 'source', 'found': source,
         'expected': coalesce(nullif(record ->> '$.source', ''), file_name, 'memory')},
        {'column': 'id', 'found': id, 'expected': record ->> '$.id'},
        {'column': 'player_count', 'found': player_count::varchar,
         'expected': json_array_length(record, '$.players')::varchar},
        {'column': 'opening_seat', 'found': opening_seat::varchar, 'expected': record ->> '$.opening_seat'},
        {'column': 'rounds', 'found': rounds::varchar, 'expected': json_array_length(record, '$.rounds')::varchar},
        {'column': 'ended_by', 'found': ended_by,
         'expected': coalesce(record ->> '$.result.ended_by', ended_by)},
        {'column': 'detail', 'found': detail, 'expected': 'drafts'},
        {'column': 'experiment', 'found': experiment, 'expected': record ->> '$.experiment'},
        {'column': 'block', 'found': block, 'expected': record ->> '$.block'},
        {'column': 'deal_seed', 'found': deal_seed, 'expected': record ->> '$.deal_seed'},
        {'column': 'played_at', 'found': make_timestamp(epoch_us(played_at))::varchar,
         'expected': case when record ->> '$.played_at' is not null
                     then coalesce(said_played_at::varchar, make_timestamp(epoch_us(played_at))::varchar, record ->> '$.played_at') end},
        {'column': 'meta', 'found': case when json_valid(meta) then json(meta)::varchar else meta end,
         'expected': (record -> '$.meta')::varchar}
    ], recursive := true)
    from said
)
select game_id, "column", found, expected, found is not distinct from expected as holds
from compared
order by game_id, "column"
