-- One row per file and line of rejects.
-- Must hold: A line of a file is rejected once.
select file, line, count(*) as found, count(*) = 1 as holds
from rejects
group by file, line
order by file, line
