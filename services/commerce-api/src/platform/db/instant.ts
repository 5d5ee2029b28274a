import * as v from 'valibot';

/** PostgreSQL writes an instant into JSON as ISO text. */
export const Instant = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
);
