import { pathOf } from '@newsstand/contracts/paths';
import type { ReceiptIssue } from '@newsstand/contracts/receipt';
import type { Deps } from '../publication/deps.ts';
import { receiptDownloadsOf } from './download-link.ts';
import { stillPaid } from './still-paid.ts';
import { notWithdrawn } from '../publication/withdrawn.ts';
import { isOutBy, todayOf } from '../publication/publication-day.ts';

type IssueDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>;
type Row = { token: string; number: number; title: string; slug: string; released: boolean };

/**
 * The issues that were bought as files with the orders of these receipts, by token, with links that are signed for
 * whoever holds it. None for an order that is not paid, or whose money went back: what the bank has not decided counts
 * as gone.
 */
export async function readReceiptIssues(deps: IssueDeps, tokens: readonly string[]): Promise<Map<string, ReceiptIssue[]>> {
  if (tokens.length === 0) return new Map();
  const now = deps.clock();
  const { secret } = deps.config.access;
  const { paths } = deps.publication.cached();
  const rows = await deps.db.$queryRaw<Row[]>`
    select distinct o.receipt_token as token, i.number, i.title, i.slug, coalesce(${isOutBy(todayOf(deps))}, false) as released
    from "order" o
      join order_line l on l.order_id = o.id and l.type = 'digital-issue'
      join issue i on i.publication_id = o.publication_id and i.ref = l.ref and ${notWithdrawn}
    where o.receipt_token = any(${tokens}::text[]) and o.publication_id = ${deps.config.publicationId} and ${stillPaid}
    order by i.number`;
  const issueOf = ({ token, number, title, slug, released }: Row): ReceiptIssue => ({
    number,
    title,
    released,
    url: pathOf(paths, 'issue', slug),
    downloads: released ? receiptDownloadsOf(slug, token, { now, secret }) : [],
  });
  return new Map([...Map.groupBy(rows, ({ token }) => token)].map(([token, issues]) => [token, issues.map(issueOf)]));
}
