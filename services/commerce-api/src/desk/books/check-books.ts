import { BookRule, type DeskBooks } from '@newsstand/contracts/desk-books';
import * as v from 'valibot';
import type { Deps } from '../../publication/deps.ts';
import { findDifferences } from './book-rules.ts';

type BookDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/**
 * Looks whether the books add up, and keeps what does not for Today, since when it was first found. It changes nothing
 * else: what made a difference is looked for by people. Answers how many there are.
 */
export async function checkBooks({ db, clock, config }: BookDeps): Promise<number> {
  const { publicationId } = config;
  return db.$transaction(
    async (tx) => {
      const now = clock();
      const found = await findDifferences(tx, publicationId);
      const before = await tx.bookDifference.findMany({ where: { publicationId } });
      const since = new Map(before.map((one) => [`${one.rule} ${one.subject}`, one.found]));
      await tx.bookDifference.deleteMany({ where: { publicationId } });
      await tx.bookDifference.createMany({
        data: found.map(({ order, owner, ...one }) => ({
          publicationId,
          ...one,
          orderNumber: order,
          ownerId: owner,
          found: since.get(`${one.rule} ${one.subject}`) ?? now,
        })),
      });
      await tx.bookCheck.upsert({ where: { publicationId }, create: { publicationId, checked: now }, update: { checked: now } });
      return found.length;
    },
    // All books are one moment's.
    { isolationLevel: 'RepeatableRead', timeout: 120_000 },
  );
}

/** What did not add up when the books were looked at last, the oldest first. */
export async function readBooks({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<DeskBooks> {
  const { publicationId } = config;
  const last = await db.bookCheck.findUnique({ where: { publicationId } });
  const rows = await db.bookDifference.findMany({
    where: { publicationId },
    orderBy: [{ found: 'asc' }, { rule: 'asc' }, { subject: 'asc' }],
    take: 500,
  });
  return {
    checked: last && last.checked.toISOString(),
    differences: rows.map(({ rule, subject, detail, orderNumber, ownerId, found }) => ({
      rule: v.parse(BookRule, rule),
      subject,
      detail,
      order: orderNumber,
      owner: ownerId,
      found: found.toISOString(),
    })),
  };
}
