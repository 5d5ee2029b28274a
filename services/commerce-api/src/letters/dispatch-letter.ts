import { trackingUrl } from '@newsstand/contracts/desk-parcels';
import { pageUrl } from '@newsstand/contracts/paths';
import * as v from 'valibot';
import type { Wording } from '../publication/texts/letter-texts.ts';
import type { Block, Letter } from './letter.ts';
import type { Sender } from './receipt-letter.ts';

/**
 * `number` and `receipt` of the order, where it has one; `detail`: what is in the parcel; `rest`: something of the
 * order follows. `method` and `agent`: its carrier and number, where it has them.
 */
export const Dispatched = v.object({
  name: v.string(),
  number: v.string(),
  receipt: v.optional(v.string()),
  detail: v.string(),
  method: v.string(),
  agent: v.string(),
  rest: v.boolean(),
});
export const DispatchTakenBack = v.object({ name: v.string(), number: v.string(), receipt: v.optional(v.string()) });

/** To whoever paid: what is on its way, where it can be followed, and whether more follows. */
export function dispatchedLetter(
  { name, number, receipt, detail, method: carrier, agent: tracking, rest }: v.InferOutput<typeof Dispatched>,
  sender: Sender,
  say: Wording,
): Letter {
  const values = { publication: sender.name, support: sender.support, number };
  const url = trackingUrl(carrier, tracking);
  return {
    subject: say('dispatched_subject', values),
    preheader: say('dispatched_preheader', values),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', values),
    blocks: [
      { type: 'heading', text: say('dispatched_heading', values) },
      paragraph(say('greeting', { name })),
      paragraph(say('dispatched_intro', values)),
      {
        type: 'facts',
        facts: [
          { name: say('dispatched_contents'), value: detail },
          ...(tracking === '' ? [] : [{ name: say('dispatched_tracking'), value: [carrier, tracking].filter(Boolean).join(' ') }]),
        ],
      },
      ...(rest ? [paragraph(say('dispatched_rest', values))] : []),
      ...(url === null ? [] : [{ type: 'button' as const, text: say('dispatched_button'), url }]),
      ...receiptButton(receipt, sender, say),
      paragraph(say('charge_help', values)),
    ],
  };
}

/** To whom that was written, where it was not so: the parcel is still with us. */
export function dispatchTakenBackLetter(
  { name, number, receipt }: v.InferOutput<typeof DispatchTakenBack>,
  sender: Sender,
  say: Wording,
): Letter {
  const values = { publication: sender.name, support: sender.support, number };
  return {
    subject: say('dispatch_taken_back_subject', values),
    preheader: say('dispatch_taken_back_preheader', values),
    sender: { name: sender.name, url: sender.url },
    footer: say('footer', values),
    blocks: [
      { type: 'heading', text: say('dispatch_taken_back_heading', values) },
      paragraph(say('greeting', { name })),
      paragraph(say('dispatch_taken_back_intro', values)),
      ...receiptButton(receipt, sender, say),
      paragraph(say('charge_help', values)),
    ],
  };
}

const receiptButton = (receipt: string | undefined, sender: Sender, say: Wording): Block[] =>
  receipt === undefined ? [] : [{ type: 'button', text: say('receipt_button'), url: pageUrl(sender, 'receipts', receipt) }];
const paragraph = (text: string): Block => ({ type: 'paragraph', text });
