import {
  InvoiceActed,
  InvoiceWritten,
  OWED_STATES,
  type InvoiceGoods,
  type InvoiceState,
  type WriteInvoice,
} from '@newsstand/contracts/desk-invoices';
import type { DeskReason } from '@newsstand/contracts/desk-verbs';
import { dueDate } from '@newsstand/contracts/invoice';
import { formatCents } from '@newsstand/contracts/money';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { cancelInvoice, holderOf } from '../../payments/invoices/cancel-invoice.ts';
import { checkReceived } from '../../payments/invoices/check-received.ts';
import { correctPayment } from '../../payments/invoices/correct-payment.ts';
import { insertInvoice, keptOfWritten, priceInvoice } from '../../payments/invoices/create-invoice.ts';
import { findPayable, type Payable } from '../../payments/invoices/find-payable.ts';
import { InvoiceError, toldByField } from '../../payments/invoices/invoice-error.ts';
import { readInvoiceFile } from '../../payments/invoices/invoice-file.ts';
import { isCardBegun } from '../../payments/invoices/pay-invoice.ts';
import { mustBePayable, recordPayment } from '../../payments/invoices/record-payment.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { ToldRefusal } from '../../platform/http/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act, type Action } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { numberOf, readDeskInvoice } from './read-invoices.ts';

type Asked = { action: string; network: string; dry: boolean };
type OfInvoice = Asked & { number: string; version: string };
type Received = { method: 'check' | 'wire'; received: string; reference: string };

/** Ends the transaction in which nothing was done. */
class NotDone extends Error {}

/** What the program's verbs refuse is refused here. */
async function asRefused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // What is wrong with a field is wrong with what was typed; anything else somebody else has done.
    if (error instanceof ToldRefusal)
      throw error.field === null ? new Refusal(409, error.told) : new Refusal(422, { [error.field]: error.told });
    throw error;
  }
}

/** What is said of an invoice that does not stand as it has to. */
const STANDS = {
  open: 'invoice_is_open',
  'past-due': 'invoice_is_past_due',
  'on-its-way': 'invoice_is_on_its_way',
  paid: 'invoice_is_paid',
  cancelled: 'invoice_is_cancelled',
} as const satisfies Record<InvoiceState, string>;

type Work = (tx: Prisma.TransactionClient) => Promise<boolean>;
type Told = Pick<InvoiceActed, 'card' | 'letter'>;
type Doing = {
  becomes: InvoiceState;
  /** How it has to stand. */
  from: readonly InvoiceState[];
  /** What is wrong with what was asked, before anything is done. */
  check: (invoice: Payable) => Promise<void>;
  /** What else somebody is told who tries it beforehand. */
  tells?: (invoice: Payable) => Promise<Told>;
  run: (within: (work: Work) => Promise<boolean>) => Promise<void>;
};

/** In whose history what is done with it stands, too: its subscriber's. */
const ownersOf = ({ owner }: { owner: string | null }): string[] => (owner === null ? [] : [owner]);

/**
 * Runs a verb of an invoice as one action: `verb` is given the transaction of `act` to do its writing in, and asks the
 * provider outside of it. A dry run says what the invoice would be; one that somebody changed since it was shown is
 * refused (409).
 */
async function actOnInvoice(
  deps: Deps,
  person: Person,
  verb: string,
  { action, number, version, network, dry, reason }: OfInvoice & { reason?: DeskReason | undefined },
  { becomes, from, check, tells, run }: Doing,
): Promise<InvoiceActed> {
  const entry: Action = { id: action, verb, subject: number, network, ...(reason && { reason }) };
  const isDone = async () => (await deps.db.staffAction.count({ where: { id: action } })) > 0;
  const shown = await readDeskInvoice(deps, number);
  const result = { number: shown.number, state: becomes };
  const within = async (work: Work): Promise<boolean> => {
    try {
      await act(deps, { person: person.id }, { ...entry, subject: shown.number }, InvoiceActed, async (tx) => {
        if ((await readDeskInvoice({ ...deps, db: tx }, number)).version !== version) throw new Refusal(409, deskText('invoice_changed'));
        if (!(await work(tx))) throw new NotDone();
        const now = await readDeskInvoice({ ...deps, db: tx }, number);
        const kept = { from: { state: shown.state, paid: shown.paid }, to: { state: now.state, paid: now.paid, amount: now.total } };
        return { ...kept, owners: ownersOf(now), result };
      });
      return true;
    } catch (error) {
      if (error instanceof NotDone) return false;
      throw error;
    }
  };
  const attempt = async (): Promise<Told> => {
    if (!from.includes(shown.state)) {
      throw new Refusal(409, deskText(STANDS[shown.state], { number: shown.number }));
    }
    if (shown.version !== version) throw new Refusal(409, deskText('invoice_changed'));
    const invoice = await findPayable(deps, { number: numberOf(number) });
    if (invoice) await check(invoice);
    if (dry) return invoice && tells ? tells(invoice) : {};
    await run(within);
    return {};
  };
  try {
    if (!(await isDone())) return { ...result, ...(await asRefused(attempt)) };
  } catch (error) {
    // Two that came at once: what the second is refused for is what the first has done.
    if (!(error instanceof Refusal && error.status === 409 && (await isDone()))) throw error;
  }
  // Asked again, it is answered by what was done, whatever the invoice is by now.
  await within(async () => false);
  return result;
}

/**
 * A check, by its number, or a wire that came, written down once. A card payment that was begun is canceled first;
 * where that was quicker, it is refused (409).
 */
export function recordInvoicePayment(
  deps: Deps,
  person: Person,
  { amount, method, received, reference, ...asked }: OfInvoice & Received & { amount: number },
) {
  return actOnInvoice(deps, person, 'recordPayment', asked, {
    becomes: 'paid',
    from: OWED_STATES,
    check: async (invoice) => {
      checkReceived(deps, invoice, received);
      mustHaveNumber(method, reference);
      await mustBePayable(deps, invoice);
      if (invoice.order.total !== amount)
        throw new ToldRefusal(deskText('it_asks_for', { total: formatCents(invoice.order.total), amount: formatCents(amount) }), {
          field: 'amount',
        });
    },
    tells: async (invoice) => ({ card: await isCardBegun(deps, invoice) }),
    run: (within) =>
      recordPayment(deps, { number: numberOf(asked.number), amount, ...receivedBy(person, { method, received, reference }) }, within),
  });
}

/** How a payment really came that somebody wrote down; what it gave stays. */
export function correctInvoicePayment(deps: Deps, person: Person, { method, received, reference, ...asked }: OfInvoice & Received) {
  return actOnInvoice(deps, person, 'correctPayment', asked, {
    becomes: 'paid',
    from: ['paid'],
    check: async (invoice) => {
      checkReceived(deps, invoice, received);
      mustHaveNumber(method, reference);
    },
    run: (within) =>
      correctPayment(deps, { number: numberOf(asked.number), ...receivedBy(person, { method, received, reference }) }, within),
  });
}

/**
 * Gives up an invoice that is not paid: its page is gone, its goods are in stock again, its number stays used, and
 * whoever has it is told, and why.
 */
export function cancelDeskInvoice(deps: Deps, person: Person, asked: OfInvoice & { reason?: DeskReason | undefined }) {
  return actOnInvoice(deps, person, 'cancelInvoice', asked, {
    becomes: 'cancelled',
    from: OWED_STATES,
    check: async () => undefined,
    tells: async (invoice) => ({ letter: await holderOf(deps.db, invoice, asked.reason) }),
    run: (within) => cancelInvoice(deps, numberOf(asked.number), { reason: asked.reason, within }),
  });
}

/** A check that came back, or whose reader asks, is found by its number; of a wire the bank may have none. */
function mustHaveNumber(method: Received['method'], reference: string): void {
  if (method === 'check' && reference.trim() === '') throw new ToldRefusal(deskText('type_check_number'), { field: 'reference' });
}

const receivedBy = ({ name }: Person, { method, received, reference }: Received) => ({
  method,
  received,
  reference: reference || null,
  recordedBy: name,
});

/** As a file of the program's is called in what is wrong with it. */
const NAME = 'invoice';

/**
 * Writes an invoice and mails it, or says what it would charge. Refuses (422) by field what a file of the program's is
 * refused for.
 */
export async function writeInvoice(
  deps: Deps,
  person: Person,
  { action, network, dry, ...wish }: Asked & Omit<WriteInvoice, 'action'>,
): Promise<InvoiceWritten> {
  const entry: Action = { id: action, verb: 'writeInvoice', subject: wish.billed_to, network, dry };
  try {
    const file = readInvoiceFile(NAME, JSON.stringify(fileOf(wish)));
    const priced = await priceInvoice(deps, file, NAME);
    const { bill } = priced;
    const { shipping, discount, total } = bill.totals;
    const shown = {
      lines: bill.lines.map(({ name, detail, quantity, price }) => ({ name, detail, quantity, price })),
      shipping,
      discount,
      total,
      due: dueDate(deps.clock().toISOString(), file.term),
      letter: file.email_to ?? file.email,
    };
    return await act(deps, { person: person.id }, entry, InvoiceWritten, async (tx) => {
      const written = await insertInvoice(tx, deps, file, NAME, priced);
      const stands = await readDeskInvoice({ ...deps, db: tx }, written.invoice_no);
      return { to: keptOfWritten(written), owners: ownersOf(stands), result: { number: dry ? null : written.invoice_no, ...shown } };
    });
  } catch (error) {
    if (error instanceof InvoiceError) throw new Refusal(422, toldByField(error.problems, 'whole'));
    throw error;
  }
}

/** What is empty was not said. */
function fileOf({ email_to, reference, membership, ...wish }: Omit<WriteInvoice, 'action'>) {
  return {
    ...wish,
    email_to: email_to || null,
    reference: reference || null,
    membership: membership && { ...membership, coupon: membership.coupon || null },
  };
}

/** What can be billed for beside subscriptions: goods that are on sale. */
export async function readInvoiceGoods({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<InvoiceGoods> {
  const goods = await db.good.findMany({
    where: { publicationId: config.publicationId, onSale: true },
    orderBy: [{ name: 'asc' }, { detail: 'asc' }, { ref: 'asc' }],
  });
  return { goods: goods.map(({ type, ref, name, detail, price }) => ({ item: type, ref, name, detail, price })) };
}
