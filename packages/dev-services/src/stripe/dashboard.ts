import { Hono } from 'hono';
import { layout, pageFiles, pageHeaders } from '../page/layout.ts';
import type { Control } from './control.ts';
import { eventsView, paymentsView, switchesView } from './dashboard-view.ts';
import { InquiryStatus } from './disputes.ts';
import type { Emulation } from './emulation.ts';
import { html } from 'hono/html';
import * as v from 'valibot';

const SHOWN = 50;

/** What the dashboard's buttons do. Pressing a switch that is on turns it off. */
const presses: Record<string, (control: Control, emulation: Emulation) => void> = {
  decline: (control, { switches }) => control.switch({ decline: { times: switches.decline.times > 0 ? 0 : 1 } }),
  'hang-up': (control, { switches }) => control.switch({ hang_up: { times: switches.hang_up.times > 0 ? 0 : 1 } }),
  fail: (control, { switches }) => control.switch({ fail: { times: switches.fail.times > 0 ? 0 : 1 } }),
  latency: (control, { switches }) => control.switch({ latency: switches.latency > 0 ? 0 : 3000 }),
  delay: (control, { switches }) => control.switch({ delay: switches.delay > 0 ? 0 : 5000 }),
  duplicate: (control, { switches }) => control.switch({ duplicate: !switches.duplicate }),
  reverse: (control, { switches }) => control.switch({ reverse: !switches.reverse }),
  drop: (control, { switches }) => control.switch({ drop: !switches.drop }),
  hold(control, { switches }) {
    if (switches.hold) control.release();
    control.switch({ hold: !switches.hold });
  },
  'refunds-pend': (control, { switches }) => control.switch({ refunds_pend: !switches.refunds_pend }),
  'apple-pay': (control, { switches }) => control.switch({ apple_pay: !switches.apple_pay }),
  'google-pay': (control, { switches }) => control.switch({ google_pay: !switches.google_pay }),
  'settle-bank-debits': (control) => control.settleBankDebits(),
  reset: (control) => control.reset(),
};

export function dashboard(emulation: Emulation, control: Control) {
  const { store, switches, settings, violations } = emulation;
  return new Hono()
    .route('/', pageFiles())
    .use('/', pageHeaders)
    .get('/', (c) =>
      c.html(
        layout({
          title: 'Stripe emulator',
          header: html`<h1>Stripe emulator</h1>
            <p class="quiet">No money moves. Webhooks go to ${settings.webhook?.url ?? 'nobody: no address was given'}.</p>`,
          main: html`${
            violations.size > 0
              ? html`<h2>Answers that stripe-node does not allow</h2>
                  <pre tabindex="0">${[...violations].join('\n')}</pre>`
              : ''
          }
          ${switchesView(switches)}
          ${paymentsView(store, {
            payments: store.list('payment_intent', { limit: SHOWN }),
            setups: store.list('setup_intent', { limit: SHOWN }),
            disputes: store.list('dispute'),
          })}
          ${eventsView(store.list('event', { limit: SHOWN }), store.list('delivery', { limit: 4 * SHOWN }))}`,
          live: { asks: '/_emulator/revision', revision: store.revision() },
        }),
      ),
    )
    .get('/_emulator', (c) => c.redirect('/'))
    .post('/_emulator/press/:button', (c) => {
      presses[c.req.param('button')]?.(control, emulation);
      return c.redirect('/', 303);
    })
    .post('/_emulator/press/refund/:intent', (c) => {
      control.refund(c.req.param('intent'));
      return c.redirect('/', 303);
    })
    .post('/_emulator/press/refund-half/:intent', (c) => {
      const intent = c.req.param('intent');
      control.refund(intent, Math.ceil((store.get('payment_intent', intent)?.amount_received ?? 0) / 2));
      return c.redirect('/', 303);
    })
    .post('/_emulator/press/arrive-refund/:refund', (c) => {
      control.endRefund(c.req.param('refund'), 'succeeded');
      return c.redirect('/', 303);
    })
    .post('/_emulator/press/fail-refund/:refund', (c) => {
      control.endRefund(c.req.param('refund'), 'failed');
      return c.redirect('/', 303);
    })
    .post('/_emulator/press/take-back/:intent', (c) => {
      control.dispute(c.req.param('intent'));
      return c.redirect('/', 303);
    })
    .post('/_emulator/press/ask/:intent', (c) => {
      control.dispute(c.req.param('intent'), { inquiry: true });
      return c.redirect('/', 303);
    })
    .post('/_emulator/press/inquiry/:dispute/:status', (c) => {
      control.moveInquiry(c.req.param('dispute'), v.parse(InquiryStatus, c.req.param('status')));
      return c.redirect('/', 303);
    })
    .post('/_emulator/press/close-dispute/:dispute/:status', (c) => {
      control.closeDispute(c.req.param('dispute'), c.req.param('status') === 'won' ? 'won' : 'lost');
      return c.redirect('/', 303);
    })
    .post('/_emulator/press/resend/:event', (c) => {
      control.resend(c.req.param('event'));
      return c.redirect('/', 303);
    });
}
