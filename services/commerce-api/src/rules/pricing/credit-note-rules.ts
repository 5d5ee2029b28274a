/** A credit note's number as it is written; null where it has none yet. */
export const creditNoteNumber = (number: number | null): string | null => (number === null ? null : `CN-${number}`);
