import * as v from 'valibot';
import { SentAddress } from './address.ts';
import { upTo } from './bounded.ts';
import { ActionId } from './desk-history.ts';

/** Why something is done for a reader; the history keeps it. */
export const DESK_REASONS = ['asked', 'came-back', 'mended', 'deceased', 'legal'] as const;
export const DeskReason = v.picklist(DESK_REASONS);
export type DeskReason = v.InferOutput<typeof DeskReason>;
/** Reasons for which a reader is not written to; for every other they are. */
export const UNTOLD: readonly DeskReason[] = ['deceased', 'legal'];

const whole = { action: ActionId, reason: DeskReason };

/** `?dry`: answers what would happen, and nothing does. */
export const Dry = v.optional(v.literal(''));

/** To whom a letter goes; null for nobody, who has no mailbox or is not to be written to. */
const letter = v.nullable(v.string());

/** `version`: of the address that was shown. */
export const ChangeAddressFor = v.object({ ...whole, version: upTo(100), address: SentAddress });
/** `lists`: those of an issue that comes or has just come, on which the old address stands already. */
export const AddressChanged = v.object({
  from: v.nullable(v.array(v.string())),
  to: v.array(v.string()),
  lists: v.array(v.object({ issue: v.number(), part: v.number() })),
  letter,
});
export type AddressChanged = v.InferOutput<typeof AddressChanged>;

/** `on`: what it shall be; refused (409) where it is that already. */
export const SwitchAutorenewFor = v.object({ ...whole, on: v.boolean() });
/** `renewal`: what is charged by itself next, or is not any more. `charging`: a charge is on its way, and counts. */
export const AutorenewSwitched = v.object({
  on: v.boolean(),
  renewal: v.nullable(v.object({ amount: v.number(), due: v.string() })),
  charging: v.boolean(),
  letter,
});
export type AutorenewSwitched = v.InferOutput<typeof AutorenewSwitched>;

/** `served`: how many issues of it had been delivered when it was shown. */
export const CancelSubscription = v.object({ ...whole, served: v.pipe(v.number(), v.integer(), v.minValue(0)) });
/** `left`: how many issues do not come any more, null for a lifetime. `renewal`: it renewed by itself, and no longer does. `back`: cents of its order that have gone back. */
export const SubscriptionCancelled = v.object({
  left: v.nullable(v.number()),
  renewal: v.boolean(),
  charging: v.boolean(),
  back: v.number(),
  letter,
});
export type SubscriptionCancelled = v.InferOutput<typeof SubscriptionCancelled>;

export const EndSessionsFor = v.object(whole);
/** `ended`: how many browsers were logged in. */
export const SessionsEnded = v.object({ ended: v.number(), letter });
export type SessionsEnded = v.InferOutput<typeof SessionsEnded>;

export const SendLetter = v.object({ action: ActionId });
export const LetterSent = v.object({ kind: v.string(), letter: v.string() });
export type LetterSent = v.InferOutput<typeof LetterSent>;

/** Takes back what an action did. */
export const TakeBack = v.object({ action: ActionId });
