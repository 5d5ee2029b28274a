-- Each refund by itself, with what became of it, and what it stopped: until the reader switches it on again, the account and the receipt say so.
-- What was noted before was the sum of a charge's refunds under the charge's id; the next word of that charge replaces it by its refunds.

-- AlterTable
ALTER TABLE "account" ADD COLUMN     "autorenew_stopped_by" UUID;

-- AlterTable
ALTER TABLE "donation" ADD COLUMN     "ended_by" UUID;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_autorenew_stopped_by_fkey" FOREIGN KEY ("autorenew_stopped_by") REFERENCES "order"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "donation" ADD CONSTRAINT "donation_ended_by_fkey" FOREIGN KEY ("ended_by") REFERENCES "order"("id") ON DELETE SET NULL ON UPDATE CASCADE;

alter table money_back
  drop constraint money_back_state_is_known,
  add constraint money_back_state_is_known check (state in ('open', 'lost', 'won', 'pending', 'refunded', 'failed'));
-- Whatever switches autorenew on takes the note away: no caller can forget it.
alter table account
  add constraint account_autorenew_is_on_or_stopped check (autorenew_since is null or autorenew_stopped_by is null);
alter table donation
  add constraint donation_ended_by_ended_it check (ended_by is null or ended is not null);
create index account_autorenew_stopped_by on account (autorenew_stopped_by) where autorenew_stopped_by is not null;
create index donation_ended_by on donation (ended_by) where ended_by is not null;
