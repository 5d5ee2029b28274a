import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SHIPCODES } from '@newsstand/contracts/shipcode';
import { openPublication } from '../publication/publication-source.ts';
import { Refusal } from '../refusal.ts';
import { readConfig } from '../config.ts';
import { onDatabase, runProgram } from '../staff-program.ts';
import { exportPostList } from './export-post-list.ts';
import { runRelease } from './run-release.ts';

const USAGE = 'npm run release-issue -- <number of the issue> [--csv <folder for the lists of what must be posted>]';

/** `npm run release-issue -- 17`: gives an issue to everybody who is owed one; may be repeated at any time, and then goes on where it was. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { csv: { type: 'string' } }, allowPositionals: true });
  const issue = Number(positionals[0]);
  if (!Number.isInteger(issue) || issue < 1) throw new Refusal(422, USAGE);
  const config = readConfig(process.env);
  await onDatabase(config, async (db) => {
    const deps = { db, config, clock: () => new Date(), publication: await openPublication(db, config.publicationId) };
    const { delivered } = await runRelease(deps, issue);
    console.log(`Issue ${issue}: given to ${delivered} readers now.`);
    if (values.csv !== undefined) await writeLists(deps, issue, values.csv);
  });
}

async function writeLists(deps: Parameters<typeof exportPostList>[0], issue: number, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const shipcode of SHIPCODES) {
    const { csv, copies, without } = await exportPostList(deps, issue, shipcode);
    const file = join(folder, `issue-${issue}-ship-${shipcode}.csv`);
    await writeFile(file, csv);
    console.log(`${file}: ${copies} copies${without > 0 ? `, and ${without} readers without an address of that zone` : ''}.`);
  }
}

await runProgram(USAGE, main);
