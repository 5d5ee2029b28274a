import { hasFarCopies, type ReleaseCount } from '@newsstand/contracts/desk-issues';

const percent = (now: number, before: number): string => {
  if (before === 0) return now > 0 ? 'new' : '';
  const more = Math.round(((now - before) / before) * 100);
  return `${more > 0 ? '+' : ''}${more} %`;
};

/**
 * By how much more or fewer readers are given an issue than the one before, as people say it, and copies where these
 * are far from those.
 */
export const change = (count: ReleaseCount): string => {
  const [readers, copies] = [percent(count.readers, count.before), percent(count.copies, count.copies_before ?? 0)];
  return hasFarCopies(count) && copies !== readers ? `${readers}, copies ${copies}` : readers;
};

/** What an issue has instead of a file of its own, as a sentence; null where it has all. */
export const madeWords = (made: readonly string[]): string | null =>
  made.length === 0
    ? null
    : `It has no ${made.map((format) => format.toUpperCase()).join(' and no ')} of its own: readers get what is made of its texts.`;

/** Why an issue is held that nobody held. */
export const FAR = 'held, since it was to begin and would go to far more or fewer readers than the issue before';

/** What would be on the next late list of an issue. */
export const lateWords = (copies: number): string => `${copies === 1 ? 'One copy waits' : `${copies} copies wait`} for a late list`;
