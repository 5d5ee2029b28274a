import type { Prisma } from '../../generated/prisma/client.ts';
import { notWithdrawn } from './withdrawn.ts';
import { isOutBy } from './publication-day.ts';

/** `today`: the publication's day. */
type Told = { publicationId: string; today: string };

/**
 * Puts an issue on sale that a plan of the desk's brings out before the day of its files: it has come out today. One
 * whose day has come stays as it is.
 */
export async function putOut(tx: Prisma.TransactionClient, { publicationId, number, today }: Told & { number: number }): Promise<void> {
  await tx.$executeRaw`
    update issue i set released = ${today}::date, put_out = ${today}::date
    where i.publication_id = ${publicationId} and i.number = ${number}::int and ${notWithdrawn} and (i.released is null or i.released > ${today}::date)`;
}

/** What has come out is sold, printed and digital: by the day of its files, or since the desk put it out. */
export async function sellIssues(tx: Prisma.TransactionClient, { publicationId, today }: Told): Promise<void> {
  await tx.$executeRaw`
    update good g set on_sale = true from issue i
    where g.publication_id = ${publicationId} and g.type in ('print-issue', 'digital-issue') and not g.on_sale
      and i.publication_id = g.publication_id and i.ref = g.ref and ${notWithdrawn} and ${isOutBy(today)}`;
}
