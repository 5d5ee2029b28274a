import { randomBytes } from 'node:crypto';

/** An id as Stripe writes them: a prefix that names the resource, then letters and digits. */
export function makeId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}

export function makeClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

/** The intent that a client secret belongs to. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? clientSecret;
}

function randomText(length: number): string {
  return randomBytes(length).toString('base64url').replace(/[-_]/g, 'x').slice(0, length);
}
