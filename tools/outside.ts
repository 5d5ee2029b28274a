/**
 * What the product reaches outside of itself: with keys and a mail server in the environment those, otherwise the
 * stand-ins on this machine.
 */
export type Outside = { payments: 'stripe' | 'emulator'; mail: 'smtp' | 'mailbox' };

/** The stand-ins, whatever the environment says: what tests run on. */
export const STAND_INS: Outside = { payments: 'emulator', mail: 'mailbox' };

const KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];

/**
 * Throws where keys are there in part: the page would pay at one place and the API ask at another. What else is unsafe
 * the API itself refuses.
 */
export function outsideOf(environment: Record<string, string | undefined>): Outside {
  const missing = KEYS.filter((name) => !environment[name]);
  if (missing.length > 0 && missing.length < KEYS.length) {
    throw new Error(`Payments need ${KEYS.join(', ')} together; missing: ${missing.join(', ')}.`);
  }
  // Every stand-in's key has the product's name in it.
  const real = missing.length === 0 && KEYS.every((name) => !environment[name]?.includes('newsstand'));
  return { payments: real ? 'stripe' : 'emulator', mail: environment['SMTP_URL'] ? 'smtp' : 'mailbox' };
}

/** What `npm start` says of it. */
export function outsideLine({ payments, mail }: Outside, webhooks: string): string {
  if (payments === 'emulator' && mail === 'mailbox') {
    return 'No key or mail server is configured, so payments and mail are stand-ins on this machine.';
  }
  return [
    payments === 'stripe'
      ? `Payments go to Stripe, with the keys of the environment. It must reach ${webhooks} (stripe listen --forward-to does that here).`
      : 'Payments are a stand-in on this machine: no key is configured.',
    mail === 'smtp' ? 'Mail goes out by SMTP_URL.' : 'Mail is a stand-in on this machine: no SMTP_URL is configured.',
  ].join(' ');
}
