import type { Deps } from '../deps.ts';
import { releaseDue } from '../subscription/release-due.ts';
import type { Released } from '../subscription/run-release.ts';
import { applyPublication, type Applied } from './apply-publication.ts';
import { hashFiles } from './hash-files.ts';
import { loadPublication } from './load-publication.ts';
import { openPublication } from './publication-source.ts';

type ApplyDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** The files of the publication into the database; what they say has come out is given to who waits for it. May be repeated at any time. */
export async function applyFiles(deps: ApplyDeps): Promise<Applied & { name: string; released: Released[] }> {
  const { publicationDir: dir, publicationId: id } = deps.config;
  const publication = await loadPublication(dir);
  const applied = await applyPublication(deps, { id, publication, dir });
  return { ...applied, name: publication.name, released: await releaseDue({ ...deps, publication: await openPublication(deps.db, id) }) };
}

/** Whether the files are others than those that were applied last; also when none ever were. */
export async function haveFilesChanged({ db, config }: ApplyDeps): Promise<boolean> {
  const row = await db.publication.findUnique({ where: { id: config.publicationId }, select: { files: true } });
  return row === null || row.files !== (await hashFiles(config.publicationDir));
}
