import { Prisma } from '../../generated/prisma/client.ts';

/**
 * How the slug of an issue or a product begins that the files have no more; its ref follows. Its row stays, since
 * readers have had it, and its own slug is free for another. Nothing shows or sells it; who was given an issue keeps
 * it.
 */
export const WITHDRAWN = 'withdrawn:';

/** SQL: whether the files have an issue `i` still. */
export const notWithdrawn = Prisma.raw(`i.slug not like '${WITHDRAWN}%'`);

/** The same of an issue, where Prisma asks. */
export const NOT_WITHDRAWN = { slug: { not: { startsWith: WITHDRAWN } } };
