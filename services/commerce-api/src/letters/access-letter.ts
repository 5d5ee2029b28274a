import { displayMoment } from '@newsstand/contracts/display-date';
import * as v from 'valibot';
import { codeOf, tokenOf } from '../platform/secrets.ts';
import { accountWords, type AccountWorld } from './account-words.ts';
import type { Block, Letter } from './letter.ts';

/**
 * Letters about logging in. Where a code or a link was asked for and there is no account, `no-account` goes there, or
 * `first-code`, which makes one; for a link, while somebody who is posted to has no account yet, `no-account-by-post`,
 * which says how they have one.
 */
export const AccessLetterKind = v.picklist([
  'code',
  'first-code',
  'no-account',
  'no-account-by-post',
  'reset',
  'password-set',
  'password-changed',
  'password-removed',
  'new-sign-in',
  'welcome',
]);
export type AccessLetterKind = v.InferOutput<typeof AccessLetterKind>;

const Code = v.object({ ticket: v.string(), expires: v.string() });
const Reset = v.object({ nonce: v.string(), email: v.optional(v.string()), expires: v.string() });
const NewSignIn = v.object({ name: v.string(), method: v.string(), agent: v.string(), at: v.string() });
const Named = v.object({ name: v.string() });
/** Why a password was removed, where it was not the first proof of the mailbox. */
const Paid = v.object({ why: v.literal('paid') });
/** Of an account that was made for whoever is billed, once that was paid: the invoice's order. */
const Billed = v.object({ order: v.string() });
const Timed = v.object({ expires: v.string() });

/**
 * Writes a letter about logging in. Null for one that comes too late to be of use. Codes and links are made here, from
 * the secret: the outbox holds neither.
 */
export function accessLetter(kind: AccessLetterKind, payload: unknown, world: AccountWorld): Letter | null {
  if (v.is(Timed, payload) && new Date(payload.expires) <= world.now) return null;
  return accountWords(world).letter(NAMES[kind], blocksOf(kind, payload, world));
}

const NAMES = {
  code: 'code',
  'first-code': 'code',
  'no-account': 'no_account',
  'no-account-by-post': 'no_account',
  reset: 'reset',
  'password-set': 'password_set',
  'password-changed': 'password_changed',
  'password-removed': 'password_removed',
  'new-sign-in': 'new_sign_in',
  welcome: 'welcome',
} as const;

function blocksOf(kind: AccessLetterKind, payload: unknown, world: AccountWorld): Block[] {
  const { secret, say } = world;
  const { text, button, notYou, secure } = accountWords(world);
  switch (kind) {
    case 'code':
      return [
        text('code_intro'),
        { type: 'code', text: codeOf(secret, v.parse(Code, payload).ticket) },
        text('code_lifetime'),
        text('not_you_ignore'),
      ];
    case 'first-code':
      return [
        text('first_code_intro'),
        { type: 'code', text: codeOf(secret, v.parse(Code, payload).ticket) },
        text('code_lifetime'),
        text('first_code_by_post'),
        text('not_you_ignore'),
      ];
    case 'no-account':
    case 'no-account-by-post': {
      const isByCode = kind === 'no-account-by-post' && (world.logins?.includes('email-code') ?? true);
      return [
        text('no_account_intro'),
        ...(isByCode ? [text('no_account_by_post'), button('no_account_code', 'login')] : []),
        button('no_account_button', 'subscribe'),
        text('not_you_ignore'),
      ];
    }
    case 'reset': {
      const { nonce, email } = v.parse(Reset, payload);
      // Behind the #, so that it is in no server's log. The address is for password managers, which keep the new
      // password with it.
      const hash = new URLSearchParams({ reset: tokenOf(secret, nonce), ...(email !== undefined && { email }) });
      return [text('reset_intro'), button('reset_button', 'login', `#${hash}`), text('reset_lifetime'), text('not_you_ignore')];
    }
    case 'password-set':
    case 'password-changed':
    case 'password-removed':
      return [
        text('greeting', v.parse(Named, payload)),
        text(v.is(Paid, payload) ? 'password_removed_paid' : `${NAMES[kind]}_intro`),
        notYou(),
        secure(),
      ];
    case 'new-sign-in': {
      const { name, method, agent, at } = v.parse(NewSignIn, payload);
      const facts = [
        { name: say('new_sign_in_when'), value: `${displayMoment(at, 'UTC')} UTC` },
        { name: say('new_sign_in_browser'), value: agent },
        { name: say('new_sign_in_method'), value: say(method === 'google' ? 'method_google' : 'method_password') },
      ];
      return [text('greeting', { name }), text('new_sign_in_intro'), { type: 'facts', facts }, notYou(), secure()];
    }
    case 'welcome': {
      const [intro, help] = v.is(Billed, payload)
        ? (['welcome_billed', 'welcome_billed_help'] as const)
        : (['welcome_intro', 'welcome_help'] as const);
      return [text('greeting', v.parse(Named, payload)), text(intro), button('welcome_button', 'account'), text(help)];
    }
  }
}
