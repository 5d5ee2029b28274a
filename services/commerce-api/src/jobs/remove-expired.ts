import { DAY } from '../platform/duration.ts';
import { IDLE, OLD_DEVICE, UNTOUCHED } from '../platform/sessions/session.ts';
import type { Deps } from '../publication/deps.ts';

/**
 * The last letter about a deleted account has the reader's address: it is kept until it is surely sent, and no longer.
 */
const LAST_LETTER = 7 * DAY;

/** An account's cart that nobody came back to. */
const OLD_CART = 200 * DAY;

/** Takes away what has expired. Any replica may do it at any time. */
export async function removeExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await db.rateLimit.deleteMany({ where: { expires: { lt: now } } });
  await db.usedCaptcha.deleteMany({ where: { expires: { lt: now } } });
  await db.ticket.deleteMany({ where: { expires: { lt: now } } });
  await db.knownDevice.deleteMany({ where: { seen: { lt: new Date(now.getTime() - OLD_DEVICE) } } });
  await db.emailChange.deleteMany({ where: { expires: { lt: now } } });
  await db.session.deleteMany({ where: { OR: [{ expires: { lt: now } }, { seen: { lt: new Date(now.getTime() - IDLE) } }] } });
  await db.staffSession.deleteMany({ where: { expires: { lt: now } } });
  await db.outbox.deleteMany({
    where: { kind: { in: ['account-deleted', 'reader-erased'] }, sent: { lt: new Date(now.getTime() - LAST_LETTER) } },
  });
  // A guest's cart goes with the session that leads to it. One that was changed a moment ago may have been read before
  // its session was written.
  await db.$executeRaw`
    delete from cart c where c.updated < ${new Date(now.getTime() - UNTOUCHED)}
      and not exists (select from account a where a.id = c.owner_id)
      and not exists (select from session s where s.owner_id = c.owner_id)
      and not exists (select from session s where s.guest_id = c.owner_id)`;
  await db.cart.deleteMany({ where: { updated: { lt: new Date(now.getTime() - OLD_CART) } } });
}
