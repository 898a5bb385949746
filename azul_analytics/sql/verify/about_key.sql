-- One row per key of about, the needed ones included.
-- Must hold: A key of about stands there once, schema_version and software_version among them.
select key, count(value) as found, count(value) = 1 as holds
from (values ('schema_version'), ('software_version')) as needed (key)
full join about using (key)
group by key
order by key
