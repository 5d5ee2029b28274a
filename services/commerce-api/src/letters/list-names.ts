import type { Wording } from '../publication/texts/letter-texts.ts';

/** The list that a sign-up without a list-tag is for. */
export const DEFAULT_TAG = 'newsletter';

/** The tags of the lists that there are; null where the publication names none: then any tag is one. */
export function listTagsOf(named: Readonly<Record<string, string>>): string[] | null {
  const tags = Object.keys(named);
  return tags.length === 0 ? null : [...new Set([DEFAULT_TAG, ...tags])];
}

/**
 * What lists are called, one after the other; null where none of them has a name. Those without are counted: a tag
 * comes with the address of a page, so that anybody may have made it up.
 */
export function listNames(tags: readonly string[], named: Readonly<Record<string, string>>, say: Wording): string | null {
  const nameOf = new Map([[DEFAULT_TAG, say('list_newsletter')], ...Object.entries(named)]);
  const names = tags.flatMap((tag) => nameOf.get(tag) ?? []);
  if (names.length === 0) return null;
  const others = tags.length - names.length;
  const more = others === 0 ? [] : [others === 1 ? say('list_other') : say('list_others', { n: others })];
  return new Intl.ListFormat('en').format([...names, ...more]);
}
