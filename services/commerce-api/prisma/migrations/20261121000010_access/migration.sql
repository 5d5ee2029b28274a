-- Who logs in: accounts, their identities at providers, the browsers they use, and every secret that works once.

ALTER TABLE "session" ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN "account_id" UUID,
ADD COLUMN "entity_id" TEXT,
ADD COLUMN "guest_id" UUID,
ADD COLUMN "method" TEXT NOT NULL DEFAULT 'guest',
ADD COLUMN "agent" TEXT NOT NULL DEFAULT '';

CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "publication_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "verified" TIMESTAMPTZ(3),
    "email_failing" TIMESTAMPTZ(3),
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "identity" (
    "publication_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identity_pkey" PRIMARY KEY ("publication_id","issuer","subject")
);

CREATE TABLE "known_device" (
    "account_id" UUID NOT NULL,
    "device_hash" TEXT NOT NULL,
    "seen" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_device_pkey" PRIMARY KEY ("account_id","device_hash")
);

CREATE TABLE "ticket" (
    "token_hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "account_id" UUID,
    "email" TEXT,
    "data" JSONB NOT NULL DEFAULT '{}',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "consumed" TIMESTAMPTZ(3),

    CONSTRAINT "ticket_pkey" PRIMARY KEY ("token_hash")
);

CREATE UNIQUE INDEX "account_publication_id_email_key" ON "account"("publication_id", "email");
CREATE INDEX "identity_account_id_idx" ON "identity"("account_id");
CREATE INDEX "ticket_email_kind_idx" ON "ticket"("email", "kind");
CREATE INDEX "ticket_account_id_idx" ON "ticket"("account_id");
CREATE INDEX "ticket_expires_idx" ON "ticket"("expires");
CREATE UNIQUE INDEX "session_id_key" ON "session"("id");
CREATE INDEX "session_account_id_idx" ON "session"("account_id");

ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "identity" ADD CONSTRAINT "identity_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that the Prisma schema cannot write.
alter table session
  add constraint session_owner_is_its_account check (account_id is null or account_id = owner_id),
  add constraint session_is_one_reader check (account_id is null or entity_id is null);
alter table ticket
  add constraint ticket_kind_is_known check (kind in ('signin', 'reset', 'oidc', 'handoff')),
  add constraint ticket_attempts_in_bounds check (attempts between 0 and 5);
-- One spelling of an address: nobody has two accounts by typing capitals.
alter table account add constraint account_email_is_normal check (email = lower(email));
