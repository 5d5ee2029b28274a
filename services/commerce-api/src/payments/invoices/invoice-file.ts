import { AddressForm } from '@newsstand/contracts/address';
import { GoodType, Level, Medium, Term } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { apiText } from '../../platform/http/api-text.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { toldByCode } from '../../platform/http/field-errors.ts';
import { Email, PositiveNumber, Text, listOf, oneOf } from '../../publication/fields.ts';
import { OF_A_FILE, fieldOf, problemLine } from '../../publication/problem-text.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { InvoiceError, type InvoiceProblem } from './invoice-error.ts';

const days = 'must be a whole number of days, from 0 to 365';
const Days = v.pipe(v.number(days), v.safeInteger(days), v.minValue(0, days), v.maxValue(365, days));

const oneOfThese = <const Options extends readonly string[]>({ options }: { options: Options }) => oneOf(...options);
const Code = v.optional(v.nullable(Text), null);

/** So many of one good, by its ref in the publication: `prd:harbour-mug`, `sze:last-boat-tee-m`, `iss:12`. */
const Goods = v.optional(listOf(v.strictObject({ item: oneOfThese(GoodType), ref: Text, quantity: PositiveNumber })), []);

const chosen = { medium: oneOfThese(Medium), level: oneOfThese(Level), term: oneOfThese(Term), coupon: Code };

/** A person for whom the invoice pays: print, and goods that are posted, go to their address. */
const Giftee = v.strictObject({
  name: Text,
  /** Where they are told of it once it is paid, with the link of their gift. */
  email: v.optional(v.nullable(Email), null),
  address: v.optional(v.nullable(AddressForm), null),
  gift: v.optional(v.nullable(v.strictObject(chosen)), null),
  goods: Goods,
});

const Parts = v.strictObject({
  billed_to: Text,
  /** The person whom the invoice speaks to; a membership is theirs. */
  name: Text,
  email: Email,
  /** Where the invoice is sent, if not there: the accounts department. */
  email_to: v.optional(v.nullable(Email), null),
  address: v.optional(v.nullable(AddressForm), null),
  /** NET: the days until it is due. */
  term: Days,
  accepted_payments: v.optional(oneOf('any', 'check-or-wire-only'), 'any'),
  /**
   * Tells this invoice from any other, such as a purchase order's number: a second file with it is refused. Without one
   * the file itself does.
   */
  reference: v.optional(v.nullable(Text), null),
  goods: Goods,
  membership: v.optional(v.nullable(v.strictObject({ ...chosen, copies: v.optional(PositiveNumber, 1) })), null),
  /** A better way for the issues that the subscriptions of `email` still owe: print goes to the invoice's address. */
  upgrade: v.optional(v.nullable(v.strictObject({ medium: oneOfThese(Medium), level: oneOfThese(Level) })), null),
  /** What is posted to `email` goes to the invoice's address, which may be of a dearer zone, each at its own level. */
  move: v.optional(v.literal(true)),
  giftees: v.optional(listOf(Giftee), []),
});

const holdsSomething = ({ goods, membership, upgrade, move, giftees }: v.InferOutput<typeof Parts>): boolean =>
  goods.length > 0 || membership !== null || upgrade !== null || move === true || giftees.length > 0;

/** An invoice as staff write it (section 3): for whom, by when, how, and what for. Prices are the publication's. */
export const InvoiceFile = v.pipe(
  Parts,
  v.check(holdsSomething, 'must hold goods, a membership, an upgrade, a move or giftees'),
  v.check(({ membership, upgrade }) => membership === null || upgrade === null, 'must hold a membership or an upgrade, not both'),
  v.check(({ membership, upgrade, move }) => move === undefined || (membership === null && upgrade === null), 'must hold a move alone'),
);
export type InvoiceFile = v.InferOutput<typeof InvoiceFile>;
export type InvoiceInput = v.InferInput<typeof InvoiceFile>;
export type FileGiftee = InvoiceFile['giftees'][number];

/** Reads the text of an invoice's file; throws an `InvoiceError` that names every field that is wrong. */
export function readInvoiceFile(file: string, text: string): InvoiceFile {
  const result = v.safeParse(InvoiceFile, parseJson(file, text), { ...OF_A_FILE, abortPipeEarly: true });
  if (result.success) return result.output;
  throw new InvoiceError(
    file,
    result.issues.map((issue) => problemOfIssue(file, issue)),
  );
}

function problemOfIssue(file: string, issue: v.BaseIssue<unknown>): InvoiceProblem {
  const line = problemLine(file, issue);
  // A form has a subscription to choose where a file has nothing at all.
  if (issue.requirement === holdsSomething) return { field: 'membership', told: deskText('nothing_to_pay'), line };
  const field = fieldOf(file, issue);
  return { field: field === '' ? null : field, told: toldOf(field, issue), line };
}

/** What a number or an address must be, by what is the last of its field. */
const MUST_BE: Readonly<Record<string, CodedText>> = {
  email: deskText('type_email'),
  email_to: deskText('type_email'),
  copies: deskText('type_number'),
  quantity: deskText('type_number'),
};

/** What a file is told of its values, a clerk is told of what they type. */
function toldOf(field: string, { message, type }: v.BaseIssue<unknown>): CodedText {
  if (field === 'term') return deskText('type_days');
  const isText = type === 'string' || type === 'regex';
  return toldByCode(message) ?? MUST_BE[field.split('.').at(-1) ?? ''] ?? (isText ? deskText('type_this') : apiText('not_valid'));
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new InvoiceError(file, [{ field: null, told: apiText('not_valid'), line: `is not valid JSON (${error.message})` }]);
    }
    throw error;
  }
}
