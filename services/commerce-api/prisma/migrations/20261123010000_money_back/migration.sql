-- Money that had arrived and went back: a bank took it, or staff refunded it. What staff or a bank did, by the provider's own ids.

-- CreateTable
CREATE TABLE "money_back" (
    "id" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "reason" TEXT,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "updated" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "money_back_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "money_back_order_id_idx" ON "money_back"("order_id");

-- AddForeignKey
ALTER TABLE "money_back" ADD CONSTRAINT "money_back_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

alter table money_back
  add constraint money_back_state_is_known check (state in ('open', 'lost', 'won', 'refunded')),
  add constraint money_back_amount_is_money check (amount > 0);
