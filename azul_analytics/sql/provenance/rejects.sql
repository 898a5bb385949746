-- One row per code of refused records.
select
    code,
    count(*)::bigint as records,
    count(distinct file)::bigint as files
from rejects
group by code
order by records desc, code
