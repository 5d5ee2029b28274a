-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "order_state" AS ENUM ('started', 'processing', 'paid', 'fulfilled', 'cancelled');

-- CreateTable
CREATE TABLE "publication" (
    "id" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "ship_prices" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "order_number" INTEGER NOT NULL DEFAULT 0,
    "applied" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "publication_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "good" (
    "publication_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "detail" TEXT,
    "slug" TEXT NOT NULL,
    "image" JSONB NOT NULL,
    "price" INTEGER NOT NULL,
    "stock" INTEGER,
    "on_sale" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "good_pkey" PRIMARY KEY ("publication_id","type","ref")
);

-- CreateTable
CREATE TABLE "product" (
    "publication_id" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "image" JSONB NOT NULL,
    "sizes" JSONB NOT NULL,
    "tags" TEXT[],
    "position" INTEGER NOT NULL,
    "on_sale" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "product_pkey" PRIMARY KEY ("publication_id","ref")
);

-- CreateTable
CREATE TABLE "issue" (
    "publication_id" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "cover" JSONB NOT NULL,
    "released" DATE,

    CONSTRAINT "issue_pkey" PRIMARY KEY ("publication_id","ref")
);

-- CreateTable
CREATE TABLE "session" (
    "token_hash" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "cart" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "coupon" TEXT,
    "updated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cart_pkey" PRIMARY KEY ("publication_id","owner_id")
);

-- CreateTable
CREATE TABLE "cart_line" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cart_line_pkey" PRIMARY KEY ("publication_id","owner_id","type","ref")
);

-- CreateTable
CREATE TABLE "order" (
    "id" UUID NOT NULL,
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "number" TEXT,
    "state" "order_state" NOT NULL DEFAULT 'started',
    "cart_version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "address" JSONB,
    "shipcode" TEXT NOT NULL,
    "goods" INTEGER NOT NULL,
    "shipping" INTEGER NOT NULL,
    "discount" INTEGER NOT NULL,
    "waived" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "intent_id" TEXT,
    "receipt_token" TEXT NOT NULL,
    "failure" TEXT,
    "card" JSONB,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paid" TIMESTAMPTZ(3),

    CONSTRAINT "order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_line" (
    "order_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "detail" TEXT,
    "quantity" INTEGER NOT NULL,
    "price" INTEGER NOT NULL,
    "discount" INTEGER NOT NULL DEFAULT 0,
    "held" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "order_line_pkey" PRIMARY KEY ("order_id","ordinal")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "received" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" UUID NOT NULL,
    "publication_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "used_captcha" (
    "id" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_captcha_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "list_signup" (
    "publication_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "list_signup_pkey" PRIMARY KEY ("publication_id","email","tag")
);

-- CreateIndex
CREATE UNIQUE INDEX "product_publication_id_slug_key" ON "product"("publication_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "issue_publication_id_slug_key" ON "issue"("publication_id", "slug");

-- CreateIndex
CREATE INDEX "session_expires_idx" ON "session"("expires");

-- CreateIndex
CREATE UNIQUE INDEX "order_intent_id_key" ON "order"("intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_receipt_token_key" ON "order"("receipt_token");

-- CreateIndex
CREATE INDEX "order_publication_id_owner_id_created_idx" ON "order"("publication_id", "owner_id", "created");

-- CreateIndex
CREATE INDEX "order_state_updated_idx" ON "order"("state", "updated");

-- CreateIndex
CREATE INDEX "outbox_created_idx" ON "outbox"("created");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_kind_subject_key" ON "outbox"("kind", "subject");

-- CreateIndex
CREATE INDEX "rate_limit_expires_idx" ON "rate_limit"("expires");

-- CreateIndex
CREATE INDEX "used_captcha_expires_idx" ON "used_captcha"("expires");

-- AddForeignKey
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_publication_id_owner_id_fkey" FOREIGN KEY ("publication_id", "owner_id") REFERENCES "cart"("publication_id", "owner_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE CASCADE ON UPDATE CASCADE;


