import path from 'node:path';

/** The repository's root folder. */
export const root = path.resolve(import.meta.dirname, '..');
/** Everything that running the product writes: database, mail, payments, built remotes, logs. Ignored by git. */
export const dataDir = path.join(root, '.data');
