import type { Refusal } from '@newsstand/contracts/refusal';

/**
 * Where a page of this remote can show an error; everything else the server says goes into one notice, so that nothing
 * is lost.
 */
export type Shown = { fields: Readonly<Record<string, string>>; general: string | null };

/**
 * Sorts what the server refused (section 7: one text, or one for each field) by the fields that the page shows. The
 * server names fields as the body does (`item.donation.dollars`); `places` names the words by which a field of the page
 * is known.
 */
export const sortErrors = ({ errors }: Refusal, places: Readonly<Record<string, readonly string[]>>): Shown => {
  if (typeof errors === 'string') return { fields: {}, general: errors };
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const [name, message] of Object.entries(errors)) {
    const words = name.split('.');
    const place = Object.keys(places).find((one) => places[one]?.some((word) => words.includes(word)));
    if (place !== undefined) fields[place] ??= message;
    else others.push(message);
  }
  return { fields, general: others.length > 0 ? others.join(' ') : null };
};
