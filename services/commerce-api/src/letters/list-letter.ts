import * as v from 'valibot';
import { tokenOf } from '../platform/secrets.ts';
import type { AccountWorld } from './account-words.ts';
import type { Block, Letter } from './letter.ts';
import { listNames } from './list-names.ts';

/** Where the link of the letter leads: GET asks, POST joins. */
export const JOIN_LISTS = '/api/letters/lists';

/** `tags`: which lists; of letters of before it is not known. */
export const ListJoin = v.object({ nonce: v.string(), expires: v.string(), tags: v.optional(v.array(v.string()), []) });

type Names = Readonly<Record<string, string>>;

/** Asks whether an address wants to be on the lists that somebody named it for; null for one that comes too late. */
export function listLetter(
  { nonce, expires, tags }: v.InferOutput<typeof ListJoin>,
  { secret, now, sender, say, api, lists }: Pick<AccountWorld, 'secret' | 'now' | 'sender' | 'say'> & { api: string; lists: Names },
): Letter | null {
  if (new Date(expires) <= now) return null;
  const values = { publication: sender.name, support: sender.support };
  const text = (key: Parameters<typeof say>[0]): Block => ({ type: 'paragraph', text: say(key, values) });
  const named = listNames(tags, lists, say);
  const url = new URL(JOIN_LISTS, api);
  url.searchParams.set('join', tokenOf(secret, nonce));
  return {
    subject: say('list_join_subject', values),
    preheader: say('list_join_preheader', values),
    sender: { name: sender.name, url: sender.url },
    footer: say('list_join_footer', values),
    blocks: [
      { type: 'heading', text: say('list_join_heading', values) },
      text('list_join_intro'),
      ...(named === null ? [] : [{ type: 'paragraph' as const, text: say('list_join_which', { lists: named }) }]),
      { type: 'button', text: say('list_join_button', values), url: url.href },
      text('list_join_ignore'),
    ],
  };
}
