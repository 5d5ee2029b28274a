-- The hash of the files that were applied last: the same files need not be applied again.
ALTER TABLE "publication" ADD COLUMN "files" TEXT;

-- What came out before releases were noted is given to nobody any more: a subscription begins with the next issue (decision 010).
insert into release (publication_id, issue, released, completed)
select publication_id, number, released::timestamptz, now() from issue where released <= current_date
on conflict (publication_id, issue) do nothing;
