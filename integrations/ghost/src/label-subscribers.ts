// Labels who subscribed before the webhooks were switched on: `GHOST_URL=… GHOST_ADMIN_KEY=… node
// integrations/ghost/src/label-subscribers.ts readers.csv`, with the file of subscribers that the desk makes (Readers →
// Export), or any with one address a line.
import { readFileSync } from 'node:fs';
import { openGhostAdmin } from './ghost-admin.ts';
import { LABEL } from './worker.ts';

/** The addresses of a file: of the column `email` where its first line names one, of each line otherwise. */
export function addressesIn(text: string): string[] {
  const [head = [], ...rows] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(cellsOf);
  const column = head.findIndex((name) => /^e-?mail$/i.test(name));
  const found = column === -1 ? [head, ...rows].map(([first]) => first) : rows.map((cells) => cells[column]);
  return [...new Set(found.map((address = '') => address.toLowerCase()).filter((address) => /^[^@\s]+@[^@\s]+$/.test(address)))];
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  );

/** Gives each address the label, once; who is no member becomes one, with no newsletter. Answers how many had none. */
export async function labelSubscribers({ ghost, adminKey }: { ghost: string; adminKey: string }, addresses: string[]): Promise<number> {
  const admin = openGhostAdmin(ghost, adminKey);
  let labelled = 0;
  for (const email of addresses) {
    const member = await admin.byEmail(email);
    const labels = member?.labels.map(({ name }) => name) ?? [];
    if (labels.includes(LABEL)) continue;
    if (member === null) await admin.add({ email, labels: [{ name: LABEL }] });
    else await admin.label(member.id, [...labels, LABEL]);
    labelled += 1;
  }
  return labelled;
}

if (import.meta.main) {
  const { GHOST_URL, GHOST_ADMIN_KEY } = process.env;
  const [file] = process.argv.slice(2);
  if (!GHOST_URL || !GHOST_ADMIN_KEY || file === undefined) throw new Error('GHOST_URL, GHOST_ADMIN_KEY and a file must be given');
  const addresses = addressesIn(readFileSync(file, 'utf8'));
  console.log(`${await labelSubscribers({ ghost: GHOST_URL, adminKey: GHOST_ADMIN_KEY }, addresses)} of ${addresses.length} had no label`);
}
