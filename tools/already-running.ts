import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Where a magazine already runs on the data of this folder; null where none does. Two on one database would have two
 * stand-ins for one provider's money. The API's note (services/commerce-api/src/main/running-service.ts) may be left by
 * one that was killed, so that its magazine is asked.
 */
export async function alreadyRunning(dataDir: string): Promise<string | null> {
  try {
    const { publicUrl }: { publicUrl: string } = JSON.parse(await readFile(path.join(dataDir, 'running.json'), 'utf8'));
    const { ok } = await fetch(`${publicUrl}/api/health/live`, { signal: AbortSignal.timeout(3000) });
    return ok ? publicUrl : null;
  } catch {
    return null;
  }
}

/** Ends a program that would start a second one, and says where the first is. */
export async function endWhereItRuns(dataDir: string): Promise<void> {
  const url = await alreadyRunning(dataDir);
  if (url === null) return;
  console.error(`The magazine already runs here, at ${url}. Ctrl-C in its terminal stops it; another copy of this folder runs beside it.`);
  process.exit(1);
}
