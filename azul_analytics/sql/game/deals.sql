-- One row per factory of each deal of the game: its tiles as letters.
select
    round, factory,
    repeat('B', blue) || repeat('Y', yellow) || repeat('R', red) || repeat('K', black) || repeat('T', turquoise)
        || repeat('G', green) || repeat('P', purple) as tiles
from deals
where game_id = $game
order by round, factory
