import { MINUTE } from '../platform/duration.ts';

/**
 * So long a letter of the desk's waits, in which whoever sees that it is wrong takes back what wrote it: then it never
 * was written.
 */
export const LETTER_DELAY = 10 * MINUTE;
