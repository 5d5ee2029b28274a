import { createHmac } from 'node:crypto';
import { SECOND } from '../../platform/duration.ts';

/** What signs a message: the bytes behind `whsec_`. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com). Each secret signs, so that a receiver may know
 * the old one or the new while it is changed.
 */
export function hookHeaders(secrets: readonly string[], message: { id: string; body: string; at: Date }): Record<string, string> {
  const timestamp = Math.floor(message.at.getTime() / SECOND);
  const signatures = secrets.map((secret) => {
    const signed = createHmac('sha256', keyOf(secret)).update(`${message.id}.${timestamp}.${message.body}`);
    return `v1,${signed.digest('base64')}`;
  });
  return { 'webhook-id': message.id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
