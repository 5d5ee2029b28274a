import * as v from 'valibot';
import { Mail } from './mailbox/mail.ts';

/**
 * Waits for a mail in a mailbox that runs in another process: the first to the address after the mail with the id
 * `after`.
 */
export async function nextMail(
  mailboxUrl: string,
  to: string,
  { after = 0, timeout = 10_000 }: { after?: number; timeout?: number } = {},
): Promise<Mail> {
  const query = new URLSearchParams({ to, after: String(after), timeout: String(timeout) });
  const response = await fetch(new URL(`/api/mails/next?${query}`, mailboxUrl));
  if (response.ok) return v.parse(Mail, await response.json());
  throw new Error(`The mailbox answered ${response.status}: ${await response.text()}`);
}
