/** By how much more or fewer readers are given an issue than the one before, as people say it. */
export const change = ({ readers, before }: { readers: number; before: number }): string => {
  if (before === 0) return '';
  const percent = Math.round(((readers - before) / before) * 100);
  return `${percent > 0 ? '+' : ''}${percent} %`;
};

/** What an issue has instead of a file of its own, as a sentence; null where it has all. */
export const madeWords = (made: readonly string[]): string | null =>
  made.length === 0
    ? null
    : `It has no ${made.map((format) => format.toUpperCase()).join(' and no ')} of its own: readers get what is made of its texts.`;

/** Why an issue is held that nobody held. */
export const FAR = 'held, since it was to begin and would go to far more or fewer readers than it was planned with';
