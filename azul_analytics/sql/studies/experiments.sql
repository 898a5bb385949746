-- What experiments add to a database; `Database.add_tables` makes it.

-- looks: One row per experiment, pair of rulesets, metric and look.
create table looks (
    experiment     varchar not null,     -- name of the experiment, as in games
    first_ruleset  varchar not null,     -- hash of the ruleset that is compared with, key of rulesets
    second_ruleset varchar not null,     -- hash of the ruleset that is compared, key of rulesets
    metric         varchar not null,     -- what is compared
    blocks         integer not null,     -- pairs of blocks played when it was looked
    used           integer not null,     -- of them: those with a value under both rulesets
    first_mean     double,               -- mean over these blocks under the first ruleset
    second_mean    double,               -- the same under the second
    spread         double,               -- standard deviation of the blocks' differences
    low            double not null,      -- lower end of the interval for the difference, second less first
    high           double not null,      -- its upper end
    error          double not null,      -- chance that the interval misses it at any look
    margin         double not null,      -- largest difference that counts as none
    verdict        varchar not null      -- larger, smaller, equivalent within the margin, the same in every block, undecided
);
