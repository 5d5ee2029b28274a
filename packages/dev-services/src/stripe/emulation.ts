import type { Call } from './call.ts';
import { violationsOf } from './contract.ts';
import { type EventRequest, recordEvent } from './events.ts';
import type { Delivery, StripeEvent } from './records.ts';
import { StripeFault } from './fault.ts';
import { openStore } from './store.ts';
import { allOff } from './switches.ts';
import { createCourier, queueDeliveries, type Webhook } from './webhooks.ts';

export type Keys = { secretKey: string; publishableKey: string };
export type Emulation = ReturnType<typeof createEmulation>;
export type Answer = { status: number; body: string };
/** What Stripe’s test mode does ‘some time later’, in ms. */
const LATER = 300;
type Asked = { fromBrowser: boolean; request: EventRequest | null };

/**
 * State, switches and webhooks; `perform` is the only way to change the state. `now`: in ms as an option, in seconds,
 * as all of Stripe's times, from then on.
 */
export function createEmulation(options: Keys & { stateFile?: string | undefined; webhook: Webhook | null; now: () => number }) {
  const store = openStore(options.stateFile);
  const switches = allOff();
  const violations = new Set<string>();
  const settings = { webhook: options.webhook, baseUrl: '' };
  const courier = createCourier(store, switches, () => settings.webhook);
  const waiting = new Set<NodeJS.Timeout>();
  const now = () => Math.floor(options.now() / 1000);

  /**
   * Does one request's work, its events and whatever `after` adds in one transaction, then sends the webhooks.
   * A decline keeps what was written before it (the intent remembers it); any other refusal, thrown, keeps nothing.
   */
  function perform(asked: Asked, work: (call: Call) => object, after: (answer: Answer) => void = () => undefined): Answer {
    const afterwards: ((call: Call) => object)[] = [];
    const { answer, deliveries } = store.transaction(() => {
      const events: StripeEvent[] = [];
      const call: Call = {
        store,
        switches,
        now,
        baseUrl: settings.baseUrl,
        fromBrowser: asked.fromBrowser,
        emit: (type, object) => {
          note(object);
          events.push(recordEvent(store, type, object, asked.request, now()));
        },
        later: (then) => afterwards.push(then),
      };
      const done = answerOf(() => work(call), asked.fromBrowser);
      after(done);
      return { answer: done, deliveries: queueDeliveries(store, switches, events) };
    });
    send(deliveries);
    for (const then of afterwards) begin(then);
    return answer;
  }

  /** Whoever ended it by hand meanwhile was first. */
  function begin(then: (call: Call) => object): void {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      try {
        perform({ fromBrowser: false, request: null }, then);
      } catch (error) {
        if (!(error instanceof StripeFault)) throw error;
      }
    }, LATER);
    waiting.add(timer);
  }

  /** Nothing is done any more after this. */
  function stop(): void {
    for (const timer of waiting) clearTimeout(timer);
    waiting.clear();
  }

  function answerOf(work: () => object, fromBrowser: boolean): Answer {
    try {
      const object = work();
      // A browser gets an intent without its private fields, which stripe-node does not describe.
      if (!fromBrowser) note(object);
      return { status: 200, body: JSON.stringify(object) };
    } catch (error) {
      if (error instanceof StripeFault && error.status === 402) return refused(error);
      throw error;
    }
  }

  /** The contract is checked in every run, not only in tests: whatever breaks it is on the dashboard. */
  function note(object: unknown): void {
    for (const violation of violationsOf(object)) violations.add(violation);
  }

  function send(deliveries: Delivery[]): void {
    if (deliveries.length > 0) courier.dispatch(deliveries);
  }

  return { ...options, now, store, switches, violations, settings, courier, perform, stop };
}

export function refused(fault: StripeFault): Answer {
  return { status: fault.status, body: JSON.stringify({ error: fault.body }) };
}
