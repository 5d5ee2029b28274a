import { Prisma } from '../../../generated/prisma/client.ts';
import { type SourceKind, termSource } from '../../rules/subscriptions/term-source.ts';

/** What the source of a term that came so is like. */
export const likeSource = (kind: SourceKind, ...named: readonly string[]): string => termSource(kind, ...named, '%');

/** SQL: whether a term came so. */
export const isFrom = (kind: SourceKind, term: 's' | 'd' | 'r' | 'n' = 's'): Prisma.Sql =>
  Prisma.raw(`(${term}.source like '${likeSource(kind)}')`);

/** SQL: whether the line `l` of an order paid for the term `s`, in a check-out or by an invoice. */
export const isOfLine = Prisma.sql`s.source = 'order:' || l.order_id || ':' || l.ordinal`;

/** SQL: whether the term `s` renewed by itself, by the attempt `a`. */
export const isOfRenewal = Prisma.sql`s.source = 'renewal:' || a.subject || ':' || a.cycle`;

/** SQL: whether the term `s` is what a gift `g` gave: what was posted of it before an account took it over is a term of its own. */
export const isOfGift = Prisma.sql`s.source in ('gift:' || g.token, 'posted-gift:' || g.token)`;
