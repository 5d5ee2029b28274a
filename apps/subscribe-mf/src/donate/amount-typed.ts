/**
 * What a field for dollars takes of what is typed: a number as people write it, with its sign, commas and cents, but no
 * letters.
 */
export const amountTyped = (text: string): string => text.replaceAll(/[^\d.,$\s−-]/g, '');

/**
 * The number in it; whole dollars are made of it by the clamp of section 5. Cents behind a comma are cents: elsewhere
 * 13,37 is what 13.37 is here, and no hundredfold amount.
 */
export const dollarsOf = (typed: string): string => {
  const amount = typed.replaceAll(/[$\s]/g, '').replace(/[.,]+$/, '');
  const dollars = amount.replace(/,\d{1,2}$/, '');
  return dollars.replaceAll(dollars === amount ? ',' : /[.,]/g, '');
};
