import type { ReceiptIssue } from '@newsstand/contracts/receipt';
import type { Deps } from '../deps.ts';
import { receiptDownloadsOf } from '../download/download-link.ts';
import { paidFor } from './paid-for.ts';

type IssueDeps = Pick<Deps, 'db' | 'config' | 'clock'>;
type Row = { number: number; title: string; slug: string; released: boolean };

/**
 * The issues that were bought as files with the order of a receipt, with links that are signed for whoever holds its token. None for an order that
 * is not paid, or whose money went back: what the bank has not decided counts as gone.
 */
export async function readReceiptIssues(deps: IssueDeps, token: string): Promise<ReceiptIssue[]> {
  const now = deps.clock();
  const { secret } = deps.config.access;
  const rows = await deps.db.$queryRaw<Row[]>`
    select distinct i.number, i.title, i.slug, coalesce(i.released <= ${now}, false) as released
    from "order" o
      join order_line l on l.order_id = o.id and l.type = 'digital-issue'
      join issue i on i.publication_id = o.publication_id and i.ref = l.ref and i.slug not like 'withdrawn:%'
    where o.receipt_token = ${token} and o.publication_id = ${deps.config.publicationId} and ${paidFor}
    order by i.number`;
  return rows.map(({ number, title, slug, released }) => ({
    number,
    title,
    released,
    url: `/issue/${slug}`,
    downloads: released ? receiptDownloadsOf(slug, token, { now, secret }) : [],
  }));
}
