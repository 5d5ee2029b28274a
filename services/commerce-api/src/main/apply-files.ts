import { releaseDue } from '../ledger/releases/release-due.ts';
import type { Released } from '../ledger/releases/run-release.ts';
import { type Begin, plainly } from '../platform/db/begin-transaction.ts';
import { applyPublication, type Applied } from '../publication/apply-publication.ts';
import type { Deps } from '../publication/deps.ts';
import { hashFiles } from '../publication/hash-files.ts';
import { loadPublication } from '../publication/load-publication.ts';
import { openPublication } from '../publication/publication-source.ts';

type Planned = { issue: number; at: Date };
type ApplyDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/**
 * Files of another publication than the one in the database: mostly of a program that was not told where the right ones
 * are. Nothing was changed.
 */
export class AnotherPublication extends Error {
  constructor(held: string, { name, dir }: { name: string; dir: string }) {
    super(
      `The database holds the publication "${held}", and the files in ${dir} are those of "${name}". Nothing was changed.\n` +
        `Say with PUBLICATION_DIR where the files of "${held}" are. If it is to be "${name}" from now on: npm run publication:apply -- --replace`,
    );
    this.name = 'AnotherPublication';
  }
}

/**
 * The files of the publication into the database; what they say has come out is given to who waits for it. May be
 * repeated at any time. Throws `AnotherPublication` where the database holds one of another name, unless that one is to
 * be replaced, or called so from now on. `begins` is the transaction that writes the files; what has come out by them
 * is given to readers after it, in transactions of its own.
 */
export async function applyFiles(
  deps: ApplyDeps,
  { replace = false, begins = plainly(deps) }: { replace?: boolean; begins?: Begin } = {},
): Promise<Applied & { name: string; released: Released[]; planned: Planned[] }> {
  const { publicationDir: dir, publicationId: id } = deps.config;
  const publication = await loadPublication(dir);
  const held = replace ? null : await heldName(deps);
  if (held !== null && held !== publication.name) throw new AnotherPublication(held, { name: publication.name, dir });
  const applied = await applyPublication(deps, { id, publication, dir }, begins);
  const released = await releaseDue({ ...deps, publication: await openPublication(deps.db, id) });
  return { ...applied, name: publication.name, released, planned: await readPlanned(deps) };
}

/** Issues that wait for their moment, and can be stopped at the desk until then. */
const readPlanned = ({ db, config, clock }: ApplyDeps): Promise<Planned[]> => {
  const where = { publicationId: config.publicationId, held: false, at: { gt: clock() } };
  return db.releasePlan.findMany({ where, select: { issue: true, at: true }, orderBy: { issue: 'asc' } });
};

/** Whether the files are others than those that were applied last; also when none ever were. */
export async function haveFilesChanged({ db, config }: ApplyDeps): Promise<boolean> {
  const row = await db.publication.findUnique({ where: { id: config.publicationId }, select: { files: true } });
  return row === null || row.files !== (await hashFiles(config.publicationDir));
}

/** What the publication in the database is called; null where there is none. */
async function heldName({ db, config }: ApplyDeps): Promise<string | null> {
  const [row] = await db.$queryRaw<{ name: string }[]>`select data->>'name' as name from publication where id = ${config.publicationId}`;
  return row?.name ?? null;
}
