import type { PaymentInfo } from '@newsstand/contracts/payment-info';
import type { Agreed, Receipt } from '@newsstand/contracts/receipt';
import { readRenewalCharges } from '../ledger/planned-charges/renewal-charge.ts';
import { readSnapshot } from '../payments/provider/payment-snapshot.ts';
import type { Deps } from '../publication/deps.ts';
import { planDonation } from '../rules/charges/monthly-rules.ts';

type Row = {
  id: string;
  ownerId: string;
  saveCard: boolean;
  autorenew: boolean | null;
  /** Of the account that it belongs to; null for a guest's. */
  payment: unknown;
  renews: boolean | null;
  /** Of the monthly donation that it began, unless that has ended. */
  amount: number | null;
  first: Date | null;
  paidPeriod: number | null;
  failing: boolean | null;
  donationPayment: unknown;
};

/** What paid each of these orders, as its receipt names it. */
type PaidWith = ReadonlyMap<string, Receipt['card']>;

/**
 * What their purchasers agreed to beside paying, by order, as far as it holds now: of whatever way an order was placed,
 * since each is settled by one function (`keepPaidCard`). A statement, and two more where something renews by itself.
 */
export async function readAgreed(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>,
  orders: PaidWith,
): Promise<Map<string, Agreed>> {
  if (orders.size === 0) return new Map();
  const rows = await deps.db.$queryRaw<Row[]>`
    select o.id, o.owner_id as "ownerId", o.save_card as "saveCard", o.autorenew, a.payment, a.autorenew_since is not null as renews,
      d.amount, d.first, d.paid_period as "paidPeriod", d.failing, d.payment as "donationPayment"
    from "order" o
    left join account a on a.publication_id = o.publication_id and a.id = o.owner_id
    left join donation d on d.publication_id = o.publication_id and d.order_id = o.id and d.process = 'monthly-init' and d.ended is null
    where o.id = any(${[...orders.keys()]}::uuid[])`;
  const renewing = rows.filter(({ autorenew, renews }) => autorenew === true && renews === true).map(({ ownerId }) => ownerId);
  const charges = renewing.length > 0 ? await readRenewalCharges(deps, renewing) : null;
  const now = deps.clock();
  return new Map(
    rows.flatMap((row) => {
      const card = orders.get(row.id) ?? null;
      const agreed: Agreed = {
        ...(row.saveCard && isSame(card, readSnapshot(row.payment)) && { kept: true }),
        ...(row.autorenew === true && row.renews === true && { autorenew: true, renewal: charges?.get(row.ownerId) ?? null }),
        ...(row.autorenew === false && row.renews === false && { autorenew: false }),
        ...donationOf(row, card, now),
      };
      return Object.keys(agreed).length > 0 ? [[row.id, agreed] as const] : [];
    }),
  );
}

function donationOf(
  { amount, first, paidPeriod, failing, donationPayment }: Row,
  card: Receipt['card'],
  now: Date,
): Pick<Agreed, 'donation'> {
  if (amount === null || first === null || paidPeriod === null || failing === null) return {};
  const plan = planDonation({ first, paidPeriod, failing, ended: null }, now);
  const when = plan.type === 'charge' ? plan.due.toISOString().slice(0, 'YYYY-MM-DD'.length) : null;
  return { donation: { amount, when, kept: isSame(card, readSnapshot(donationPayment)) } };
}

/** Whether what paid is what is on record. A receipt says of a bank account that it is one, and its last digits. */
function isSame(paid: Receipt['card'], onRecord: PaymentInfo | null): boolean {
  if (paid === null || onRecord === null) return false;
  const { card, ach } = onRecord;
  if (card) return card.type === paid.type && card.last_four === paid.last_four;
  return ach !== null && paid.type === 'bank_account' && ach.last_four === paid.last_four;
}
