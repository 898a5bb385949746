-- One row: how many games are selected, how many there are, rejects, the latest game, and the fingerprint of the data.
-- rescored: games that `azul rescore` judged under other rules than they were played by; their meta says so.
-- fingerprint: SHA-256, lower hex, of games.log_hash of the selected games, sorted, a line feed between them.
select
    count(*)::bigint as games,
    count(*) filter (where finished)::bigint as finished,
    count(*) filter (where kind <> 'recorded')::bigint as simulated,
    count(*) filter (where json_valid(meta) and json_exists(meta, '$.rescored'))::bigint as rescored,
    (select count(*) from games) as stored,
    (select count(*) from rejects)::bigint as rejects,
    epoch(max(played_at))::bigint as latest,
    sha256(coalesce(string_agg(log_hash, chr(10) order by log_hash), '')) as fingerprint,
    (select any_value(value) from about where key = 'schema_version') as schema_version,
    (select any_value(value) from about where key = 'software_version') as software_version
from games
join games_in_question using (game_id)
order by all
