import { createAdaptorServer } from '@hono/node-server';
import { listenLocally } from './listen-locally.ts';
import type { Mail } from './mailbox/mail.ts';
import { createMailboxApp } from './mailbox/mailbox-app.ts';
import { openMails, type Wait } from './mailbox/mails.ts';
import { listenSmtp } from './mailbox/smtp.ts';

export type { Mail } from './mailbox/mail.ts';
export type MailboxOptions = {
  /** 0 takes a free port. */
  smtpPort: number;
  httpPort: number;
  host?: string;
  /** A SQLite file that keeps the mails over a restart. */
  stateFile?: string | undefined;
};
export type Mailbox = {
  smtpUrl: string;
  url: string;
  /** The first mail to the address after the mail with that id; waits up to `timeout` milliseconds (10,000). */
  next: (to: string, options?: Wait) => Promise<Mail>;
  /** Oldest first. */
  list: () => Mail[];
  /** From now on mail to this address is refused with 550, as if it did not exist. */
  refuse: (address: string) => void;
  close: () => Promise<void>;
};

/** Catches all mail of the product in development and tests: an SMTP server, and a page to read what came. */
export async function startMailbox({ smtpPort, httpPort, host = '127.0.0.1', stateFile }: MailboxOptions): Promise<Mailbox> {
  const mails = openMails(stateFile);
  const refused = new Set<string>();
  const refuse = (address: string) => void refused.add(address.toLowerCase());
  const smtp = await listenSmtp(mails, (address) => refused.has(address.toLowerCase()), smtpPort, host);
  const app = createMailboxApp(mails, refuse);
  const web = await listenLocally(createAdaptorServer({ fetch: app.fetch }), httpPort, host);
  return {
    smtpUrl: smtp.url,
    url: web.url,
    next: mails.next,
    list: () => mails.list(),
    refuse,
    async close() {
      await Promise.all([smtp.close(), web.close()]);
      mails.close();
    },
  };
}
