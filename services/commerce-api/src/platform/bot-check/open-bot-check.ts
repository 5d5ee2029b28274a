import type { Config } from '../config/config.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { altchaCheck } from './altcha.ts';
import type { BotCheck } from './bot-check.ts';
import { siteverifyCheck } from './siteverify.ts';

/** The check that the configuration names. */
export function openBotCheck(deps: { db: Db; clock: Clock }, { botCheck, origins }: Config): BotCheck {
  if (botCheck.provider === 'altcha') return altchaCheck(deps, botCheck);
  return siteverifyCheck({ ...botCheck, provider: botCheck.provider, hostnames: origins.map((origin) => new URL(origin).hostname) });
}
