-- Readers who are there already keep their sessions and carts as long as before.
ALTER TABLE "session" ADD COLUMN "touched" BOOLEAN NOT NULL DEFAULT true;

-- A gift is named by its deliverable, level, term and coupon. What is longer was never a coupon of anybody's, and nothing shows it any more.
DELETE FROM "cart_line" WHERE length("ref") > 120;
UPDATE "cart" SET "subscription" = "subscription" || '{"coupon": null}' WHERE length("subscription" ->> 'coupon') > 40;
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_ref_is_bounded" CHECK (length("ref") <= 120);
