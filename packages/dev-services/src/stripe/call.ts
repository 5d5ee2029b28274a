import { missing } from './fault.ts';
import type { EventType, StripeObject } from './records.ts';
import type { Kind, Records, Store } from './store.ts';
import type { Switches } from './switches.ts';

/** What one request may use while it is answered. */
export type Call = {
  store: Store;
  switches: Switches;
  /** Seconds since 1970, as Stripe counts. */
  now: () => number;
  /** Where this emulator is reached. */
  baseUrl: string;
  /** With the publishable key: only what a browser may do, and only with the intent's client secret. */
  fromBrowser: boolean;
  emit: (type: EventType, object: StripeObject) => void;
  /** Does something of its own some time after the answer, as a bank does. */
  later: (work: (call: Call) => object) => void;
};

export function need<K extends Kind>(call: Call, kind: K, id: string, param?: string): Records[K] {
  const record = call.store.get(kind, id);
  if (!record) throw missing(kind, id, param);
  return record;
}

/** The id of a field that Stripe answers as an id or, expanded, as an object. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}
