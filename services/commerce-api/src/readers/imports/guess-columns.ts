import { MOST_PLANS, type ImportColumns, type ImportField, type ImportPlan } from '@newsstand/contracts/desk-imports';
import type { Names } from '../../publication/names-of.ts';

/**
 * What the two commonest sources, and most others, call a column; the first that a file has counts. WooCommerce
 * Subscriptions’ exporter writes the names with underscores; fulfilment houses those with spaces.
 */
const NAMES: Record<ImportField, readonly string[]> = {
  legacy_id: [
    'subscription_id',
    'legacy_id',
    'acct no',
    'account no',
    'account number',
    'acct',
    'account',
    'subscriber no',
    'subscriber id',
    'subscriber number',
    'sub no',
    'subscription id',
    'subscription number',
    'subscription no',
    'subscription',
  ],
  reader_id: ['customer_id', 'reader_id', 'customer no', 'customer id', 'customer number', 'person id'],
  name: ['name', 'full name', 'subscriber name', 'recipient', 'customer', 'customer name', 'subscriber'],
  first_name: ['shipping_first_name', 'first_name', 'first name', 'first', 'fname'],
  last_name: ['shipping_last_name', 'last_name', 'last name', 'last', 'lname', 'surname'],
  email: ['customer_email', 'billing_email', 'email', 'e-mail', 'email address', 'e-mail address'],
  line1: ['shipping_address_1', 'line1', 'addr1', 'addr 1', 'address 1', 'address line 1', 'address1', 'street', 'address'],
  line2: ['shipping_address_2', 'line2', 'addr2', 'addr 2', 'address 2', 'address line 2', 'address2'],
  city: ['shipping_city', 'city', 'town'],
  state: ['shipping_state', 'state', 'st', 'province', 'state/prov'],
  postcode: ['shipping_postcode', 'postcode', 'zip', 'zip code', 'postal code', 'zip/postal'],
  country: ['shipping_country', 'country', 'ctry', 'country code'],
  plan: ['order_items', 'plan', 'product', 'version', 'edition', 'pub code', 'medium', 'format'],
  level: ['level', 'rate', 'rate class'],
  status: ['subscription_status', 'status', 'sub status'],
  copies: ['copies', 'qty', 'quantity', 'no of copies'],
  issues_left: ['issues_left', 'issues remaining', 'issues left', 'iss rem', 'copies left', 'issues to serve'],
  expires: ['next_payment_date', 'expires', 'expire date', 'exp date', 'expiry date', 'expiration date', 'expire'],
  ends: ['end_date', 'ends'],
  value_left: ['value_left', 'value left', 'liability', 'unserved value', 'deferred', 'deferred value'],
  list: ['list', 'lists', 'list tag', 'mailing list', 'mailing lists'],
  note: ['note', 'notes', 'comment', 'comments', 'remarks'],
};

const spelled = (header: string): string => header.normalize('NFKC').trim().toLowerCase().replace(/[.#]/g, '').replace(/\s+/g, ' ');

/** The column that refused rows bring along: what was wrong is nothing of theirs. */
export const PROBLEM = 'problem';
export const isProblem = (name: string): boolean => spelled(name) === PROBLEM;

/** What tells files of one kind from others, whatever the order of their columns. */
export const headerKey = (header: readonly string[]): string =>
  JSON.stringify(
    header
      .map(spelled)
      .filter((name) => !isProblem(name))
      .toSorted(),
  );

/** What the columns of a file are, by their names; `plans`: what stands in the column of plans, of which it asks. */
export function guessColumns(header: readonly string[]): ImportColumns {
  // Of several that are called alike, the first.
  const found = new Map(header.toReversed().map((name) => [spelled(name), name]));
  const fields: Partial<Record<ImportField, string>> = {};
  for (const [field, names] of Object.entries(NAMES)) {
    const name = names.map((one) => found.get(one)).find((one) => one !== undefined);
    // The keys are those of the table above.
    if (name !== undefined) fields[field as ImportField] = name;
  }
  // Of a list that has no number but the customer's, that one stands on its labels: each row has a subscription, and
  // needs one.
  if (fields.legacy_id === undefined && fields.reader_id !== undefined && /^customer (no|id|number)$/.test(spelled(fields.reader_id))) {
    fields.legacy_id = fields.reader_id;
    delete fields.reader_id;
  }
  return { fields, plans: [], medium: 'print', level: 'low', country: '', dates: 'mdy', consented: false };
}

/** Print, and neither what is none (no print, paperless) nor what is read on a screen (e-paper, printable). */
const PRINTED =
  /(?<!\b(no|non|not|without)[ -]?)print(?!able|er|less|[ -]?free)|(?<!\b(e|no|non|without)[ -]?)paper(?!less|[ -]?free)|hard[ -]?cop/i;
const IN_FILES = /digital|online|e-?paper|pdf|^d$/i;

/**
 * What a plan is, by its name: a house's letter, or a shop's product, and print where it is both; its level by what the
 * publication calls it, else by what others do.
 */
export function guessPlan(value: string, levels: Names['levels']): ImportPlan {
  const medium = IN_FILES.test(value) && !PRINTED.test(value) ? 'digital' : 'print';
  const names = (level: string) => ` ${value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${level.toLowerCase()} `);
  const isDearer = names(levels.high) || (!names(levels.low) && /solidarity|supporter|patron|sustain|high/i.test(value));
  return { value, medium, level: isDearer ? 'high' : 'low' };
}

/** Those of a file, each told what it is: by what was said of it before, else by its name. */
export function plansOf(values: readonly string[], typed: readonly ImportPlan[], levels: Names['levels']): ImportPlan[] {
  const known = new Map(typed.map((plan) => [plan.value, plan]));
  return values.slice(0, MOST_PLANS).map((value) => known.get(value) ?? guessPlan(value, levels));
}

/**
 * The name of what a row is for. WooCommerce writes all of an order’s item into one cell: `product_id:7|name:Print, 1
 * year|quantity:1|total:52.00`.
 */
export function planIn(cell: string): string {
  const [, name] = /(?:^|[|;])\s*name:([^|;]*)/.exec(cell) ?? [];
  return (name ?? cell).trim().slice(0, 200);
}

/** How many of it, where the cell says so. */
export function quantityIn(cell: string): string {
  return /(?:^|[|;])\s*quantity:(\d+)/.exec(cell)?.[1] ?? '';
}
