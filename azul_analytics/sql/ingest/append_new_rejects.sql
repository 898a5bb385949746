-- Appends the rejects of a batch that are not there yet, in the order of the input.
insert into rejects by name
select batch_rejects.*
from batch_rejects
where not exists (
    from rejects
    where rejects.file is not distinct from batch_rejects.file
        and rejects.line is not distinct from batch_rejects.line
        and rejects.log_hash = batch_rejects.log_hash
);
