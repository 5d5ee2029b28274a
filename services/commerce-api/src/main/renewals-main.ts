import { parseArgs } from 'node:util';
import { formatCents } from '@newsstand/contracts/money';
import { rehearse, rehearsedLine, wouldCharge } from '../payments/renewals/rehearse.ts';
import { runRenewals } from '../payments/renewals/run-renewals.ts';
import type { Config } from '../platform/config/config.ts';
import { PATIENCE } from '../platform/db/connection.ts';
import { openDb } from '../platform/db/db.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { createLog } from '../platform/http/log.ts';
import { StaffRefusal } from '../platform/http/staff-refusal.ts';
import { openDeps } from './open-deps.ts';
import { readStaffConfig } from './running-service.ts';
import { asAction, runProgram } from './staff-program.ts';

const USAGE = `npm run renewals                                                  charges what is due now
npm run renewals -- --dry-run [--date <ISO date or instant>]      tells what would be charged until then, and changes nothing

A rehearsal counts what is asked for as paid. Issues that come out until then, and the renewals that they bring, are not in it.`;

/**
 * `npm run renewals`: charges what is due now, as the schedule does by itself. With `--dry-run` it prints what would be
 * charged, now or until a date, and changes nothing, in the database or at the provider's.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false }, date: { type: 'string' } } });
  if (values.date !== undefined && !values['dry-run']) throw new StaffRefusal(`A date is for a rehearsal only:\n\n${USAGE}`);
  const at = values.date === undefined ? new Date() : new Date(values.date);
  if (Number.isNaN(at.getTime())) throw new StaffRefusal(`--date must be an ISO date or instant:\n\n${USAGE}`);
  const config = readStaffConfig(process.env, { pays: !values['dry-run'] });
  const database = await openDatabase(config);
  try {
    if (values['dry-run']) await tell(config, database.url, at);
    else await run(config, database.url);
  } finally {
    await database.stop();
  }
}

async function tell(config: Config, url: string, at: Date): Promise<void> {
  const db = openDb(url, { connections: 1, patience: PATIENCE.job });
  const sums = { charges: 0, cents: 0 };
  for await (const rehearsed of rehearse({ db, config, clock: () => new Date() }, at)) {
    const charges = wouldCharge(rehearsed);
    console.log(`${charges ? formatCents(rehearsed.amount).padStart(10) : '-'.padStart(10)}  ${rehearsedLine(rehearsed)}`);
    if (!charges) continue;
    sums.charges += 1;
    sums.cents += rehearsed.amount;
  }
  console.log(`Until ${at.toISOString()}: ${counted(sums.charges)} of ${formatCents(sums.cents)} would be made. Nothing was changed.`);
  await db.$disconnect();
}

async function run(config: Config, url: string): Promise<void> {
  const deps = await openDeps(config, url, createLog(config.logLevel), PATIENCE.job);
  // When it begins: each charge is a transaction of its own, and asks the provider between two.
  await asAction(deps, 'renewals', { verb: 'runRenewals', subject: 'what is due' })(null, async () => undefined);
  const { charges } = await runRenewals(deps);
  console.log(`${counted(charges)} had come up.`);
  await deps.db.$disconnect();
}

function counted(charges: number): string {
  return charges === 1 ? '1 charge' : `${charges} charges`;
}

await runProgram(USAGE, main);
