import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { publicView } from './browser-side.ts';
import type { Call } from './call.ts';
import { challengePage, leaveChallenge } from './challenge-page.ts';
import { settleBankDebits } from './confirm-payment.ts';
import { closeDispute, InquiryStatus, moveInquiry, type NewDispute, openDispute } from './disputes.ts';
import type { Emulation } from './emulation.ts';
import { StripeFault } from './fault.ts';
import { endRefund, makeRefund } from './refunds.ts';
import { allOff, SwitchesChange } from './switches.ts';

export type Control = ReturnType<typeof createControl>;
const Moved = v.object({ status: InquiryStatus });
const Dispute = v.object({ reason: v.optional(v.string()), inquiry: v.optional(v.boolean()) });
const Verdict = v.object({ status: v.picklist(['won', 'lost']) });
const Release = v.object({ reverse: v.optional(v.boolean(), false) });
const WebhookAddress = v.object({ url: v.pipe(v.string(), v.url()), secret: v.string() });

/** What tests and the dashboard do to the emulator; the routes below offer the same over HTTP. */
export function createControl(emulation: Emulation) {
  const { store, switches, courier, settings } = emulation;
  const act = (work: (call: Call) => object) => emulation.perform({ fromBrowser: false, request: null }, work);
  return {
    /**
     * Everything there is, newest first; `captured`, `refunded` and `disputed` are cents, the last without what was
     * won. A part is read as it is asked for: tests ask for one of them many times a second, and each reading takes all
     * of its records apart.
     */
    state: () => ({
      get captured() {
        return sum(store.list('charge').map((charge) => charge.amount_captured));
      },
      get refunded() {
        return sum(store.list('charge').map((charge) => charge.amount_refunded));
      },
      get disputed() {
        const lost = store.list('dispute', { where: ({ status }) => status === 'needs_response' || status === 'lost' });
        return sum(lost.map(({ amount }) => amount));
      },
      get payment_intents() {
        return store.list('payment_intent');
      },
      get setup_intents() {
        return store.list('setup_intent');
      },
      get charges() {
        return store.list('charge');
      },
      get refunds() {
        return store.list('refund');
      },
      get disputes() {
        return store.list('dispute');
      },
      get customers() {
        return store.list('customer');
      },
      get payment_methods() {
        return store.list('payment_method');
      },
      get deliveries() {
        return store.list('delivery');
      },
      switches,
      get violations() {
        return [...emulation.violations];
      },
    }),
    switch(change: SwitchesChange) {
      return Object.assign(switches, v.parse(SwitchesChange, change));
    },
    setWebhook(webhook: v.InferOutput<typeof WebhookAddress> | null) {
      settings.webhook = webhook;
      courier.resume();
    },
    release: (how?: { reverse?: boolean }) => courier.release(how),
    resend(eventId: string): boolean {
      const event = store.get('event', eventId);
      if (event) courier.resend(event);
      return event !== undefined;
    },
    /** Bank debits that are processing succeed or fail, as their test account says. */
    settleBankDebits() {
      emulation.perform({ fromBrowser: false, request: null }, (call) => settleBankDebits(call).map(publicView));
    },
    /** A bank takes a payment back: a debit for good, a card's until it is won or lost. Answers the dispute's id. */
    dispute(intent: string, how: NewDispute = {}): string {
      let id = '';
      act((call) => ({ id } = openDispute(call, intent, how)));
      return id;
    },
    closeDispute(id: string, status: 'won' | 'lost') {
      act((call) => closeDispute(call, id, status));
    },
    /** A bank's question is answered, asked no more, or becomes a dispute. */
    moveInquiry(id: string, status: InquiryStatus) {
      act((call) => moveInquiry(call, id, status));
    },
    /**
     * As staff does in the provider's dashboard; `amount` in cents, all that is left without it. Answers the refund's
     * id.
     */
    refund(intent: string, amount?: number, how = { isPending: switches.refunds_pend }): string {
      let id = '';
      act((call) => ({ id } = makeRefund(call, { payment_intent: intent, ...(amount !== undefined && { amount }) }, how)));
      return id;
    },
    /** A refund arrives, or comes back. */
    endRefund(id: string, status: 'succeeded' | 'failed') {
      act((call) => endRefund(call, id, status));
    },
    reset() {
      store.clear();
      emulation.violations.clear();
      Object.assign(switches, allOff());
    },
  };
}

/** The routes under /_emulator. */
export function controlRoutes(emulation: Emulation, control: Control) {
  return new Hono()
    .get('/state', (c) => c.json(control.state()))
    .get('/revision', (c) => c.text(String(emulation.store.revision())))
    .post('/switches', async (c) => {
      const change = v.safeParse(SwitchesChange, await c.req.json());
      return change.success ? c.json(control.switch(change.output)) : c.json({ errors: v.flatten(change.issues) }, 400);
    })
    .post('/webhook', async (c) => {
      const webhook = v.safeParse(WebhookAddress, await c.req.json());
      if (!webhook.success) return c.json({ errors: v.flatten(webhook.issues) }, 400);
      control.setWebhook(webhook.output);
      return c.body(null, 204);
    })
    .post('/release', async (c) => c.json({ released: control.release(v.parse(Release, JSON.parse((await c.req.text()) || '{}'))) }))
    .post('/resend/:event', (c) => (control.resend(c.req.param('event')) ? c.body(null, 204) : c.json({ errors: 'no such event' }, 404)))
    .post('/settle-bank-debits', (c) => {
      control.settleBankDebits();
      return c.body(null, 204);
    })
    .post('/dispute/:intent', async (c) => {
      const how = v.parse(Dispute, JSON.parse((await c.req.text()) || '{}'));
      return told(c, () => c.json({ dispute: control.dispute(c.req.param('intent'), how) }));
    })
    .post('/close-dispute/:dispute', async (c) => {
      const { status } = v.parse(Verdict, await c.req.json());
      return told(c, () => {
        control.closeDispute(c.req.param('dispute'), status);
        return c.body(null, 204);
      });
    })
    .post('/inquiry/:dispute', async (c) => {
      const { status } = v.parse(Moved, await c.req.json());
      return told(c, () => {
        control.moveInquiry(c.req.param('dispute'), status);
        return c.body(null, 204);
      });
    })
    .post('/reset', (c) => {
      control.reset();
      return c.body(null, 204);
    })
    .get('/3ds/:intent', (c) => challengePage(c, emulation, c.req.param('intent')))
    .post('/3ds/:intent', async (c) =>
      leaveChallenge(c, emulation, c.req.param('intent'), (await c.req.formData()).get('outcome') === 'succeeded'),
    );
}

/** What the emulator refuses, such as a second dispute of one charge, is told as the API tells it. */
function told(c: Context, work: () => Response): Response {
  try {
    return work();
  } catch (error) {
    if (error instanceof StripeFault) return c.json({ errors: error.message }, 400);
    throw error;
  }
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
