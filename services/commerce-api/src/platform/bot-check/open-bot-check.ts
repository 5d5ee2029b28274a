import type { Config } from '../config/config.ts';
import type { Platform } from '../platform.ts';
import { altchaCheck } from './altcha.ts';
import type { BotCheck } from './bot-check.ts';
import { siteverifyCheck } from './siteverify.ts';

/** The check that the configuration names. */
export function openBotCheck(deps: Pick<Platform, 'db' | 'clock'>, { botCheck, origins }: Config): BotCheck {
  if (botCheck.provider === 'altcha') return altchaCheck(deps, botCheck);
  return siteverifyCheck({ ...botCheck, provider: botCheck.provider, hostnames: origins.map((origin) => new URL(origin).hostname) });
}
