import { refundStates, type RefundStanding, type RefundState } from '@newsstand/contracts/desk-refund';
import { Prisma } from '../../../generated/prisma/client.ts';
import { listOf } from '../../platform/db/sql.ts';

/** How a refund stands whose money is gone or may go: it waits, the provider is asked, or it went. */
const GOING = ['waits', 'asked', 'goes'] as const satisfies RefundStanding[];
export const GOING_STATES: RefundState[] = refundStates(...GOING);
export const MISSED_STATES: RefundState[] = refundStates('missed');

const is = (refund: 'r' | 'p', ...standings: RefundStanding[]): Prisma.Sql =>
  Prisma.sql`${Prisma.raw(refund)}.state in ${listOf(refundStates(...standings))}`;

/** SQL: refunds `r` of the desk whose money is gone or may go. */
export const isGoing = is('r', ...GOING);

/** SQL: refunds that have left the desk: the provider is asked, or the money goes or went. */
export const hasLeft = (refund: 'r' | 'p' = 'r'): Prisma.Sql => is(refund, 'asked', 'goes');

/** SQL: refunds `r` that wait for another person's word or for the provider's. */
export const isToGo = is('r', 'waits', 'asked');

/** SQL: refunds `r` whose money goes or went. */
export const goes = is('r', 'goes');

/** SQL: refunds `r` whose money did not arrive. */
export const isMissed = is('r', 'missed');
