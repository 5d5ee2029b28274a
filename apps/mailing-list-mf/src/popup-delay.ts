const DEFAULT_AFTER = 20;
const SECOND = 1000;

/**
 * How long a reader reads in peace, in milliseconds; `data-after` says it in seconds. What is no number of them, or
 * more than a timer takes, counts as left out.
 */
export const readsInPeace = (after = ''): number => {
  const seconds = parseFloat(after);
  return (seconds >= 0 && seconds < 1e5 ? seconds : DEFAULT_AFTER) * SECOND;
};
