import { invoiceNumber } from '@newsstand/contracts/invoice';
import type { Sql } from '../checkout/sql.ts';
import type { Deps } from '../deps.ts';

type World = Pick<Deps, 'config' | 'publication'>;

/** The numbers of the unpaid invoices that are for an account's own subscription: whoever pays one must find it there. */
export async function owedInvoices(sql: Sql, { config, publication }: World, accountId: string): Promise<string[]> {
  const rows = await sql.$queryRaw<{ number: number }[]>`
    select i.number from invoice i join "order" o on o.id = i.order_id
    where i.publication_id = ${config.publicationId} and i.subscriber_id = ${accountId}::uuid and o.state in ('started', 'processing')
      and exists (select from order_line l where l.order_id = o.id and l.type in ('personal-subscription', 'subscription-upgrade'))
    order by i.number`;
  return rows.map(({ number }) => invoiceNumber(publication.cached().settings.invoice_prefix, number));
}
