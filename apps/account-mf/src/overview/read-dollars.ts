/**
 * A whole number of dollars as people write it ('40', '$40', '1,000', '40.00'); null for anything else. Saving charges
 * it each month, so nothing is guessed here: the clamp of section 5 is for amounts that the reader still sees before
 * they pay.
 */
export const readDollars = (typed: string): number | null => {
  const written = typed.replaceAll(/\s/g, '');
  if (!/^\$?(\d+|\d{1,3}(,\d{3})+)(\.0*)?$/.test(written)) return null;
  const dollars = Number(written.replaceAll(/[$,]/g, ''));
  return dollars >= 1 ? dollars : null;
};
