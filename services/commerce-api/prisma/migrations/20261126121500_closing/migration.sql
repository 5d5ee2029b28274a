-- A month as it was handed to the bookkeeper. What its numbers are later is shown beside these, and never takes their place.
CREATE TABLE "closing" (
  "publication_id" TEXT NOT NULL,
  "month" TEXT NOT NULL,
  "figures" JSONB NOT NULL,
  "action" UUID NOT NULL,
  "closed" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "closing_pkey" PRIMARY KEY ("publication_id", "month"),
  CONSTRAINT "closing_month_check" CHECK ("month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
CREATE UNIQUE INDEX "closing_action_key" ON "closing" ("action");
