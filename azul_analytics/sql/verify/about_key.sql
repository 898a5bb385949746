-- One row per key of about, the needed ones included.
-- Must hold: A key of about stands there once, schema_version and software_version among them, whose values are
-- a whole number and a version; that of macros is a hash.
select
    key, count(value) as found, any_value(value) as value,
    count(value) = 1
    and case key
        when 'schema_version' then regexp_full_match(any_value(value), '[0-9]+')
        when 'software_version'
        then regexp_full_match(any_value(value), '[0-9]+(\.[0-9]+)*((a|b|rc)[0-9]+)?(\.(post|dev)[0-9]+)*(\+[a-z0-9.]+)?')
        when 'macros' then regexp_full_match(any_value(value), '[0-9a-f]{64}')
        else true
    end as holds
from (values ('schema_version'), ('software_version')) as needed (key)
full join about using (key)
group by key
order by key
