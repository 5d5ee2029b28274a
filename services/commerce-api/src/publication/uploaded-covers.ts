import type { Prisma } from '../../generated/prisma/client.ts';
import type { Config } from '../platform/config/config.ts';
import { artAddress } from './art-address.ts';
import { readPublication } from './load-publication.ts';

/**
 * Covers that were uploaded at the desk go before those of the folder: wherever an issue, or what is sold of it, is
 * shown. The same again changes nothing.
 */
export async function showUploadedCovers(tx: Prisma.TransactionClient, publication: string): Promise<void> {
  await tx.$executeRaw`
    with covers as (
      select i.ref, jsonb_build_object('source', '/api/art/f/' || f.hash || '.' || case f.type when 'image/jpeg' then 'jpg' else split_part(f.type, '/', 2) end, 'width', f.width, 'height', f.height, 'alt', u.alt) as cover
      from issue_upload u join file f on f.publication_id = u.publication_id and f.hash = u.hash
      join issue i on i.publication_id = u.publication_id and i.number = u.issue
      where u.publication_id = ${publication} and u.format = 'cover' and u.replaced is null
    ),
    shown as (update issue i set cover = c.cover from covers c where i.publication_id = ${publication} and i.ref = c.ref and i.cover <> c.cover)
    update good g set image = c.cover from covers c
    where g.publication_id = ${publication} and g.type in ('print-issue', 'digital-issue') and g.ref = c.ref and g.image <> c.cover`;
}

/** The folder's own cover of an issue again, as the next `publication:apply` would bring it. */
export async function folderCover(tx: Prisma.TransactionClient, { publicationId, publicationDir }: Config, number: number): Promise<void> {
  const { issues } = await readPublication(publicationDir);
  const issue = issues.find((candidate) => candidate.number === number);
  if (!issue) return;
  const cover = JSON.stringify({ ...issue.cover, source: await artAddress(publicationDir, issue.cover.source) });
  await tx.$executeRaw`update issue set cover = ${cover}::jsonb where publication_id = ${publicationId} and ref = ${issue.ref}`;
  await tx.$executeRaw`
    update good set image = ${cover}::jsonb where publication_id = ${publicationId} and type in ('print-issue', 'digital-issue') and ref = ${issue.ref}`;
}
