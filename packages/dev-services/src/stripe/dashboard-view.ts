import { html } from 'hono/html';
import type { Stripe } from 'stripe';
import { idOf } from './call.ts';
import { INQUIRIES } from './disputes.ts';
import type { Store } from './store.ts';
import type { Switches } from './switches.ts';
import type { Delivery, StripeEvent } from './records.ts';

export function switchesView(switches: Switches) {
  return html`<h2>What shall go wrong, and what the reader’s device has</h2>
    <div class="switches">
      ${toggle('decline', 'Decline the next charge', switches.decline.times > 0)}
      ${toggle('hang-up', 'Lose the next answer', switches.hang_up.times > 0)}
      ${toggle('fail', 'Fail the next request', switches.fail.times > 0)} ${toggle('latency', 'Answer 3 s late', switches.latency > 0)}
      ${toggle('delay', 'Delay webhooks 5 s', switches.delay > 0)} ${toggle('duplicate', 'Duplicate webhooks', switches.duplicate)}
      ${toggle('reverse', 'Reverse webhooks', switches.reverse)} ${toggle('hold', 'Hold webhooks', switches.hold)}
      ${toggle('drop', 'Drop webhooks', switches.drop)} ${toggle('apple-pay', 'Device has Apple Pay', switches.apple_pay)}
      ${toggle('google-pay', 'Device has Google Pay', switches.google_pay)} ${press('settle-bank-debits', 'Settle bank debits')}
      ${toggle('refunds-pend', 'Refunds take their time', switches.refunds_pend)} ${press('reset', 'Start over')}
    </div>`;
}

type Shown = { payments: Stripe.PaymentIntent[]; setups: Stripe.SetupIntent[]; disputes: Stripe.Dispute[] };

export function paymentsView(store: Store, { payments, setups, disputes }: Shown) {
  const intents = [...payments, ...setups].toSorted((a, b) => b.created - a.created);
  return html`<h2>Payments</h2>
    ${
      intents.length === 0
        ? html`<p class="quiet">None yet.</p>`
        : html`<ol class="rows">
            ${intents.map((intent) => intentRow(intent, disputes, store))}
          </ol>`
    }`;
}

export function eventsView(events: StripeEvent[], deliveries: Delivery[]) {
  return html`<h2>Events and webhooks</h2>
    ${
      events.length === 0
        ? html`<p class="quiet">None yet.</p>`
        : html`<ol class="rows">
            ${events.map((event) =>
              eventRow(
                event,
                deliveries.filter((delivery) => delivery.event === event.id),
              ),
            )}
          </ol>`
    }`;
}

function intentRow(intent: Stripe.PaymentIntent | Stripe.SetupIntent, disputes: Stripe.Dispute[], store: Store) {
  const failure = intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error;
  const method = store.get('payment_method', idOf(intent.payment_method) ?? failure?.payment_method?.id ?? '');
  const metadata = Object.entries(intent.metadata ?? {}).map(([key, value]) => `${key} ${value}`);
  return html`<li>
    <span class="amount">${intent.object === 'payment_intent' ? money(intent.amount, intent.currency) : 'Card set-up'}</span>
    <span class="${tone(intent.status)}">${words(intent.status)}</span>
    <span>${methodName(method)}</span>
    <span class="grow quiet">${metadata.join(', ')} ${failure ? html`<span class="bad">${failure.message}</span>` : ''}</span>
    <code class="quiet">${intent.id}</code>
    ${time(intent.created)} ${intent.object === 'payment_intent' && intent.status === 'succeeded' ? moneyBack(intent, disputes, store) : ''}
  </li>`;
}

const KEPT = new Set<Stripe.Dispute.Status>(['won', 'warning_closed']);

/** What became of money that had arrived, and what can: staff refund it, a bank takes it back, and a dispute ends. */
function moneyBack({ id, currency, latest_charge }: Stripe.PaymentIntent, disputes: Stripe.Dispute[], store: Store) {
  const charge = store.get('charge', idOf(latest_charge) ?? '');
  const dispute = disputes.find(({ payment_intent }) => payment_intent === id);
  if (!charge) return '';
  const refunds = store.list('refund', { where: (refund) => refund.payment_intent === id && refund.status !== 'failed' });
  return html`${charge.amount_refunded > 0 ? html`<span class="bad">${money(charge.amount_refunded, currency)} refunded</span>` : ''}
  ${dispute ? html`<span class="${KEPT.has(dispute.status) ? 'good' : 'bad'}">${dispute.status.startsWith('warning_') ? 'asked about' : 'taken back'}: ${words(dispute.status)}</span>` : ''}
  ${refunds.map(
    (refund) =>
      html`${refund.status === 'pending' ? press(`arrive-refund/${refund.id}`, 'Refund arrives', refund.id) : ''}
      ${press(`fail-refund/${refund.id}`, 'Fail refund', refund.id)}`,
  )}
  ${
    charge.refunded || dispute
      ? ''
      : html`${press(`refund/${id}`, 'Refund', id)} ${press(`refund-half/${id}`, 'Refund half', id)} ${press(`ask/${id}`, 'Ask', id)}
        ${press(`take-back/${id}`, 'Take back', id)}`
  }
  ${dispute?.status === 'warning_needs_response' ? press(`inquiry/${dispute.id}/warning_under_review`, 'Answer', id) : ''}
  ${
    dispute && INQUIRIES.has(dispute.status)
      ? html`${press(`inquiry/${dispute.id}/warning_closed`, 'Ask no more', id)}
        ${press(`inquiry/${dispute.id}/needs_response`, 'Take back', id)}`
      : ''
  }
  ${
    dispute?.status === 'needs_response'
      ? html`${press(`close-dispute/${dispute.id}/won`, 'Win', id)} ${press(`close-dispute/${dispute.id}/lost`, 'Lose', id)}`
      : ''
  }`;
}

function eventRow(event: StripeEvent, deliveries: Delivery[]) {
  return html`<li>
    <span class="grow">${event.type} <code class="quiet">${event.data.object.id}</code></span>
    ${deliveries.map((delivery) => html`<span class="${tone(delivery.status)}">${words(delivery.status)}${answer(delivery)}</span>`)}
    <form method="post" action="/_emulator/press/resend/${event.id}">
      <button id="resend-${event.id}" aria-label="Send again: ${event.type} of ${event.data.object.id}">Send again</button>
    </form>
    ${time(event.created)}
  </li>`;
}

function answer({ attempts, answered }: Delivery): string {
  if (attempts === 0) return '';
  return ` (${answered === 0 ? 'no answer' : answered}${attempts > 1 ? `, ${attempts} attempts` : ''})`;
}

function toggle(name: string, label: string, isOn: boolean) {
  return html`<form method="post" action="/_emulator/press/${name}">
    <button id="${name}" aria-pressed="${isOn ? 'true' : 'false'}">${label}</button>
  </form>`;
}

function press(name: string, label: string, of = '') {
  return html`<form method="post" action="/_emulator/press/${name}">
    <button id="${name}" aria-label="${of === '' ? label : `${label}: ${of}`}">${label}</button>
  </form>`;
}

function tone(status: string): string {
  if (['succeeded', 'delivered'].includes(status)) return 'good';
  return ['failed', 'dropped', 'canceled', 'requires_payment_method'].includes(status) ? 'bad' : 'wait';
}

function words(status: string): string {
  return status.replaceAll('_', ' ');
}

function methodName(method: Stripe.PaymentMethod | undefined): string {
  if (method?.card)
    return [method.card.brand, method.card.last4, method.card.wallet && words(method.card.wallet.type)].filter(Boolean).join(' ');
  return method?.us_bank_account ? `bank ${method.us_bank_account.last4}` : '';
}

function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

function time(seconds: number) {
  const iso = new Date(seconds * 1000).toISOString();
  return html`<time class="quiet" datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;
}
