-- How often coupons were used, and how often they may be (decision 010).
CREATE TABLE "coupon_count" (
    "publication_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,
    "most" INTEGER,

    CONSTRAINT "coupon_count_pkey" PRIMARY KEY ("publication_id","code")
);

CREATE TABLE "coupon_use" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "coupon_use_pkey" PRIMARY KEY ("publication_id","owner_id","code","order_id","ordinal")
);

CREATE UNIQUE INDEX "coupon_use_publication_id_order_id_ordinal_key" ON "coupon_use"("publication_id", "order_id", "ordinal");

-- Rules that the Prisma schema cannot write.
alter table coupon_count add constraint coupon_count_is_within_its_limit check (used >= 0 and (most is null or used <= most));
alter table coupon_use add constraint coupon_use_is_at_least_one check (quantity >= 1);
