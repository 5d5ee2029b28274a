import * as v from 'valibot';
import { type DeclineCode, DECLINES } from './cards.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Milliseconds = v.pipe(v.number(), v.minValue(0));
const KnownDecline = v.custom<DeclineCode>(
  (code) => typeof code === 'string' && Object.hasOwn(DECLINES, code),
  'is no decline code of the emulator',
);

/** What can be made to go wrong, and what the reader's device has. A change names only what it changes. */
export const SwitchesChange = v.strictObject({
  /** Each webhook is sent twice, at the same moment. */
  duplicate: v.optional(v.boolean()),
  /** The events of one request are sent last first. */
  reverse: v.optional(v.boolean()),
  /** Webhooks wait until they are released. */
  hold: v.optional(v.boolean()),
  /** Webhooks are never sent. */
  drop: v.optional(v.boolean()),
  /** Milliseconds before a webhook is sent. */
  delay: v.optional(Milliseconds),
  /** Milliseconds before an API request is answered. */
  latency: v.optional(Milliseconds),
  /** This many API requests whose path begins so answer with the status, having done nothing. */
  fail: v.optional(v.strictObject({ times: Count, status: v.optional(Count, 500), path: v.optional(v.string(), '/v1/') })),
  /** This many changing API requests whose path begins so do their work, and then the line goes dead. */
  hang_up: v.optional(v.strictObject({ times: Count, path: v.optional(v.string(), '/v1/') })),
  /** Refunds are on their way, as to a bank account, until they arrive or fail. */
  refunds_pend: v.optional(v.boolean()),
  /** The reader's device has Apple Pay, or Google Pay. */
  apple_pay: v.optional(v.boolean()),
  google_pay: v.optional(v.boolean()),
  /** This many charges are declined, whatever the card. */
  decline: v.optional(v.strictObject({ times: Count, code: v.optional(KnownDecline, 'generic_decline') })),
});
export type SwitchesChange = v.InferInput<typeof SwitchesChange>;
export type Switches = Required<v.InferOutput<typeof SwitchesChange>>;

export function allOff(): Switches {
  return {
    duplicate: false,
    reverse: false,
    hold: false,
    drop: false,
    delay: 0,
    latency: 0,
    fail: { times: 0, status: 500, path: '/v1/' },
    hang_up: { times: 0, path: '/v1/' },
    refunds_pend: false,
    apple_pay: false,
    google_pay: false,
    decline: { times: 0, code: 'generic_decline' },
  };
}

/** Takes one of a switch's `times`, when there is one for this path. */
export function takeOne(trap: { times: number; path?: string }, path = ''): boolean {
  if (trap.times === 0 || !path.startsWith(trap.path ?? '')) return false;
  trap.times--;
  return true;
}
