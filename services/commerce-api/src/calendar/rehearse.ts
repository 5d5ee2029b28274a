import type { Deps } from '../deps.ts';
import { describeChoice } from '../pricing/membership-rules.ts';
import type { NextAttempt } from '../subscription/retry-rules.ts';
import { decide } from './calendar-rules.ts';
import { CHARGE_COLUMNS, CHARGE_PAYER, chargeOf, type Charge } from './read-charge.ts';

/** Charges that are read at once; what a rehearsal holds does not grow with how many there are. */
const PAGE = 500;

/** What a run would do about one charge, and what it would ask for, in cents. */
export type Rehearsed = { charge: Charge; next: NextAttempt; amount: number };

/**
 * What a run at this moment would do, in the order in which it would: nothing is asked of anybody, and the database itself refuses to change
 * anything. Only the first thing that happens to each charge is told, since what follows depends on the bank.
 */
export async function* rehearse({ db, config }: Pick<Deps, 'db' | 'config'>, at: Date): AsyncGenerator<Rehearsed> {
  let after: Charge | null = null;
  for (;;) {
    const page: Charge[] = await db.$transaction(async (tx) => {
      await tx.$executeRaw`set transaction read only`;
      const rows = await tx.$queryRaw<unknown[]>`
        select ${CHARGE_COLUMNS} from charge c ${CHARGE_PAYER}
        where c.publication_id = ${config.publicationId} and c.state = 'open' and c.next_attempt <= ${at} and (${after === null} or
          (c.next_attempt, c.owner_id, c.kind, c.subject, c.cycle) >
          (${after?.comesUp ?? at}::timestamptz, ${after?.ownerId ?? null}::uuid, ${after?.kind ?? ''}, ${after?.subject ?? null}::uuid, ${after?.cycle ?? 0}::int))
        order by c.next_attempt, c.owner_id, c.kind, c.subject, c.cycle limit ${PAGE}`;
      return rows.map(chargeOf);
    });
    for (const charge of page) {
      const next = decide(charge, at);
      yield { charge, next, amount: next.type === 'charge' ? charge.asks : charge.amount };
    }
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}

/** Whether it would ask the provider for money. */
export function wouldCharge({ next }: Rehearsed, at: Date): boolean {
  return next.type === 'repeat' || (next.type === 'charge' && next.at <= at);
}

/** A line for a person: no names, the owner's id. */
export function rehearsedLine({ charge: { kind, subject, cycle, ownerId, choice, due }, next }: Rehearsed): string {
  const what = choice.kind === 'renewal' ? `renewal (${describeChoice(choice)})` : 'donation';
  return `${what} ${subject}, ${kind === 'renewal' ? 'cycle' : 'month'} ${cycle}, of ${ownerId}, due ${due.toISOString()}: ${step(next)}`;
}

function step(next: NextAttempt): string {
  switch (next.type) {
    case 'charge':
      return `attempt ${next.attempt}`;
    case 'repeat':
      return `attempt ${next.attempt} again, whose outcome is not known`;
    case 'wait':
      return next.for === 'bank' ? 'waits for the bank' : 'waits for the reader to authenticate';
    case 'stop':
      return `stops: ${next.why}`;
  }
}
