-- A letter that came back after the mail server had taken it.
ALTER TABLE "outbox" ADD COLUMN "bounced" TIMESTAMPTZ(3);

-- Rules that the Prisma schema cannot write.
create index outbox_bounced on outbox (publication_id, recipient, bounced) where bounced is not null;
