-- The new address that a reader asked for, until it is confirmed: at most one, so that a second request replaces the first.
CREATE TABLE "email_change" (
    "account_id" UUID NOT NULL,
    "publication_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "session_id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_change_pkey" PRIMARY KEY ("account_id")
);

CREATE UNIQUE INDEX "email_change_token_hash_key" ON "email_change"("token_hash");
CREATE INDEX "email_change_expires_idx" ON "email_change"("expires");

ALTER TABLE "email_change" ADD CONSTRAINT "email_change_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Each look of staff at a reader's account. No foreign key: the record outlives the account.
CREATE TABLE "admin_view" (
    "id" UUID NOT NULL,
    "publication_id" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "staff" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "opened" TIMESTAMPTZ(3),
    "network" TEXT,
    "agent" TEXT,

    CONSTRAINT "admin_view_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "admin_view_token_hash_key" ON "admin_view"("token_hash");
CREATE INDEX "admin_view_publication_id_account_id_created_idx" ON "admin_view"("publication_id", "account_id", "created");

-- Rules that the Prisma schema cannot write.
alter table email_change add constraint email_change_email_is_normal check (email = lower(email));
alter table ticket
  drop constraint ticket_kind_is_known,
  add constraint ticket_kind_is_known check (kind in ('signin', 'reset', 'oidc', 'handoff', 'delete'));
