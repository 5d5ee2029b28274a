import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { thisMachineOnly } from '../this-machine-only.ts';
import type { Mails } from './mails.ts';
import { readMail } from './read-mail.ts';

/**
 * Takes every mail, except to addresses that `isRefused`: those answer 550, as a mail server does for a mailbox that is
 * gone.
 */
export async function listenSmtp(mails: Mails, isRefused: (address: string) => boolean, port: number, host: string) {
  thisMachineOnly(host);
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 500,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (isRefused(address)) done(Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 }));
      else done();
    },
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map((recipient) => recipient.address);
      const taken = async () => {
        const raw = await buffer(stream);
        mails.add(await readMail(raw, { from, to }), raw);
      };
      callbackify(taken)((error) => done(error));
    },
  });
  server.listen(port, host);
  await once(server.server, 'listening'); // rejects when the port is taken
  // A sender that disconnects in the middle of a mail must not disturb the others.
  server.on('error', () => undefined);
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The SMTP server has no port.');
  return { url: `smtp://${host}:${address.port}`, close: () => new Promise<void>((resolve) => server.close(resolve)) };
}
