-- Memberships (decision 010): what was bought beside goods, what is owed of it, and what came out and was posted.
-- AlterTable
ALTER TABLE "cart" ADD COLUMN     "donation" JSONB,
ADD COLUMN     "subscription" JSONB;

-- AlterTable
ALTER TABLE "order_line" ADD COLUMN     "choice" JSONB,
ADD COLUMN     "shipping" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "subscription" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "cycle" INTEGER NOT NULL,
    "phase" TEXT NOT NULL,
    "term" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "set_deliverable" TEXT NOT NULL,
    "active_deliverable" TEXT NOT NULL,
    "settings_medium" TEXT NOT NULL,
    "settings_level" TEXT NOT NULL,
    "copies" INTEGER NOT NULL DEFAULT 1,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "cancelled" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("publication_id","owner_id","id")
);

-- CreateTable
CREATE TABLE "issue_token" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "issue" INTEGER,
    "deliverable" TEXT,
    "delivered" TIMESTAMPTZ(3),

    CONSTRAINT "issue_token_pkey" PRIMARY KEY ("publication_id","owner_id","subscription_id","ordinal")
);

-- CreateTable
CREATE TABLE "gift" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "deliverable" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "term" TEXT NOT NULL,
    "redeemed_by" UUID,
    "redeemed" TIMESTAMPTZ(3),

    CONSTRAINT "gift_pkey" PRIMARY KEY ("publication_id","owner_id","id")
);

-- CreateTable
CREATE TABLE "donation" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "process" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "first" TIMESTAMPTZ(3) NOT NULL,
    "paid_period" INTEGER NOT NULL DEFAULT 0,
    "failing" BOOLEAN NOT NULL DEFAULT false,
    "ended" TIMESTAMPTZ(3),
    "customer" TEXT,
    "method" TEXT,

    CONSTRAINT "donation_pkey" PRIMARY KEY ("publication_id","owner_id","id")
);

-- CreateTable
CREATE TABLE "owner_address" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "shipcode" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "address" JSONB NOT NULL,
    "updated" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "owner_address_pkey" PRIMARY KEY ("publication_id","owner_id","shipcode")
);

-- CreateTable
CREATE TABLE "release" (
    "publication_id" TEXT NOT NULL,
    "issue" INTEGER NOT NULL,
    "released" TIMESTAMPTZ(3) NOT NULL,
    "cursor" UUID,
    "completed" TIMESTAMPTZ(3),

    CONSTRAINT "release_pkey" PRIMARY KEY ("publication_id","issue")
);

-- CreateTable
CREATE TABLE "post_list" (
    "publication_id" TEXT NOT NULL,
    "issue" INTEGER NOT NULL,
    "shipcode" TEXT NOT NULL,
    "frozen" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "post_list_pkey" PRIMARY KEY ("publication_id","issue","shipcode")
);

-- CreateTable
CREATE TABLE "post_line" (
    "publication_id" TEXT NOT NULL,
    "issue" INTEGER NOT NULL,
    "shipcode" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "address" JSONB NOT NULL,
    "copies" INTEGER NOT NULL,

    CONSTRAINT "post_line_pkey" PRIMARY KEY ("publication_id","issue","owner_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "subscription_token_key" ON "subscription"("token");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_publication_id_owner_id_cycle_key" ON "subscription"("publication_id", "owner_id", "cycle");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_publication_id_source_key" ON "subscription"("publication_id", "source");

-- CreateIndex
CREATE UNIQUE INDEX "gift_token_key" ON "gift"("token");

-- CreateIndex
CREATE UNIQUE INDEX "gift_publication_id_order_id_ordinal_number_key" ON "gift"("publication_id", "order_id", "ordinal", "number");

-- CreateIndex
CREATE UNIQUE INDEX "donation_token_key" ON "donation"("token");

-- CreateIndex
CREATE UNIQUE INDEX "donation_publication_id_order_id_key" ON "donation"("publication_id", "order_id");

-- AddForeignKey
ALTER TABLE "issue_token" ADD CONSTRAINT "issue_token_publication_id_owner_id_subscription_id_fkey" FOREIGN KEY ("publication_id", "owner_id", "subscription_id") REFERENCES "subscription"("publication_id", "owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_line" ADD CONSTRAINT "post_line_publication_id_issue_shipcode_fkey" FOREIGN KEY ("publication_id", "issue", "shipcode") REFERENCES "post_list"("publication_id", "issue", "shipcode") ON DELETE CASCADE ON UPDATE CASCADE;


-- Rules that the Prisma schema cannot write.

-- Section 9: at most 50 of a good, at most 20 gifts of a kind.
alter table cart_line
  drop constraint cart_line_quantity_in_bounds,
  add constraint cart_line_quantity_in_bounds check (quantity between 1 and case when type = 'gift-subscription' then 20 else 50 end);

alter table order_line add constraint order_line_shipping_is_not_negative check (shipping >= 0);

alter table subscription
  add constraint subscription_is_at_least_one check (cycle >= 1 and copies >= 1),
  add constraint subscription_words_are_known check (
    phase in ('introductory', 'renewal') and term in ('1year', '2year', '3year', 'lifetime') and level in ('low', 'high')
    and set_deliverable in ('digital', 'print-a', 'print-b', 'print-c') and active_deliverable in ('digital', 'print-a', 'print-b', 'print-c')
    and settings_medium in ('print', 'digital') and settings_level in ('low', 'high'));

-- Nobody is given an issue twice, whatever runs in parallel.
create unique index issue_token_one_of_an_issue on issue_token (publication_id, owner_id, issue) where issue is not null;
-- What an owner is owed.
create index issue_token_due on issue_token (publication_id, owner_id, subscription_id, ordinal) where issue is null;
alter table issue_token
  add constraint issue_token_is_delivered_or_not check ((issue is null) = (delivered is null) and (issue is null) = (deliverable is null)),
  add constraint issue_token_deliverable_is_known check (deliverable in ('digital', 'print-a', 'print-b', 'print-c'));

alter table gift
  add constraint gift_is_redeemed_by_somebody check ((redeemed_by is null) = (redeemed is null)),
  add constraint gift_words_are_known check (
    deliverable in ('digital', 'print-a', 'print-b', 'print-c') and level in ('low', 'high') and term in ('1year', '2year', '3year', 'lifetime'));

alter table donation
  add constraint donation_is_at_least_a_dollar check (amount >= 100),
  add constraint donation_process_is_known check (process in ('onetime', 'monthly-init')),
  add constraint donation_period_is_not_negative check (paid_period >= 0);

alter table owner_address add constraint owner_address_shipcode_is_known check (shipcode in ('a', 'b', 'c'));

-- One issue at a time: the next waits until everybody has been given the one before.
create unique index release_one_at_a_time on release (publication_id) where completed is null;

alter table post_list add constraint post_list_shipcode_is_known check (shipcode in ('a', 'b', 'c'));
alter table post_line add constraint post_line_copies_is_positive check (copies >= 1);
