-- Means of payment on record: who the card provider knows a reader as, what may be shown of it, and what may be charged again.
ALTER TABLE "account" ADD COLUMN "customer" TEXT,
ADD COLUMN "method" TEXT,
ADD COLUMN "payment" JSONB,
ADD COLUMN "autorenew_since" TIMESTAMPTZ(3);

CREATE UNIQUE INDEX "account_customer_key" ON "account"("customer");

ALTER TABLE "order" ADD COLUMN "save_card" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "autorenew" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "donation" ADD COLUMN "payment" JSONB;

ALTER TABLE "gift" ADD COLUMN "held_by" UUID;
CREATE INDEX "gift_held_by_idx" ON "gift"("held_by");

-- What became of a subscription that was changed half-way.
CREATE TABLE "subscription_change" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "from" JSONB NOT NULL,
    "to" JSONB NOT NULL,
    "paid" BOOLEAN NOT NULL,
    "order_id" UUID,
    "created" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscription_change_pkey" PRIMARY KEY ("publication_id","owner_id","id")
);

-- A paid upgrade takes effect once.
CREATE UNIQUE INDEX "subscription_change_publication_id_order_id_key" ON "subscription_change"("publication_id", "order_id");
CREATE INDEX "subscription_change_publication_id_owner_id_subscription_id_idx" ON "subscription_change"("publication_id", "owner_id", "subscription_id", "created");

-- Rules that the Prisma schema cannot write.
alter table account
  add constraint account_method_is_the_customers check (method is null or customer is not null),
  add constraint account_payment_is_of_its_method check ((method is null) = (payment is null)),
  -- Nothing renews by itself without something to charge.
  add constraint account_autorenew_needs_a_method check (autorenew_since is null or method is not null);
alter table "order" add constraint order_autorenew_saves_its_card check (save_card or not autorenew);
alter table gift add constraint gift_is_held_or_redeemed check (held_by is null or redeemed_by is null);
alter table subscription_change add constraint subscription_change_paid_names_its_order check (paid = (order_id is not null));
