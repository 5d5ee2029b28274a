-- When a letter was handed to the job queue; null until then.
ALTER TABLE "outbox" ADD COLUMN "queued" TIMESTAMPTZ(3);

-- The relay asks every second, and nearly always for nothing.
create index outbox_waiting on outbox (created) where queued is null;
