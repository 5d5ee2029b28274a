-- The addresses that an account had before: what was written to them is the reader's too, and goes with the account.

-- CreateTable
CREATE TABLE "earlier_email" (
    "account_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "earlier_email_pkey" PRIMARY KEY ("account_id","email")
);

-- AddForeignKey
ALTER TABLE "earlier_email" ADD CONSTRAINT "earlier_email_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Both addresses were told of each change.
insert into earlier_email (account_id, email, until)
select a.id, o.recipient, max(o.created)
from outbox o join account a on a.publication_id = o.publication_id and a.email = o.payload ->> 'email'
where o.kind = 'email-changed' and o.recipient <> a.email
group by a.id, o.recipient;
