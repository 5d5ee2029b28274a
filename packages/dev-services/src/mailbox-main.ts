// node src/mailbox-main.ts: the mailbox as a process of its own.
import { closeOnSignal, MailboxEnvironment, readEnvironment } from './environment.ts';
import { startMailbox } from './mailbox.ts';

const env = readEnvironment(MailboxEnvironment);
const mailbox = await startMailbox({ smtpPort: env.SMTP_PORT, httpPort: env.HTTP_PORT, host: env.HOST, stateFile: env.STATE_FILE });
closeOnSignal(mailbox.close);
process.stdout.write(`mailbox ready at ${mailbox.url}, taking mail at ${mailbox.smtpUrl}\n`);
