import * as v from 'valibot';
import { says } from './schema-message.ts';

export const TOO_LONG = 'Must be at most {n} characters.';
/** What has more characters than it may have. */
export const tooLong = (issue: v.MaxLengthIssue<string, number>): string => says('too_long', TOO_LONG, issue.requirement)(issue);

/** What a page of ours sends in so many characters at most, and no reader types: a token, a name out of a list. */
export const upTo = (max: number) => v.pipe(v.string(), v.maxLength(max, tooLong));

/** A query that is there or not, whatever it says. */
export const Flag = v.optional(upTo(100));

/** What the bot check made; the longest that is known, hCaptcha's, has some thousand characters. */
export const Captcha = v.optional(upTo(8192));
