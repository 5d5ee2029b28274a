-- Invoices (decision 010): an order that staff write, which waits for its payment as long as need be.
ALTER TABLE "publication" ADD COLUMN "invoice_number" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "invoice" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "term" INTEGER NOT NULL,
    "due_date" DATE NOT NULL,
    "billed_to" TEXT NOT NULL,
    "email_to" TEXT,
    "accepted_payments" TEXT NOT NULL,
    "subscriber_id" UUID,
    "paid" TIMESTAMPTZ(3),

    CONSTRAINT "invoice_pkey" PRIMARY KEY ("publication_id","owner_id","id")
);

-- CreateTable
CREATE TABLE "invoice_payment" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "received" DATE NOT NULL,
    "reference" TEXT,
    "recorded_by" TEXT,

    CONSTRAINT "invoice_payment_pkey" PRIMARY KEY ("publication_id","owner_id","id")
);

-- CreateTable
CREATE TABLE "order_giftee" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "address" JSONB,
    "lines" JSONB NOT NULL,

    CONSTRAINT "order_giftee_pkey" PRIMARY KEY ("publication_id","owner_id","order_id","ordinal")
);

-- CreateIndex
CREATE UNIQUE INDEX "invoice_token_key" ON "invoice"("token");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_order_id_key" ON "invoice"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_publication_id_number_key" ON "invoice"("publication_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_payment_publication_id_invoice_id_key" ON "invoice_payment"("publication_id", "invoice_id");

-- CreateIndex
CREATE INDEX "order_giftee_order_id_idx" ON "order_giftee"("order_id");

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_giftee" ADD CONSTRAINT "order_giftee_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that the Prisma schema cannot write.
alter table invoice
  add constraint invoice_number_is_counted check (number >= 1),
  add constraint invoice_term_is_days check (term between 0 and 365),
  add constraint invoice_accepted_payments_are_known check (accepted_payments in ('any', 'check-or-wire-only'));
alter table invoice_payment
  add constraint invoice_payment_method_is_known check (method in ('card', 'check', 'wire')),
  add constraint invoice_payment_amount_is_not_negative check (amount >= 0);
