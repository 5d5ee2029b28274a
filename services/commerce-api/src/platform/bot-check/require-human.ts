import { apiText } from '../http/api-text.ts';
import type { AppContext } from '../http/app-env.ts';
import { clientAddress } from '../http/client-address.ts';
import { Refusal } from '../http/refusal.ts';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { BotAction, BotCheck, BotVerdict } from './bot-check.ts';

/** A token is a few hundred bytes; what is longer is not worth reading. */
const MAX_TOKEN = 4096;

/**
 * Refuses (403) a request without a good token; each token counts once. `field` is where the page shows the message.
 */
export async function requireHuman(
  { botCheck, config, log }: { botCheck: BotCheck; config: Config; log: Logger },
  c: AppContext,
  { token = '', action, field = 'general' }: { token: string | undefined; action: BotAction; field?: string },
): Promise<void> {
  const address = clientAddress(c, config.trustedProxies);
  const verdict = await judge(botCheck, token, { address, action });
  if (verdict === 'human') return;
  log.info({ request: c.get('requestId'), action, verdict }, 'bot check failed');
  throw new Refusal(403, { [field]: apiText('not_human') });
}

async function judge(botCheck: BotCheck, token: string, context: { address: string; action: BotAction }): Promise<BotVerdict> {
  if (token === '') return 'missing';
  return token.length > MAX_TOKEN ? 'invalid' : botCheck.verify(token, context);
}
