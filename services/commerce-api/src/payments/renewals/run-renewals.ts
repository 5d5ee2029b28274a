import { CHARGE_COLUMNS, CHARGE_PAYER, chargeOf, type Charge } from '../../ledger/planned-charges/read-charge.ts';
import { announceEnd } from '../../ledger/planned-charges/announce-end.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { MINUTE } from '../../platform/duration.ts';
import type { Deps } from '../../publication/deps.ts';
import { LEASE } from '../../rules/charges/dunning-rules.ts';
import { attemptCharge } from './attempt-charge.ts';
import { cancelAbandoned } from '../settle/cancel-abandoned.ts';

/** Charges that one process takes at a time, and how many of them it asks the provider for at once. */
export const BATCH = 20;
const AT_ONCE = 4;
/** What a run does not come to is the next one's. */
const LONGEST_RUN = 50 * MINUTE;

/**
 * Goes through every charge that has come up, until none is left, and tells who will not be charged that their
 * subscription ends. Any number of processes may run it: each takes what no other has in hand, and what one held when
 * it died comes up again. One charge's trouble does not keep the others waiting; it fails the run at its end, and a
 * whole batch of troubles ends the run, because then the provider is away.
 */
export async function runRenewals(deps: Deps): Promise<{ charges: number }> {
  const failures: unknown[] = [];
  const end = performance.now() + LONGEST_RUN;
  let charges = 0;
  while (performance.now() < end && failures.length < BATCH) {
    const taken = await takeDue(deps.db, deps.config.publicationId, deps.clock());
    deps.reached('charges-taken');
    if (taken.length === 0) break;
    charges += taken.length;
    await workOff(taken, (charge) => attemptCharge(deps, charge).catch((error: unknown) => failures.push(error)));
  }
  await cancelAbandoned(deps).catch((error: unknown) => failures.push(error));
  await announceEnd(deps).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${charges} charges met with trouble`);
  return { charges };
}

/**
 * The next charges that have come up, in their order: nobody else has them, and nobody else will for as long as the
 * lease.
 */
async function takeDue(sql: Sql, publicationId: string, now: Date): Promise<Charge[]> {
  const rows = await sql.$queryRaw<unknown[]>`
    with due as (
      select publication_id, owner_id, kind, subject, cycle from charge
      where publication_id = ${publicationId} and state = 'open' and next_attempt <= ${now}
      order by next_attempt limit ${BATCH} for update skip locked
    ),
    c as (
      update charge t set next_attempt = ${new Date(now.getTime() + LEASE)} from due
      where t.publication_id = due.publication_id and t.owner_id = due.owner_id and t.kind = due.kind and t.subject = due.subject
        and t.cycle = due.cycle
      returning t.*
    )
    select ${CHARGE_COLUMNS} from c ${CHARGE_PAYER}`;
  return rows.map(chargeOf);
}

async function workOff(charges: Charge[], work: (charge: Charge) => Promise<unknown>): Promise<void> {
  const queue = [...charges];
  const worker = async () => {
    for (let charge = queue.shift(); charge; charge = queue.shift()) await work(charge);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
