import { createHash } from 'node:crypto';
import type { DownloadFormat } from '@newsstand/contracts/download';
import type { Deps } from '../publication/deps.ts';
import { readEdition } from './edition.ts';
import { packIssue } from './issue-epub.ts';
import type { ByteRange } from './range-rules.ts';

type FileDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
export type IssueFile = { etag: string; size: number };

/** What this process is making just now: whoever asks for the same meanwhile waits for it. */
const making = new Map<string, Promise<IssueFile | null>>();

/**
 * The file of an issue; the first who asks has it made, from the publication's own texts. It is kept in the database,
 * so that every replica gives out the same bytes, and a download that began at one goes on at another. Null for an
 * issue that is not there.
 */
export async function issueFile(deps: FileDeps, slug: string, format: DownloadFormat): Promise<IssueFile | null> {
  const key = `${deps.config.publicationDir}|${deps.config.databaseUrl ?? ''}|${slug}|${format}`;
  const known = (await find(deps, slug, format)) ?? making.get(key);
  if (known !== undefined) return known;
  const made = make(deps, slug, format).finally(() => making.delete(key));
  making.set(key, made);
  return made;
}

/** Bytes of a file that is there. */
export async function readBytes(
  { db, config }: FileDeps,
  slug: string,
  format: DownloadFormat,
  { first, last }: ByteRange,
): Promise<Uint8Array> {
  const [row] = await db.$queryRaw<{ bytes: Uint8Array }[]>`
    select substring(bytes from ${first + 1}::int for ${last - first + 1}::int) as bytes from issue_file
    where publication_id = ${config.publicationId} and slug = ${slug} and format = ${format}`;
  if (!row) throw new Error(`the ${format} of ${slug} went away while it was read`);
  return row.bytes;
}

async function find({ db, config }: FileDeps, slug: string, format: DownloadFormat): Promise<IssueFile | undefined> {
  const [row] = await db.$queryRaw<IssueFile[]>`
    select etag, length(bytes) as size from issue_file
    where publication_id = ${config.publicationId} and slug = ${slug} and format = ${format}`;
  return row;
}

/** Of two replicas that make it at once the first one's is kept. */
async function make(deps: FileDeps, slug: string, format: DownloadFormat): Promise<IssueFile | null> {
  const { publicationDir, publicationId } = deps.config;
  const issue = await deps.db.issue.findFirst({ where: { publicationId, slug }, select: { released: true } });
  const edition = await readEdition(publicationDir, slug, issue?.released?.toISOString().slice(0, 10));
  if (edition === null) return null;
  const bytes = format === 'pdf' ? await (await import('./issue-pdf.ts')).drawIssue(edition) : packIssue(edition);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  const file = { publicationId, slug, format, etag, bytes: Uint8Array.from(bytes), made: deps.clock() };
  await deps.db.issueFile.createMany({ data: [file], skipDuplicates: true });
  return (await find(deps, slug, format)) ?? null;
}
