import type { Deps } from '../deps.ts';
import { DAY } from '../duration.ts';

/** The last letter about a deleted account has the reader's address: it is kept until it is surely sent, and no longer. */
const LAST_LETTER = 7 * DAY;

/** A guest's cart that nobody came back to goes with its session. */
const OLD_CART = 200 * DAY;

/** A browser that did not log in for this long is a new one when it does; its cookie lasts as long. */
export const OLD_DEVICE = 365 * DAY;

/** Takes away what has expired. Any replica may do it at any time. */
export async function prune({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await db.rateLimit.deleteMany({ where: { expires: { lt: now } } });
  await db.usedCaptcha.deleteMany({ where: { expires: { lt: now } } });
  await db.ticket.deleteMany({ where: { expires: { lt: now } } });
  await db.knownDevice.deleteMany({ where: { seen: { lt: new Date(now.getTime() - OLD_DEVICE) } } });
  await db.emailChange.deleteMany({ where: { expires: { lt: now } } });
  await db.session.deleteMany({ where: { expires: { lt: now } } });
  await db.outbox.deleteMany({ where: { kind: 'account-deleted', sent: { lt: new Date(now.getTime() - LAST_LETTER) } } });
  await db.cart.deleteMany({ where: { updated: { lt: new Date(now.getTime() - OLD_CART) } } });
}
