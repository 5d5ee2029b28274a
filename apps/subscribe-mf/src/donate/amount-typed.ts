/**
 * What a field for dollars takes of what is typed: a number as people write it, with its sign, commas and cents, but no
 * letters.
 */
export const amountTyped = (text: string): string => text.replaceAll(/[^\d.,$\s−-]/g, '');

/** The number in it; whole dollars are made of it by the clamp of section 5. */
export const dollarsOf = (typed: string): string => typed.replaceAll(/[$,\s]/g, '');
