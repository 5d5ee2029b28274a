-- A gift that is sent directly to its recipient: the purchaser said to whom, and where.
ALTER TABLE "gift" ADD COLUMN "recipient_name" TEXT,
ADD COLUMN "recipient_address" JSONB;

ALTER TABLE "order" ADD COLUMN "recipient" JSONB;

alter table gift add constraint gift_recipient_has_name_and_address check ((recipient_name is null) = (recipient_address is null));
