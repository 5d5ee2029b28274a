import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeId } from './ids.ts';
import type { Store } from './store.ts';
import type { Delivery, StripeEvent } from './records.ts';
import type { Switches } from './switches.ts';

export type Webhook = { url: string; secret: string };

export type Courier = ReturnType<typeof createCourier>;

const FIRST_RETRY = 200; // milliseconds; doubles each time
const LONGEST_PAUSE = 30_000;
const ATTEMPTS = 15; // about five minutes: long enough for a receiver to be restarted
const PATIENCE = 20_000;

/** Notes within the request's transaction that its events are to be sent. */
export function queueDeliveries(store: Store, switches: Switches, events: StripeEvent[]): Delivery[] {
  const ordered = switches.reverse ? events.toReversed() : events;
  return ordered.map((event) => queueDelivery(store, event, switches.drop ? 'dropped' : switches.hold ? 'held' : 'pending'));
}

/** Sends webhooks, signed as Stripe signs them, until the receiver answers 2xx. */
export function createCourier(store: Store, switches: Switches, webhook: () => Webhook | null) {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  /** Starts each after the one before it was tried once, so that a healthy receiver sees them in order. */
  async function send(deliveries: Delivery[]): Promise<void> {
    for (const { id } of deliveries) {
      const first = Promise.withResolvers<void>();
      track(deliver(id, first.resolve).finally(first.resolve));
      await first.promise;
    }
  }

  async function deliver(id: string, onFirstAttempt: () => void): Promise<void> {
    if (switches.delay > 0) await pause(switches.delay);
    for (let pauseFor = FIRST_RETRY; !closing.signal.aborted; pauseFor = Math.min(pauseFor * 2, LONGEST_PAUSE)) {
      const delivery = store.get('delivery', id);
      if (delivery?.status !== 'pending') return;
      const answered = await attempt(delivery);
      if (answered === null) return;
      onFirstAttempt();
      const attempts = delivery.attempts + 1;
      const status = answered >= 200 && answered < 300 ? 'delivered' : attempts === ATTEMPTS ? 'failed' : 'pending';
      if (store.get('delivery', id)) store.put('delivery', { ...delivery, status, attempts, answered });
      if (status === 'pending') await pause(pauseFor);
    }
  }

  /** The receiver's status, 0 when it did not answer, null when there is none or the emulator closes. */
  async function attempt(delivery: Delivery): Promise<number | null> {
    const receiver = webhook();
    const event = store.get('event', delivery.event);
    if (!receiver || !event) return null;
    const copies = Array.from({ length: switches.duplicate ? 2 : 1 }, () => post(receiver, JSON.stringify(event)));
    const [first = 0] = await Promise.all(copies);
    return closing.signal.aborted ? null : first;
  }

  async function post(receiver: Webhook, payload: string): Promise<number> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(PATIENCE)]);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signature(payload, receiver.secret),
    };
    return fetch(receiver.url, { method: 'POST', headers, body: payload, signal }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => 0, // not reachable: the next attempt follows
    );
  }

  async function pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => undefined); // closing wakes it early
  }

  function track(promise: Promise<void>): void {
    underWay.add(promise);
    void promise.finally(() => underWay.delete(promise));
  }

  return {
    dispatch(deliveries: Delivery[]): void {
      track(send(deliveries.filter((delivery) => delivery.status === 'pending')));
    },
    /** Sends what was held, in order or last first. */
    release({ reverse = false }: { reverse?: boolean } = {}): number {
      const held = store.list('delivery', { where: (delivery) => delivery.status === 'held' });
      const released = (reverse ? held : held.toReversed()).map((delivery) => store.put('delivery', { ...delivery, status: 'pending' }));
      this.dispatch(released);
      return released.length;
    },
    /** Sends an event once more, whatever became of it before. */
    resend(event: StripeEvent): void {
      this.dispatch([queueDelivery(store, event, 'pending')]);
    },
    /** Takes up what an earlier run left. */
    resume(): void {
      this.dispatch(store.list('delivery', { where: (delivery) => delivery.status === 'pending' }).toReversed());
    },
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(underWay);
    },
  };
}

function queueDelivery(store: Store, event: StripeEvent, status: Delivery['status']): Delivery {
  return store.put('delivery', { id: makeId('we'), event: event.id, type: event.type, status, attempts: 0, answered: null });
}

/** Signed with the real time: receivers refuse signatures older than five minutes. */
function signature(payload: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}
