-- One row per game with a record, round and draft of turns or of the record.
-- Must hold: source, color, destination and seconds of a draft are what the record says.
with said as (
    select game_id, from_json(record -> '$.rounds', '[{"drafts":"VARCHAR","seconds":["DOUBLE"]}]') as rounds
    from records
    where json_valid(record)
), played as (
    select
        game_id, generate_subscripts(rounds, 1) as round, unnest(rounds, recursive := true)
    from said
), drafts as (
    select
        game_id, round, generate_subscripts(string_split(drafts, ' '), 1) as turn_in_round,
        unnest(string_split(drafts, ' ')) as draft, seconds
    from played
    where drafts <> ''
), known as (
    select game_id, turn, round, turn_in_round, source, color, destination, seconds
    from turns
    semi join records using (game_id)
)
select
    game_id, round, turn_in_round, source, color, destination, draft, known.seconds,
    drafts.seconds[turn_in_round] as said_seconds,
    coalesce(
        draft = case source when 0 then 'C' else source::varchar end
                || substr('BYRKTGP', enum_code(color) + 1, 1)
                || case destination when 0 then 'F' else destination::varchar end
        and known.seconds is not distinct from drafts.seconds[turn_in_round],
        false
    ) as holds
from known
full join drafts using (game_id, round, turn_in_round)
order by game_id, round, turn_in_round
