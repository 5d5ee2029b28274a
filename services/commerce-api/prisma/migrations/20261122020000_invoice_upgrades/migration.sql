-- An invoice upgrades every subscription of its reader; its file is written once; its giftees are written to.

-- DropIndex
DROP INDEX "subscription_change_publication_id_order_id_key";

-- AlterTable
ALTER TABLE "invoice" ADD COLUMN "reference" TEXT;

-- AlterTable
ALTER TABLE "order_giftee" ADD COLUMN "email" TEXT;

-- CreateIndex
CREATE INDEX "invoice_publication_id_reference_idx" ON "invoice"("publication_id", "reference");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_change_publication_id_order_id_subscription_id_key" ON "subscription_change"("publication_id", "order_id", "subscription_id");
