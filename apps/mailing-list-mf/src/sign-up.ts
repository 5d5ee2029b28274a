import { botChallenge, type BotCheck } from '@newsstand/contracts/bot-check';
import { listSignup } from '@newsstand/contracts/mailing-list';
import type { Refusal } from '@newsstand/contracts/refusal';
import type { TableApi } from '@newsstand/ui/call-table';
import { botToken } from '@newsstand/ui/captcha';

/**
 * Section 4: empty, querying, success, failure. A failure has a message for the field, or one for the whole form, or
 * both.
 */
export type Signup =
  | { type: 'empty' }
  | { type: 'querying' }
  | { type: 'success' }
  | { type: 'failure'; email: string | undefined; general: string | undefined };

/** The only calls that this remote makes. */
export const calls = { botChallenge, listSignup };

export type SignUpInput = { api: TableApi<typeof calls>; botCheck: BotCheck; tags: readonly string[]; botCheckFailed: string };

/**
 * Puts an address on the lists. The address goes as it was typed: the server alone says what is wrong with it (section
 * 5). Each attempt gets a bot-check token of its own, so that a failure leaves none behind (section 4).
 */
export const signUp = async ({ api, botCheck, tags, botCheckFailed }: SignUpInput, email: string): Promise<Signup> => {
  let captcha: string;
  try {
    captcha = await botToken(botCheck, api);
  } catch (error) {
    reportError(error);
    return { type: 'failure', email: undefined, general: botCheckFailed };
  }
  const answer = await api('listSignup', { query: { captcha, 'list-tag': [...tags] }, body: { email } });
  return answer.ok ? { type: 'success' } : failure(answer.refusal);
};

const failure = ({ errors }: Refusal): Signup => {
  if (typeof errors === 'string') return { type: 'failure', email: undefined, general: errors };
  const { email, ...others } = errors;
  const general = Object.values(others).join(' ');
  return { type: 'failure', email, general: general === '' ? undefined : general };
};
