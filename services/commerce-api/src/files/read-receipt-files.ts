import type { Receipt } from '@newsstand/contracts/receipt';
import type { Deps } from '../publication/deps.ts';
import { stillPaid } from './still-paid.ts';

type Row = { token: string; ref: string; name: string };
type File = NonNullable<Receipt['files']>[number];

/**
 * The digital products that were bought with the orders of these receipts, by token. Their links name the receipt: they
 * work as long as it is paid for.
 */
export async function readReceiptFiles(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  tokens: readonly string[],
): Promise<Map<string, File[]>> {
  if (tokens.length === 0) return new Map();
  const rows = await db.$queryRaw<Row[]>`
    select o.receipt_token as token, l.ref, l.name from "order" o join order_line l on l.order_id = o.id and l.type = 'digital-product'
    where o.receipt_token = any(${tokens}::text[]) and o.publication_id = ${config.publicationId} and ${stillPaid} order by l.ordinal`;
  const fileOf = ({ token, ref, name }: Row): File => {
    const slug = ref.slice('prd:'.length);
    return { slug, title: name, url: `/api/receipts/${token}/files/${slug}` };
  };
  return new Map([...Map.groupBy(rows, ({ token }) => token)].map(([token, files]) => [token, files.map(fileOf)]));
}
