import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Config, readConfig } from '../platform/config/config.ts';
import { StaffRefusal } from '../platform/http/staff-refusal.ts';

/**
 * Where the service that runs on a data folder has the rest of its world. `stripe` is where its emulator is; null:
 * Stripe itself. `desk`: where its sample people sign in; null: nowhere. `deskUrl`: where the desk is; null: there is
 * none. No secrets.
 */
const Running = v.object({
  pid: v.number(),
  publicUrl: v.string(),
  stripe: v.nullable(v.string()),
  api: v.optional(v.string()),
  desk: v.optional(v.nullable(v.string()), null),
  deskUrl: v.optional(v.nullable(v.string()), null),
});
type Running = v.InferOutput<typeof Running>;

const fileOf = (dataDir: string) => join(dataDir, 'running.json');

/**
 * Notes beside the database of our own where the service that uses it has the rest, for programs that staff start by
 * hand; answers how to take it away.
 */
export function noteRunning({ databaseUrl, dataDir, publicUrl, stripe, port, desk }: Config): () => void {
  if (databaseUrl !== null) return () => undefined;
  const running: Running = {
    pid: process.pid,
    publicUrl,
    stripe: stripe.apiBase,
    api: `http://127.0.0.1:${port}`,
    desk: desk?.samples ? desk.url : null,
    deskUrl: desk?.url ?? null,
  };
  writeFileSync(fileOf(dataDir), JSON.stringify(running));
  return () => rmSync(fileOf(dataDir), { force: true });
}

/**
 * The configuration of a program that staff start by hand: where a service runs on the same data folder, at the places
 * that it has found for itself. What the environment says counts before that. With `pays`, refuses (409) where nothing
 * says who takes the payments: the stand-in's usual port may be another magazine's.
 */
export function readStaffConfig(environment: Record<string, string | undefined>, { pays = false } = {}): Config {
  const config = readConfig(environment);
  const running = config.databaseUrl === null ? readRunning(config.dataDir) : null;
  const named = [environment['STRIPE_SECRET_KEY'], environment['STRIPE_API_BASE']].some((value) => value !== undefined && value !== '');
  if (pays && !named && !running?.stripe) throw new StaffRefusal(running ? KEYS_OF_ITS_OWN : NOTHING_RUNS);
  if (!running) return config;
  const found = {
    PUBLIC_URL: running.publicUrl,
    ...(running.stripe !== null && !named && { STRIPE_API_BASE: running.stripe }),
    ...(running.deskUrl !== null && { DESK_URL: running.deskUrl }),
  };
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  return readConfig({ ...found, ...set });
}

const KEYS_OF_ITS_OWN = 'The magazine that runs here is paid with Stripe keys of its own: start this with the same STRIPE_SECRET_KEY.';
const NOTHING_RUNS =
  'Where payments go is not known: no magazine runs here (npm start), and neither STRIPE_SECRET_KEY nor STRIPE_API_BASE is set. Nothing was done.';

/** Null where none runs: a file whose process is gone was left by one that was killed. */
export function readRunning(dataDir: string): Running | null {
  try {
    const running = v.parse(Running, JSON.parse(readFileSync(fileOf(dataDir), 'utf8')));
    process.kill(running.pid, 0);
    return running;
  } catch {
    return null;
  }
}
