import type { Receipt } from '@newsstand/contracts/receipt';
import type { Deps } from '../deps.ts';
import { paidFor } from './paid-for.ts';

/** The digital products that were bought with the order of a receipt. Their links name the receipt: they work as long as it is paid for. */
export async function readReceiptFiles({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<NonNullable<Receipt['files']>> {
  const rows = await db.$queryRaw<{ ref: string; name: string }[]>`
    select l.ref, l.name from "order" o join order_line l on l.order_id = o.id and l.type = 'digital-product'
    where o.receipt_token = ${token} and o.publication_id = ${config.publicationId} and ${paidFor} order by l.ordinal`;
  return rows.map(({ ref, name }) => {
    const slug = ref.slice('prd:'.length);
    return { slug, title: name, url: `/api/receipts/${token}/files/${slug}` };
  });
}
