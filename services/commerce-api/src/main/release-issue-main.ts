import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isGiven, unusualOf } from '@newsstand/contracts/desk-issues';
import { SHIPCODES } from '@newsstand/contracts/shipcode';
import { readDeskIssue } from '../desk/issues/read-desk-issues.ts';
import { exportPostList } from '../ledger/releases/export-post-list.ts';
import { mustBeOut, runRelease } from '../ledger/releases/run-release.ts';
import { readConfig } from '../platform/config/config.ts';
import { StaffRefusal } from '../platform/http/staff-refusal.ts';
import { namesOf } from '../publication/names-of.ts';
import type { Deps } from '../publication/deps.ts';
import { openPublication, type PublicationSource } from '../publication/publication-source.ts';
import { asAction, onDatabase, runProgram } from './staff-program.ts';

const USAGE = `npm run release-issue -- <number of the issue> [--yes] [--readers <print-b=310>] [--csv <folder for the lists of what must be posted>] [--late]

Says who will be given it, and gives it with --yes alone: nothing takes an issue back. One that has begun goes on without.
What the desk holds, or has planned for later, is not given before.
A number that is far from the issue before has to be typed, as at the desk: it says which --readers that takes.

The lists are frozen when they are first written: repeating it writes the same files. With --late, who has named an address since
is put on a further list of each zone (issue-17-ship-a-late-1.csv, -late-2 and on), so that nobody is posted a copy twice.`;

/**
 * `npm run release-issue -- 17`: gives an issue to everybody who is owed one; may be repeated at any time, and then
 * goes on where it was.
 */
async function main(): Promise<void> {
  const options = {
    csv: { type: 'string' },
    late: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    readers: { type: 'string', multiple: true },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const issue = Number(positionals[0]);
  const folder = values.csv;
  if (!Number.isInteger(issue) || issue < 1 || (values.late && folder === undefined)) throw new StaffRefusal(USAGE);
  const config = readConfig(process.env);
  await onDatabase(config, async (db) => {
    const deps = { db, config, clock: () => new Date(), publication: await openPublication(db, config.publicationId) };
    const { state, preview, unusual } = await lookAt(deps, issue);
    if (!isGiven(state)) {
      console.log(preview);
      if (!values.yes) throw new StaffRefusal('Nobody was given anything. With --yes it begins.');
      const untyped = unusual.filter((typed) => !values.readers?.includes(typed));
      if (untyped.length > 0) {
        const readers = untyped.map((typed) => ` --readers ${typed}`).join('');
        throw new StaffRefusal(`Nobody was given anything. What is marked ! is far from the issue before; if it is right:${readers}`);
      }
    }
    const lists = folder === undefined ? '' : values.late ? ', with late lists' : ', with lists';
    // One row when it begins: its batches and lists are transactions of their own, and each run is one, also the one
    // that goes on.
    const begins = asAction(deps, 'release-issue', { verb: 'releaseIssue', subject: `issue ${issue}${lists}` });
    const { delivered } = await runRelease(deps, issue, begins);
    console.log(`Issue ${issue}: given to ${delivered} readers now.`);
    if (folder !== undefined) await writeLists(deps, issue, folder, values.late);
  });
}

/**
 * Where it stands, and who would be given it: the numbers of the desk, counted by the statement that gives it; and what
 * of them is `unusual`, as it is typed.
 */
async function lookAt(deps: ListDeps & Pick<Deps, 'clock' | 'db'>, number: number) {
  await mustBeOut(deps, number);
  const issue = await readDeskIssue(deps, number);
  const { zones } = namesOf(deps.publication.cached());
  const far = unusualOf(issue.counts);
  const counts = issue.counts.map(({ deliverable, readers, copies, free, before }) => {
    const shipcode = SHIPCODES.find((one) => deliverable === `print-${one}`);
    const posted = shipcode === undefined ? '' : `, ${copies} copies, ${free} of them free`;
    const unusual = far.some((one) => one.deliverable === deliverable) ? '  !' : '';
    return `  ${shipcode === undefined ? 'Digital' : `Print, ${zones[shipcode]}`}: ${readers} readers${posted}; the issue before ${before}.${unusual}`;
  });
  const preview = [
    `Issue ${number}, ${issue.title}: ${issue.counts.reduce((sum, { readers }) => sum + readers, 0)} readers would be given it.`,
    ...(issue.at !== null && issue.state === 'planned' ? [`  It is planned at the desk for ${issue.at}, and is given out then.`] : []),
    ...counts,
    `  ${issue.without_address} are owed a copy and have no address; ${issue.held} copies are held back, since others came back.`,
    `  It is the last issue of ${issue.last}, of whom ${issue.renew} renew by themselves; ${issue.lifetimes} are readers for life.`,
  ];
  const unusual = far.map(({ deliverable, readers }) => `${deliverable}=${readers}`);
  return { state: issue.state, preview: preview.join('\n'), unusual };
}

type ListDeps = Parameters<typeof exportPostList>[0] & { publication: PublicationSource };

async function writeLists(deps: ListDeps, issue: number, folder: string, isLate: boolean): Promise<void> {
  const { zones } = namesOf(deps.publication.cached());
  await mkdir(folder, { recursive: true });
  for (const shipcode of SHIPCODES) {
    const { lists, late, held, without } = await exportPostList(deps, { issue, shipcode, late: isLate });
    for (const { part, csv, copies } of lists) {
      const file = join(folder, `issue-${issue}-ship-${shipcode}${part === 1 ? '' : `-late-${part - 1}`}.csv`);
      await writeFile(file, csv);
      console.log(`${file}: ${copies} copies.`);
    }
    if (late > 0)
      console.log(
        `  Have named an address of ${zones[shipcode]} since, or are sent another copy: ${late}. --late puts them on a further list.`,
      );
    if (held > 0) console.log(`  Are held back, since copies came back from their address of ${zones[shipcode]}: ${held}.`);
    if (without > 0) console.log(`  Are owed a copy, and have no address of ${zones[shipcode]}: ${without}.`);
  }
}

await runProgram(USAGE, main);
