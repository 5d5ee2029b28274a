-- Each letter asks whose mailbox it goes to.
CREATE INDEX "earlier_email_email_idx" ON "earlier_email"("email");
