-- What is charged without the reader's doing (decision 010): the renewal of a subscription's next cycle, a month of a donation, and every attempt at it.
-- CreateTable
CREATE TABLE "charge" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" UUID NOT NULL,
    "cycle" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "choice" JSONB NOT NULL,
    "remind" TIMESTAMPTZ(3) NOT NULL,
    "due" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "why" TEXT,
    "next_attempt" TIMESTAMPTZ(3),

    CONSTRAINT "charge_pkey" PRIMARY KEY ("publication_id","owner_id","kind","subject","cycle")
);

-- CreateTable
CREATE TABLE "charge_attempt" (
    "publication_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" UUID NOT NULL,
    "cycle" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "customer" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "started" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "intent_id" TEXT,
    "advice" TEXT,

    CONSTRAINT "charge_attempt_pkey" PRIMARY KEY ("publication_id","owner_id","kind","subject","cycle","attempt")
);

-- CreateIndex
CREATE UNIQUE INDEX "charge_token_key" ON "charge"("token");

-- CreateIndex
CREATE UNIQUE INDEX "charge_attempt_intent_id_key" ON "charge_attempt"("intent_id");

-- AddForeignKey
ALTER TABLE "charge_attempt" ADD CONSTRAINT "charge_attempt_publication_id_owner_id_kind_subject_cycle_fkey" FOREIGN KEY ("publication_id", "owner_id", "kind", "subject", "cycle") REFERENCES "charge"("publication_id", "owner_id", "kind", "subject", "cycle") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that the Prisma schema cannot write.
alter table charge
  add constraint charge_words_are_known check (kind in ('renewal', 'donation') and state in ('open', 'paid', 'stopped')),
  add constraint charge_amount_is_not_negative check (amount >= 0),
  add constraint charge_cycle_is_positive check (cycle >= 1),
  -- An open charge always comes up again, and one that ended without its money says why.
  add constraint charge_that_is_open_comes_up check ((state = 'open') = (next_attempt is not null)),
  add constraint charge_that_stopped_says_why check ((state = 'stopped') = (why is not null));
alter table charge_attempt
  add constraint charge_attempt_counts_from_one check (attempt >= 1),
  add constraint charge_attempt_outcome_is_known check (outcome in ('started', 'paid', 'processing', 'declined', 'stop', 'authentication-required'));

-- What the calendar looks for.
create index charge_comes_up on charge (publication_id, next_attempt) where state = 'open';
-- One attempt at a time, and one that is paid.
create unique index charge_attempt_once on charge_attempt (publication_id, owner_id, kind, subject, cycle) where outcome in ('started', 'processing', 'paid');
-- What a reader was asked to authenticate, and whose charge may have ended since.
create index charge_attempt_waiting on charge_attempt (publication_id, started) where outcome = 'authentication-required';
