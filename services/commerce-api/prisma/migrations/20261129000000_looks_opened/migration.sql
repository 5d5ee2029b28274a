-- When somebody opened a reader's own page, or an order of theirs, last within the hour; null where they were only on a list that was read. The release before writes none.
alter table staff_look add column opened timestamptz(3);
