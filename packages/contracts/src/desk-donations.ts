import * as v from 'valibot';
import { ActionId, DeskAction } from './desk-history.ts';
import { Unprintable } from './label-sheets.ts';

/** `2026`: a year of the publication's time zone. */
export const DonationYear = v.pipe(v.string(), v.regex(/^20\d\d$/, 'Please give a year, such as 2026.'));

/**
 * Who gave in a year, and how far they were written to of it. `years`: those that are over and in which somebody gave,
 * the newest first. `charity`: what whoever may deduct donations is told, null where the publication says nothing of
 * it. `unwritten`: donors whose letter with these donations was not written yet; `waiting`: letters that go out within
 * ten minutes; `unreached`: donors who are on paper alone, because their e-mail fails or they have deleted their
 * account.
 */
export const DeskDonationYear = v.object({
  year: DonationYear,
  years: v.array(DonationYear),
  over: v.boolean(),
  charity: v.nullable(v.string()),
  donors: v.number(),
  given: v.number(),
  unwritten: v.number(),
  waiting: v.number(),
  unreached: v.number(),
  /** What was done with the letters of the year, newest first. */
  history: v.optional(v.array(DeskAction), []),
});
export type DeskDonationYear = v.InferOutput<typeof DeskDonationYear>;

/** `unwritten`: how many were shown. */
export const WriteToDonors = v.object({ action: ActionId, unwritten: v.pipe(v.number(), v.integer(), v.minValue(0)) });
export type WriteToDonors = v.InferOutput<typeof WriteToDonors>;
/** `given`: cents that these letters name together. */
export const DonorsWritten = v.object({ letters: v.number(), given: v.number() });
export type DonorsWritten = v.InferOutput<typeof DonorsWritten>;

/** Everybody's letter, or those of whoever no e-mail reaches, a page each. */
export const TakeDonorLetters = v.object({ action: ActionId, of: v.picklist(['everybody', 'unreached']) });
export type TakeDonorLetters = v.InferOutput<typeof TakeDonorLetters>;
/**
 * `data`: a PDF, in base64. `unprintable`: donors who are left out of it, since it cannot write their name or address.
 */
export const DonorLettersTaken = v.object({
  name: v.string(),
  letters: v.number(),
  data: v.string(),
  unprintable: v.optional(Unprintable),
});
export type DonorLettersTaken = v.InferOutput<typeof DonorLettersTaken>;
