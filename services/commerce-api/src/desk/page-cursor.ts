/** How many of a list are shown at a time. */
export const PAGE = 50;

/** Where a page of a list ends: by when its last row was, and its id. */
type At = { at: Date; id: string };

/**
 * What `next` says, for whoever asks for the rest. A row is never seen twice or skipped, whatever is added meanwhile.
 */
export const writeCursor = ({ at, id }: At): string => `${at.getTime()}.${id}`;

/** Null for what no answer of ours said: the list begins anew. */
export function readCursor(after: string | undefined): At | null {
  const [, at, id] = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(after ?? '') ?? [];
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id };
}

/** A page of rows of which one more was asked for, and where the next one begins. */
export function pageOf<Row extends At>(rows: readonly Row[]): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return { shown, next: rows.length > PAGE && last ? writeCursor(last) : null };
}
