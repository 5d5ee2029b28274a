import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { listHooks, replayHooks, type Which } from '../jobs/hooks/replay-hooks.ts';
import { readConfig } from '../platform/config/config.ts';
import { StaffRefusal } from '../platform/http/staff-refusal.ts';
import { asAction, onDatabase, runProgram } from './staff-program.ts';

const USAGE = `npm run webhooks -- list [--failed]            the newest 50 messages, or those that were not taken
npm run webhooks -- replay <id of a message>…   sends them again, under the ids that they had
npm run webhooks -- replay --failed             the same of all that were not taken
npm run webhooks -- replay --since 2026-11-20   the same of all since a day, or an instant
npm run webhooks -- secret                      makes a secret for WEBHOOK_SECRETS`;

async function main(): Promise<void> {
  const options = { failed: { type: 'boolean', default: false }, since: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [verb, ...ids] = positionals;
  if (verb === 'secret' && ids.length === 0) {
    console.log(`whsec_${randomBytes(32).toString('base64')}`);
    return;
  }
  const which = verb === 'replay' ? chosen({ ...values, ids }) : null;
  if (which === null && (verb !== 'list' || ids.length > 0 || values.since !== undefined)) throw new StaffRefusal(USAGE);
  const config = readConfig(process.env);
  await onDatabase(config, async (db) => {
    if (which !== null) {
      const begin = asAction({ db, config, clock: () => new Date() }, 'webhooks', { verb: 'replayWebhooks', subject: subjectOf(which) });
      const replayed = await begin(null, (tx) => replayHooks({ db: tx, config }, which));
      console.log(`${replayed} ${replayed === 1 ? 'message goes' : 'messages go'} out again.`);
      return;
    }
    for (const { id, type, created, delivered, attempts, failure } of await listHooks({ db, config }, values.failed ? 'failed' : 'all')) {
      const state = delivered
        ? `taken ${delivered.toISOString()}`
        : `not taken after ${attempts === 1 ? 'one try' : `${attempts} tries`}${failure === null ? '' : `: ${failure}`}`;
      console.log(`msg_${id}  ${created.toISOString()}  ${type}  ${state}`);
    }
  });
}

const subjectOf = (which: Which): string =>
  which === 'failed' ? 'those not taken' : 'ids' in which ? which.ids.join(', ') : `those since ${which.since.toISOString()}`;

/** Null for what says none, or two things at once. */
function chosen({ ids, failed, since }: { ids: string[]; failed: boolean; since?: string | undefined }): Which | null {
  const given = [ids.length > 0, failed, since !== undefined].filter(Boolean).length;
  const instant = new Date(since ?? 0);
  if (given !== 1 || Number.isNaN(instant.getTime())) return null;
  if (failed) return 'failed';
  return since === undefined ? { ids } : { since: instant };
}

await runProgram(USAGE, main);
