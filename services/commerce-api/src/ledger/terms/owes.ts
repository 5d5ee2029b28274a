import { Prisma } from '../../../generated/prisma/client.ts';

/** SQL: whether the token `t` is one of the term `s`, or of another that goes by this name. */
export const isTokenOf = (term: 's' | 'o' = 's'): Prisma.Sql =>
  Prisma.raw(`((t.publication_id, t.owner_id, t.subscription_id) = (${term}.publication_id, ${term}.owner_id, ${term}.id))`);

/** SQL: whether the token `t` is owed: what is delivered has a day and an issue, the database knows no half of it. */
export const isOwed = Prisma.sql`t.delivered is null`;
/** The same for who asks which is next: of these an index has the ordinals as well, and is larger for it. */
export const isOwedInOrder = Prisma.sql`t.issue is null`;
/** SQL: whether the token `t` was owed at a moment. */
export const isOwedAt = (at: Prisma.Sql): Prisma.Sql => Prisma.sql`(${isOwed} or t.delivered > ${at})`;

const isLifetimeOrHas = (term: 's' | 'o', isOpen: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${Prisma.raw(term)}.term = 'lifetime' or exists (select from issue_token t where ${isTokenOf(term)} and ${isOpen}))`;

/** SQL: whether the term `s` still owes something: nobody cancelled it, and an issue is to come, or it is for life. */
export const owes = (term: 's' | 'o' = 's'): Prisma.Sql =>
  Prisma.sql`(${Prisma.raw(term)}.cancelled is null and ${isLifetimeOrHas(term, isOwed)})`;

/** SQL: whether it owed something at a moment: it was there by then. */
export const owedAt = (at: Prisma.Sql, term: 's' | 'o' = 's'): Prisma.Sql => {
  const it = Prisma.raw(term);
  return Prisma.sql`(${it}.created <= ${at} and (${it}.cancelled is null or ${it}.cancelled > ${at}) and ${isLifetimeOrHas(term, isOwedAt(at))})`;
};

/** SQL: the term `s` comes in print. */
export const isPosted = Prisma.sql`s.active_deliverable in ('print-a', 'print-b', 'print-c')`;
