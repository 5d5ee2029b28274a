import { CHARGE_COLUMNS, CHARGE_PAYER, chargeOf, type Charge } from '../../ledger/planned-charges/read-charge.ts';
import type { Deps } from '../../publication/deps.ts';
import { planDonation } from '../../rules/charges/monthly-rules.ts';
import { describeChoice } from '../../rules/pricing/membership-rules.ts';
import { decide, isFailing } from '../../rules/charges/dunning-rules.ts';
import type { NextAttempt } from '../../rules/charges/retry-rules.ts';

/** Charges that are read at once; what a rehearsal holds does not grow with how many there are. */
const PAGE = 500;

/** What a run would do about one charge, and what it would ask for, in cents. */
export type Rehearsed = { charge: Charge; next: NextAttempt; amount: number };

/**
 * What the runs from now on would do until this moment (or one run at a moment that is over), charge by charge: nothing
 * is asked of anybody, and the database itself refuses to change anything. Whatever is asked for counts as paid, so
 * that a donation goes on to its next month; what follows a refusal depends on the bank, and what follows an issue that
 * comes out until then is not known yet.
 */
export async function* rehearse({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>, at: Date): AsyncGenerator<Rehearsed> {
  const from = new Date(Math.min(clock().getTime(), at.getTime()));
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
    for (const charge of page) yield* follow(charge, from, at);
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}

/** A charge as the runs come to it, and the months that come after it. */
function* follow(charge: Charge, from: Date, until: Date): Generator<Rehearsed> {
  let each: Charge | null = charge;
  while (each) {
    const now = new Date(Math.max(from.getTime(), (each.comesUp ?? each.due).getTime()));
    if (now > until) return;
    const next = decide(each, now);
    if (next.type === 'charge' && next.at > now) {
      each = { ...each, comesUp: next.at };
    } else {
      yield { charge: each, next, amount: next.type === 'charge' ? each.asks : each.amount };
      each = monthAfter(each, next, now);
    }
  }
}

/** The next month of a donation, where this one is paid, or lapsed because nobody tried it in time. */
function monthAfter(charge: Charge, next: NextAttempt, now: Date): Charge | null {
  const { first, cycle } = charge;
  const isOver = next.type === 'stop' && (next.why !== 'lapsed' || isFailing(next.why, charge));
  if (first === null || isOver || (next.type === 'wait' && next.for !== 'bank')) return null;
  const plan = planDonation({ first, paidPeriod: cycle, failing: false, ended: null }, now);
  return plan.type === 'charge'
    ? { ...charge, cycle: plan.period, due: plan.due, comesUp: plan.due, amount: charge.gives, asks: charge.gives, attempts: [] }
    : null;
}

/** Whether it would ask the provider for money. */
export function wouldCharge({ next }: Rehearsed): boolean {
  return next.type === 'repeat' || next.type === 'charge';
}

/** A line for a person: no names, the owner's id. */
export function rehearsedLine({ charge: { kind, subject, cycle, ownerId, choice, due }, next }: Rehearsed): string {
  const what = choice.kind === 'renewal' ? `renewal (${describeChoice(choice, {})})` : 'donation';
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
