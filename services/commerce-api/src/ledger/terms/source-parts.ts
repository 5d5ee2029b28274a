import { Prisma } from '../../../generated/prisma/client.ts';
import { type SourceKind, termSource } from '../../rules/subscriptions/term-source.ts';

/** What the source of a term that came so is like. */
export const likeSource = (kind: SourceKind, ...named: readonly string[]): string => termSource(kind, ...named, '%');

/** SQL: whether a term came so. */
export const isFrom = (kind: SourceKind, term: 's' | 'd' | 'r' | 'n' = 's'): Prisma.Sql =>
  Prisma.raw(`(${term}.source like '${likeSource(kind)}')`);

/** SQL: whether the line `l` of an order paid for the term `s`, in a check-out or by an invoice. */
export const isOfLine = Prisma.sql`s.source = 'order:' || l.order_id || ':' || l.ordinal`;

/** SQL: whether the order `o` paid for the term `s`, in a check-out or by an invoice. */
export const isOfOrder = Prisma.sql`s.source like 'order:' || o.id || ':%'`;

/** SQL: whether the term `s` renewed by itself, by the attempt `a`. */
export const isOfRenewal = Prisma.sql`s.source = 'renewal:' || a.subject || ':' || a.cycle`;

/**
 * SQL: whether the term `s` is what a gift `g` gave: what was posted of it before an account took it over is a term of
 * its own.
 */
export const isOfGift = Prisma.sql`s.source in ('gift:' || g.token, 'posted-gift:' || g.token)`;

/** SQL: whether the term `s` was made as the gift with this token was redeemed. */
export const isRedeemed = (token: Prisma.Sql): Prisma.Sql => Prisma.sql`s.source = 'gift:' || ${token}`;

/** SQL: whether the term `s` is what was posted of a gift `g` before an account took it over. */
export const isPostedOfGift = Prisma.sql`s.source = 'posted-gift:' || g.token`;

/** SQL: whether the term `s` was taken over from another system, where its number is `r.legacy_id`. */
export const isTakenOverFrom = (system: string): Prisma.Sql =>
  Prisma.sql`s.source = ${termSource('import', system, '')}::text || r.legacy_id`;

/** SQL: how the term `s` came, a `SourceKind`. */
export const kindOfSource = Prisma.sql`split_part(s.source, ':', 1)`;

const named = (kinds: readonly SourceKind[], what: string): Prisma.Sql =>
  Prisma.sql`(case when ${Prisma.join(
    kinds.map((kind) => isFrom(kind)),
    ' or ',
  )} then ${Prisma.raw(what)} end)`;

/** SQL: the order that the term `s` was bought by, and the ordinal of its line; null of any other, as all below are. */
export const orderOfTerm = named(['order'], `split_part(s.source, ':', 2)::uuid`);
export const lineOfTerm = named(['order'], `split_part(s.source, ':', 3)::int`);
/** SQL: the token of the gift that gave the term `s`. */
export const giftOfTerm = named(['gift', 'posted-gift'], `split_part(s.source, ':', 2)`);
/** SQL: the action by which staff gave the term `s`. */
export const actionOfTerm = named(['comp'], `split_part(s.source, ':', 2)::uuid`);
/** SQL: the number that the term `s` had in the system that it was taken over from. */
export const numberTakenOver = named(['import'], `regexp_replace(s.source, '^import:[^:]*:', '')`);
