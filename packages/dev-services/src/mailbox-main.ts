// node src/mailbox-main.ts: the mailbox as a process of its own.
import * as v from 'valibot';
import { closeOnSignal, Path, Port, readEnvironment } from './environment.ts';
import { startMailbox } from './mailbox.ts';

const Environment = v.object({ SMTP_PORT: Port(2525), HTTP_PORT: Port(8025), HOST: v.optional(v.string(), '127.0.0.1'), STATE_FILE: Path });

const env = readEnvironment(Environment);
const mailbox = await startMailbox({ smtpPort: env.SMTP_PORT, httpPort: env.HTTP_PORT, host: env.HOST, stateFile: env.STATE_FILE });
closeOnSignal(mailbox.close);
process.stdout.write(`mailbox ready at ${mailbox.url}, taking mail at ${mailbox.smtpUrl}\n`);
