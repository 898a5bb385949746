-- One row per reject.
-- Must hold: A reject has a code of docs/log-format.md, the place in the game that its code has (none, a round, or
-- a draft by round, turn and seat), a sentence, a line only of a file, and a hash. No record of it is stored:
-- whether these are the right ones is not proved.
select
    file, line, code, round, turn, seat, log_hash,
    case
        when code in (
            'bad-json', 'unknown-format', 'bad-field', 'unknown-ruleset', 'unsupported-option', 'result-mismatch',
            'duplicate-game'
        ) then round is null and turn is null and seat is null
        when code in ('deal-factories', 'deal-tiles', 'bag-mismatch', 'round-unfinished', 'game-over', 'game-unfinished')
        then turn is null and seat is null
        when code in ('marker-mismatch', 'tiling-missing', 'tiling-illegal', 'tiling-mismatch', 'score-mismatch')
        then round >= 1 and turn is null and seat >= 0
        when code in ('round-over', 'wrong-seat', 'empty-source', 'line-color', 'line-full', 'wall-color')
        then coalesce(round >= 1 and turn >= 1 and seat >= 0, false)
        else false
    end
    and length(trim(message)) > 0
    and (file is null or file <> '')
    and (line is null or (line >= 1 and file is not null))
    and (game_id is null or game_id like '_%/_%')
    and regexp_full_match(log_hash, '[0-9a-f]{64}') as holds
from rejects
order by file, line
