import type { Context } from 'hono';
import { html } from 'hono/html';
import { answerChallenge } from './browser-side.ts';
import type { Emulation } from './emulation.ts';

/** The bank's page for intents that were confirmed without Stripe.js: it asks, then leads back to the `return_url`. */
export function challengePage(c: Context, { store }: Emulation, intentId: string) {
  const intent = store.get('payment_intent', intentId) ?? store.get('setup_intent', intentId);
  if (intent?.status !== 'requires_action') return c.notFound();
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>3D Secure test page</title>
        <body style="font: 16px/1.5 system-ui; max-width: 30rem; margin: 4rem auto; padding: 0 1rem">
          <h1>3D Secure test page</h1>
          <p>This stands for the reader's bank. Payment ${intent.id}</p>
          <form method="post">
            <button name="outcome" value="succeeded">Complete authentication</button>
            <button name="outcome" value="failed">Fail authentication</button>
          </form>
        </body>
      </html>`,
  );
}

export function leaveChallenge(c: Context, emulation: Emulation, intentId: string, isAuthentic: boolean) {
  const intent = emulation.store.get('payment_intent', intentId) ?? emulation.store.get('setup_intent', intentId);
  if (intent?.status !== 'requires_action' || intent.client_secret === null) return c.notFound();
  const secret = intent.client_secret;
  emulation.perform({ fromBrowser: true, request: null }, (call) => answerChallenge(call, secret, isAuthentic));
  const back = intent.next_action?.redirect_to_url?.return_url;
  if (!back) return c.text('Done. You may close this page.');
  const url = new URL(back);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, secret);
  url.searchParams.set('redirect_status', isAuthentic ? 'succeeded' : 'failed');
  return c.redirect(url.href, 303);
}
