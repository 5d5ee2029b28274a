import { displayDate } from '@newsstand/contracts/display-date';
import { pageUrl } from '@newsstand/contracts/paths';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { isPastDue } from '@newsstand/contracts/invoice';
import { formatCents } from '@newsstand/contracts/money';
import * as v from 'valibot';
import { isGone, isTakenByBank } from '../ledger/orders/money-gone.ts';
import { cancelInvoice } from '../payments/invoices/cancel-invoice.ts';
import { correctPayment } from '../payments/invoices/correct-payment.ts';
import { createInvoice, priceInvoice } from '../payments/invoices/create-invoice.ts';
import { readInvoiceFile } from '../payments/invoices/invoice-file.ts';
import { invoiceName } from '../payments/invoices/invoice-name.ts';
import { recordPayment } from '../payments/invoices/record-payment.ts';
import type { InTransaction } from '../payments/invoices/in-transaction.ts';
import { PATIENCE } from '../platform/db/connection.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { createLog } from '../platform/http/log.ts';
import { StaffRefusal } from '../platform/http/staff-refusal.ts';
import type { Deps } from '../publication/deps.ts';
import { CalendarDate } from '../publication/fields.ts';
import { openDeps } from './open-deps.ts';
import { readStaffConfig } from './running-service.ts';
import { asAction, runProgram } from './staff-program.ts';
import { siteOf } from '../publication/site-of.ts';

const USAGE = `npm run invoice -- <file.json> [--dry-run]         writes an invoice and mails it
npm run invoice -- open                            lists what is not paid, and what a bank took back
npm run invoice -- paid <number> --by check|wire --amount <dollars> --received <date> [--reference <text>] [--staff <name>]
npm run invoice -- correct <number> --by check|wire --received <date> [--reference <text>] [--staff <name>]
                                                   puts right how a payment that you recorded came; what it gave stays
npm run invoice -- cancel <number>                 gives up one that is not paid`;

const OPTIONS = {
  'dry-run': { type: 'boolean', default: false },
  by: { type: 'string' },
  amount: { type: 'string' },
  received: { type: 'string' },
  reference: { type: 'string' },
  staff: { type: 'string' },
} as const;

/** `EXC-007`, or 7. */
const InvoiceNumber = v.pipe(
  v.string('the number of the invoice is missing'),
  v.regex(/^([A-Z]+-)?0*[1-9]\d{0,8}$/, 'the number must be like EXC-007'),
  v.transform((text) => Number(text.replace(/^[A-Z]+-/, ''))),
);
const Dollars = v.pipe(
  v.string('--amount is missing'),
  v.regex(/^\d{1,7}(\.\d{2})?$/, '--amount must be dollars like 560 or 560.00'),
  v.transform((text) => Math.round(Number(text) * 100)),
);
const Received = v.object({
  number: InvoiceNumber,
  by: v.picklist(['check', 'wire'], '--by must be check or wire'),
  received: v.pipe(v.string('--received is missing'), CalendarDate),
  reference: v.optional(v.string(), ''),
  staff: v.optional(v.string(), ''),
});
const Paid = v.object({ ...Received.entries, amount: Dollars });

/** `npm run invoice`: what staff do with invoices. Every problem is told by its field, and then nothing was written. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [what, number] = positionals;
  if (what === undefined) throw new StaffRefusal(USAGE);
  const isVerb = ['open', 'paid', 'correct', 'cancel'].includes(what);
  const file = isVerb ? null : readInvoiceFile(basename(what), await readFile(what, 'utf8'));
  const config = readStaffConfig(process.env);
  const database = await openDatabase(config);
  try {
    const deps = await openDeps(config, database.url, createLog('warn'), PATIENCE.job);
    try {
      if (file) await (values['dry-run'] ? price : create)(deps, file, basename(what));
      else if (what === 'open') await list(deps);
      else if (what === 'paid') await record(deps, { ...values, number });
      else if (what === 'correct') await correct(deps, { ...values, number });
      else await cancel(deps, parse(InvoiceNumber, number));
    } finally {
      await deps.db.$disconnect();
    }
  } finally {
    await database.stop();
  }
}

type File = Parameters<typeof createInvoice>[1];

async function price(deps: Deps, file: File, name: string): Promise<void> {
  const { bill } = await priceInvoice(deps, file, name);
  for (const { name: line, detail, quantity, price: each } of bill.lines) {
    console.log(`${formatCents(each * quantity).padStart(12)}  ${quantity} × ${line}${detail === null ? '' : `: ${detail}`}`);
  }
  const { shipping, discount, total } = bill.totals;
  console.log(
    `${formatCents(shipping).padStart(12)}  Shipping\n${formatCents(-discount).padStart(12)}  Discount\n${formatCents(total).padStart(12)}  Total`,
  );
}

async function create(deps: Deps, file: File, name: string): Promise<void> {
  const { invoice_no, token, total, due_date } = await createInvoice(
    deps,
    file,
    name,
    asAction(deps, PROGRAM, { verb: 'writeInvoice', subject: file.billed_to }),
  );
  console.log(`${invoice_no}: ${formatCents(total)}, due ${displayDate(due_date)}; mailed to ${file.email_to ?? file.email}.`);
  console.log(pageUrl(siteOf(deps), 'invoice', token));
}

/** `gone`: money of it went back; `taken`: a bank took it. */
type Open = {
  number: number;
  billedTo: string;
  dueDate: Date;
  token: string;
  paid: Date | null;
  total: number;
  gone: boolean;
  taken: boolean;
};

async function list(deps: Deps): Promise<void> {
  const { db, config, clock } = deps;
  const open = await db.$queryRaw<Open[]>`
    select i.number, i.billed_to as "billedTo", i.due_date as "dueDate", i.token, i.paid, o.total, b.gone, b.taken
    from invoice i join "order" o on o.id = i.order_id
    cross join lateral (
      select count(*) > 0 as gone, coalesce(bool_or(${isTakenByBank}), false) as taken from money_back m where m.order_id = o.id and ${isGone}
    ) b
    where i.publication_id = ${config.publicationId} and (i.paid is null and o.state <> 'cancelled' or b.gone)
    order by i.number`;
  const today = clock().toISOString().slice(0, 10);
  for (const { number, billedTo, dueDate, token, paid, total, gone, taken } of open) {
    const due_date = dueDate.toISOString().slice(0, 10);
    const isDue = isPastDue({ paid: paid?.toISOString() ?? null, due_date }, today);
    const mark = taken ? '  Taken back by the bank' : gone ? '  Refunded' : isDue ? '  Past Due' : '';
    console.log(`${invoiceName(deps, { number })}  ${formatCents(total).padStart(12)}  due ${displayDate(due_date)}${mark}  ${billedTo}`);
    console.log(`    ${pageUrl(siteOf(deps), 'invoice', token)}`);
  }
}

async function record(deps: Deps, given: unknown): Promise<void> {
  const { amount, ...rest } = parse(Paid, given);
  const payment = receivedOf(rest);
  await recordPayment(deps, { ...payment, amount }, withinAction(deps, 'recordPayment', payment));
  console.log(`${invoiceName(deps, payment)}: ${formatCents(amount)} received by ${payment.method} on ${displayDate(payment.received)}.`);
}

async function correct(deps: Deps, given: unknown): Promise<void> {
  const payment = receivedOf(parse(Received, given));
  await correctPayment(deps, payment, withinAction(deps, 'correctPayment', payment));
  console.log(`${invoiceName(deps, payment)}: received by ${payment.method} on ${displayDate(payment.received)}.`);
}

async function cancel(deps: Deps, number: number): Promise<void> {
  await cancelInvoice(deps, number, { within: withinAction(deps, 'cancelInvoice', { number }) });
  console.log(`${invoiceName(deps, { number })}: given up.`);
}

const PROGRAM = 'invoice';

/** Ends the transaction in which nothing was done, so that the history has no row of it. */
class NotDone extends Error {}

function withinAction(deps: Deps, verb: string, invoice: { number: number }): InTransaction {
  const begin = asAction(deps, PROGRAM, { verb, subject: invoiceName(deps, invoice) });
  return async (work) => {
    try {
      await begin(null, async (tx) => {
        if (!(await work(tx))) throw new NotDone();
      });
      return true;
    } catch (error) {
      if (error instanceof NotDone) return false;
      throw error;
    }
  };
}

function receivedOf({ number, by: method, received, reference, staff }: v.InferOutput<typeof Received>) {
  return { number, method, received, reference: reference || null, recordedBy: staff || null };
}

function parse<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new StaffRefusal(`${result.issues.map(({ message }) => message).join('\n')}\n\n${USAGE}`);
}

await runProgram(USAGE, main);
