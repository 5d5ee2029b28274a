import * as v from 'valibot';
import { CalendarDate, Cents, FileOf, Picture, PositiveNumber, Quantity, Slug, Text, listOf } from './fields.ts';

/** The magazine's own files of an issue, where it has them; the others are made of its texts and pictures. */
export const IssueFiles = v.strictObject({ pdf: v.optional(FileOf('pdf')), epub: v.optional(FileOf('epub')) });
export type IssueFiles = v.InferOutput<typeof IssueFiles>;

/**
 * One number of the magazine, with the ref that carts know it by. `released` is null until it is out. Prices are in
 * cents;
 * `print_quantity` is the stock a new database starts with.
 */
export const Issue = v.pipe(
  v.strictObject({
    number: PositiveNumber,
    slug: Slug,
    title: Text,
    season: Text,
    summary: Text,
    contents: listOf(Text),
    released: v.nullable(CalendarDate),
    print_price: Cents,
    digital_price: Cents,
    print_quantity: Quantity,
    cover: Picture,
    files: v.optional(IssueFiles, {}),
  }),
  v.transform((issue) => ({ ...issue, ref: `iss:${issue.number}` as const })),
);
export type Issue = v.InferOutput<typeof Issue>;

export const Issues = listOf(Issue);
