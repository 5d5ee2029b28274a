import { displayDate } from '@newsstand/contracts/display-date';
import { pageUrl, type NamedPage } from '@newsstand/contracts/paths';
import { formatCents } from '@newsstand/contracts/money';
import { Stopped } from '@newsstand/contracts/money-back';
import * as v from 'valibot';
import type { Wording } from '../publication/texts/letter-texts.ts';
import type { Letter } from './letter.ts';
import { cardText, type Sender } from './receipt-letter.ts';

const Card = v.object({ type: v.string(), last_four: v.string(), wallet: v.optional(v.string()) });

/**
 * What else of an order was taken away of whoever paid it: so many gifts that nobody had redeemed, and upgrades, and a
 * monthly donation. `given`: subscriptions that gifts of it gave to somebody else, which ended; `moved`: print that had
 * moved to another zone, with an upgrade or alone, is posted to where it went before.
 */
export const TakenBack = v.object({
  gifts: v.number(),
  given: v.optional(v.number(), 0),
  upgrades: v.number(),
  donation: v.boolean(),
  moved: v.optional(v.boolean()),
});
export type TakenBack = v.InferOutput<typeof TakenBack>;

export const isAnyTaken = ({ gifts, given, upgrades, donation, moved }: TakenBack): boolean =>
  gifts + given + upgrades > 0 || donation || moved === true;

/**
 * What ended with a refund, each in words; `charging`: a renewal is on its way, and counts. `unsent`: the goods that
 * are not sent any more.
 */
export const Ended = v.object({
  details: v.array(v.string()),
  charging: v.boolean(),
  /** What else they have renews by itself as before. */
  renews: v.optional(v.boolean(), false),
  unsent: v.optional(v.array(v.string()), []),
  taken: v.optional(TakenBack),
});
export type Ended = v.InferOutput<typeof Ended>;

/**
 * Money that went back after it had arrived: `amount` in cents, `receipt` the token of the order's; `debit` where a
 * bank account had paid, not a card; `stopped` what is charged for no more by itself, now that its money, or as much,
 * went back.
 */
export const MoneyBackLetter = v.object({
  how: v.picklist(['dispute', 'refund', 'refund-failed', 'refund-left']),
  name: v.string(),
  amount: v.number(),
  number: v.string(),
  receipt: v.string(),
  debit: v.boolean(),
  /** Letters that were written before this was told wait for nothing. */
  stopped: v.optional(v.array(Stopped), []),
  /** How it was paid out, where it did not go back to what had paid. */
  by: v.optional(v.picklist(['check', 'wire'])),
  /** How many of the order's gifts can be redeemed no more. */
  gifts: v.optional(v.number(), 0),
  /** When it was refunded, and to which card; a bank account is a card of type `bank_account`. */
  at: v.optional(v.string()),
  card: v.optional(Card),
  /** The number of its credit note. */
  credit_note: v.optional(v.string()),
  /** Subscriptions of whoever paid that ended with it, and goods that are not sent, which no other letter tells. */
  ended: v.optional(Ended),
});
export type MoneyBackLetter = v.InferOutput<typeof MoneyBackLetter>;

/** What is said of a subscription that has ended. */
export const endedText = (renews: boolean) => (renews ? 'subscription_cancelled_beside' : 'subscription_cancelled_intro');

/** Where the reader begins again. */
const AGAIN = { autorenew: 'account', donation: 'donate' } as const satisfies Record<Stopped, NamedPage>;
const KINDS = { refund: 'refunded', dispute: 'taken_back', 'refund-failed': 'refund_failed', 'refund-left': 'refund_left' } as const;

/** To whoever paid: what was taken back or refunded, and what that changes. */
export function moneyBackLetter(
  { how, name, amount, number, receipt, debit, stopped, by, gifts, at, card, credit_note, ended }: MoneyBackLetter,
  { sender, say, api }: { sender: Sender; say: Wording; api: string },
): Letter {
  const values = { publication: sender.name, support: sender.support, amount: formatCents(amount), number };
  const kind = KINDS[how];
  const hasEnded = ended !== undefined && ended.details.length > 0;
  const given = ended?.taken?.given ?? 0;
  const head = hasEnded && kind === 'refunded' ? 'refunded_ended' : kind;
  const isTold = kind === 'refunded' && at !== undefined && card !== undefined;
  const paidWith: Record<string, string> = isTold ? { date: displayDate(at, 'UTC'), card: cardText(card, say) } : {};
  return {
    subject: say(`${head}_subject`, values),
    preheader: say(`${head}_preheader`, values),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', values),
    blocks: [
      { type: 'heading', text: say(`${head}_heading`, values) },
      { type: 'paragraph', text: say('greeting', { name }) },
      ...(ended?.details ?? []).map((detail) => ({ type: 'paragraph' as const, text: say(endedText(ended?.renews ?? false), { detail }) })),
      ...(ended?.charging ? ([{ type: 'paragraph', text: say('autorenew_off_charging', values) }] as const) : []),
      {
        type: 'paragraph',
        text: say(by !== undefined ? `refunded_by_${by}` : isTold ? 'refunded_to' : `${kind}_intro`, { ...values, ...paidWith }),
      },
      ...(how === 'dispute' ? ([{ type: 'paragraph', text: say(debit ? 'taken_back_account' : 'taken_back_card', values) }] as const) : []),
      // That nothing of it renews was said with its end.
      ...stopped
        .filter((what) => what !== 'autorenew' || !hasEnded)
        .map((what) => ({
          type: 'paragraph' as const,
          text: say(`money_back_${what}`, { ...values, url: pageUrl(sender, AGAIN[what]) }),
        })),
      ...(ended && ended.unsent.length > 0
        ? ([{ type: 'paragraph', text: say('goods_dropped_intro', { number, detail: ended.unsent.join('; ') }) }] as const)
        : []),
      ...(ended?.taken && ended.taken.upgrades > 0 ? ([{ type: 'paragraph', text: say('order_taken_back_upgrade') }] as const) : []),
      ...(ended?.taken?.moved ? ([{ type: 'paragraph', text: say('order_taken_back_moved') }] as const) : []),
      ...(gifts === 0 ? [] : ([{ type: 'paragraph', text: say(gifts === 1 ? 'money_back_gift' : 'money_back_gifts', values) }] as const)),
      ...(given === 0 ? [] : ([{ type: 'paragraph', text: say(given === 1 ? 'money_back_given' : 'money_back_given_all') }] as const)),
      { type: 'button', text: say('receipt_button'), url: pageUrl(sender, 'receipts', receipt) },
      ...(credit_note === undefined
        ? []
        : ([
            { type: 'button', text: say('credit_note_button', { number: credit_note }), url: creditNoteUrl(api, receipt, credit_note) },
          ] as const)),
      { type: 'paragraph', text: say(hasEnded ? 'staff_did_it' : 'charge_help', values) },
    ],
  };
}

/** Where a credit note's PDF is: behind its receipt's token. */
export const creditNoteUrl = (api: string, receipt: string, number: string): string =>
  new URL(`/api/receipts/${encodeURIComponent(receipt)}/credit-notes/${number}/pdf`, api).href;
