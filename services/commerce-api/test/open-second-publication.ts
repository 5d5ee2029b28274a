import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyPublication } from '../src/publication/apply-publication.ts';
import type { Deps } from '../src/publication/deps.ts';
import { loadPublication } from '../src/publication/load-publication.ts';
import { writeSecondPublication } from './second-publication.ts';

/** Makes a service that runs sell the second publication instead of the sample. */
export async function becomeSecond({
  db,
  clock,
  config,
  publication: source,
}: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'second-publication-'));
  try {
    await writeSecondPublication(dir);
    await applyPublication({ db, clock }, { id: config.publicationId, publication: await loadPublication(dir), dir });
    await source.now();
  } finally {
    await rm(dir, { recursive: true });
  }
}
