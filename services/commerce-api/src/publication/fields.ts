import { Email as TypedEmail, isSender } from '@newsstand/contracts/email';
import * as v from 'valibot';

/**
 * Messages follow the field's name in a sentence ("… must be text"), because a publisher reads them, not a programmer.
 */
export const Text = v.pipe(v.string('must be text'), v.regex(/\S/, 'must not be empty'));

/** What a mailing list is called by programs: `data-list-tag="weekly"`. */
export const ListTag = v.pipe(v.string('must be text'), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be a list’s tag, such as "newsletter"'));

export const Slug = v.pipe(
  v.string('must be text'),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens, like "tide-table"'),
);

const cents = 'must be a whole number of cents, at least 0';
/**
 * Seventy thousand dollars: a hundred gifts for three years at that price are still a sum that the database can hold.
 */
const MOST_CENTS = 7_000_000;
export const Cents = v.pipe(
  v.number(cents),
  v.safeInteger(cents),
  v.minValue(0, cents),
  v.maxValue(MOST_CENTS, `must be at most ${MOST_CENTS} cents`),
);

const quantity = 'must be a whole number of at least 0';
export const Quantity = v.pipe(v.number(quantity), v.safeInteger(quantity), v.minValue(0, quantity));

const positive = 'must be a whole number of at least 1';
export const PositiveNumber = v.pipe(v.number(positive), v.safeInteger(positive), v.minValue(1, positive));

export const YesOrNo = v.boolean('must be true or false');

/** The rule for every address, in a publisher's words. */
export const Email = v.pipe(
  v.string('must be text'),
  v.check((text) => v.is(TypedEmail, text), 'must be an e-mail address'),
  TypedEmail,
);

const sender = 'must be like "Name <name@example.org>"';
/** Who letters come from. */
export const Sender = v.pipe(v.string('must be text'), v.check(isSender, sender));

const date = 'must be a date like 2026-09-07';
/** A calendar date without a time; 2026-02-30 is refused. */
export const CalendarDate = v.pipe(
  v.string(date),
  v.isoDate(date),
  v.check((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text), date),
);

export const oneOf = <const Options extends readonly string[]>(...options: Options) =>
  v.picklist(options, `must be ${options.map((option) => `"${option}"`).join(' or ')}`);

export const listOf = <Item extends v.GenericSchema>(item: Item) => v.array(item, 'must be a list');

/** A file beside the data that is sold as it is: a path from the publication's folder. */
export const File = v.pipe(
  v.string('must be text'),
  v.regex(/^files\/[a-z0-9/-]+\.(pdf|epub|zip)$/, 'must be a path like "files/atlas.pdf"'),
);

/** As `File`, of one kind. */
export const FileOf = (kind: 'pdf' | 'epub') =>
  v.pipe(v.string('must be text'), v.regex(new RegExp(`^files/[a-z0-9/-]+\\.${kind}$`), `must be a path like "files/issue-01.${kind}"`));

/** A picture beside the data: `source` is a path from the publication's folder; `alt` says what it shows. */
export const Picture = v.strictObject({
  source: v.pipe(
    v.string('must be text'),
    v.regex(/^art\/[a-z0-9/-]+\.(svg|png|jpg|webp|avif)$/, 'must be a path like "art/covers/issue-01.svg"'),
  ),
  width: PositiveNumber,
  height: PositiveNumber,
  alt: Text,
});
export type Picture = v.InferOutput<typeof Picture>;
