import { importStates } from '@newsstand/contracts/desk-imports';
import { DAY, HOUR } from '../platform/duration.ts';
import { IMPORT_KEPT } from '../readers/imports/run-imports.ts';
import type { Deps } from '../publication/deps.ts';
import { removeExpired } from './remove-expired.ts';
import { isOwed, isTokenOf } from '../ledger/terms/owes.ts';

/** The provider repeats an event for three days; letters are kept as long as somebody may ask what became of one. */
const OLD_EVENT = 30 * DAY;
const OLD_LETTER = 90 * DAY;
/**
 * Who was written to of their donations of a year is not written to again, as long as somebody may press that button.
 */
const OLD_YEAR = 800 * DAY;
/** What staff searched for names readers. */
const OLD_SEARCH = 90 * DAY;
/** As long as staff may send a message to the publisher's own systems again. */
const OLD_MESSAGE = 30 * DAY;

/**
 * Takes away what has expired, what the provider will not ask about again, and letters that were sent long ago: they
 * name a reader.
 */
export async function cleanUp(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock().getTime();
  await removeExpired(deps);
  await deps.db.webhookEvent.deleteMany({ where: { processed: { lt: new Date(now - OLD_EVENT) } } });
  await deps.db.staffSearch.deleteMany({ where: { at: { lt: new Date(now - OLD_SEARCH) } } });
  await deps.db.hookMessage.deleteMany({ where: { created: { lt: new Date(now - OLD_MESSAGE) } } });
  // What an import's file says of people, once it can be taken back no more; and one that nobody went on with.
  const old = new Date(now - IMPORT_KEPT);
  // By its rows one is taken back, which goes on past that day.
  await deps.db.importRow.deleteMany({ where: { import: { applied: { lt: old }, state: { not: 'withdrawing' } } } });
  await deps.db.import.deleteMany({ where: { applied: null, state: { in: importStates('asked') }, updated: { lt: old } } });
  await deps.db.import.deleteMany({ where: { state: 'reading', created: { lt: new Date(now - HOUR) } } });
  // Who was told that their subscription ends is not told again, however late its last issue is.
  await deps.db.$executeRaw`
    delete from outbox o where o.sent < ${new Date(now - OLD_LETTER)} and case o.kind
      when 'subscription-ends' then not exists (
      select from issue_token t join subscription s on ${isTokenOf()}
      where t.publication_id = o.publication_id and t.owner_id = (o.payload ->> 'owner')::uuid and t.subscription_id = split_part(o.subject, ':', 1)::uuid
        and ${isOwed} and s.cancelled is null
    ) when 'donation-year' then o.sent < ${new Date(now - OLD_YEAR)} else true end`;
}
