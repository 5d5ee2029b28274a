import type { BotCheck as ClientBotCheck } from '@newsstand/contracts/bot-check';

export type BotVerdict = 'human' | 'missing' | 'invalid' | 'expired' | 'replayed' | 'unavailable';
export type BotAction = 'checkout' | 'list-signup';

/** A bot check: the built-in proof of work, or an outside service. */
export type BotCheck = {
  /** What the page must run. */
  client: ClientBotCheck;
  /**
   * A challenge for the built-in check; `pressure` is how many this reader asked for lately. Null: the service makes
   * its own.
   */
  challenge: ((pressure: number) => Promise<object>) | null;
  verify(token: string, context: { address: string; action: BotAction }): Promise<BotVerdict>;
};
