import { UploadFormat, type IssueFilePut, IssueFilePut as Put, type PutIssueFile } from '@newsstand/contracts/desk-issues';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { lockIssue } from '../../ledger/releases/run-release.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { IssueFiles } from '../../publication/issue-schema.ts';
import { folderCover, showUploadedCovers } from '../../publication/uploaded-covers.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import { whoDid } from '../done-by.ts';
import type { Person } from '../staff/staff-session.ts';
import { NOT_WITHDRAWN } from '../../publication/withdrawn.ts';
import { outBy, todayOf } from '../../publication/publication-day.ts';

type UploadDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Tx = Prisma.TransactionClient;
type Now = { action: string; hash: string; alt: string };

/** What the history keeps of it, to take it back to what was there; null: to what the publication's folder has. */
export const KeptIssueFile = v.object({
  number: v.number(),
  format: UploadFormat,
  before: v.nullable(v.object({ hash: v.string(), alt: v.string() })),
});

/**
 * Makes a file that was uploaded an issue's own, from now on: who has begun to download the one before goes on with
 * that. Refuses (404) an issue that there is none of, (409) where somebody put another there since it was shown, and
 * (422) a file that was not uploaded for this.
 */
export async function putIssueFile(
  deps: UploadDeps,
  person: Person,
  { number, action, version, format, hash, alt, network, dry }: PutIssueFile & { number: number; network: string; dry: boolean },
): Promise<v.InferOutput<typeof IssueFilePut>> {
  const told = { id: action, verb: 'uploadIssueFile', subject: `${number} ${format}`, network, dry };
  return act(deps, { person: person.id }, told, Put, async (tx) => {
    const { publicationId } = deps.config;
    await lockIssue(tx, publicationId, number);
    const issue = await tx.issue.findFirst({
      where: { publicationId, number, ...NOT_WITHDRAWN },
      select: { files: true },
    });
    if (issue === null) throw new Refusal(404, deskText('no_such_issue'));
    const before = await uploadNow(tx, publicationId, number, format);
    if ((before?.hash ?? '') !== version) throw await changedMeanwhile(tx, publicationId, told);
    const file = await tx.file.findUnique({ where: { publicationId_hash: { publicationId, hash } } });
    if (file === null) throw new Refusal(422, deskText('file_not_here'));
    if (!isFor(format, file.type)) throw new Refusal(422, deskText('file_of_another_kind'));
    if (before?.hash === hash && before.alt === alt) throw new Refusal(409, deskText('same_file'));
    await replace(tx, { publicationId, number, format, at: deps.clock() }, { action, hash, alt });
    if (format === 'cover') await showUploadedCovers(tx, publicationId);
    const ofFolder = format === 'cover' || v.parse(IssueFiles, issue.files)[format] !== undefined;
    const kept = { number, format, before: before && { hash: before.hash, alt: before.alt } };
    const replaces = before ? ('desk' as const) : ofFolder ? ('folder' as const) : ('texts' as const);
    const out = (await tx.issue.count({ where: { publicationId, number, ...outBy(todayOf(deps)) } })) > 0;
    return {
      from: { hash: before?.hash ?? null },
      to: { ...kept, hash },
      result: { format, size: file.size, replaces, out },
    };
  });
}

type TakenBack = v.InferOutput<typeof KeptIssueFile> & { action: string; undoes: string; network: string; dry: boolean };

/**
 * Puts the file back that was there before, or leaves it to the publication's folder again. Refuses (409) where another
 * was put there since.
 */
export async function takeBackIssueFile(
  deps: UploadDeps,
  person: Person,
  { number, format, before, action, undoes, network, dry }: TakenBack,
): Promise<void> {
  const told = { id: action, verb: 'uploadIssueFile', subject: `${number} ${format}`, network, dry, undoes };
  await act(deps, { person: person.id }, told, v.object({}), async (tx) => {
    const { publicationId } = deps.config;
    await lockIssue(tx, publicationId, number);
    const now = await uploadNow(tx, publicationId, number, format);
    if (now?.action !== undoes) throw await changedMeanwhile(tx, publicationId, told);
    await replace(tx, { publicationId, number, format, at: deps.clock() }, before && { action, ...before });
    if (format === 'cover') {
      if (before === null) await folderCover(tx, deps.config, number);
      await showUploadedCovers(tx, publicationId);
    }
    return { from: { hash: now.hash }, to: { hash: before?.hash ?? null }, result: {} };
  });
}

/** What is told whoever comes second, by whom: also where a file was taken away. */
const changedMeanwhile = async (tx: Tx, publicationId: string, { verb, subject }: { verb: string; subject: string }): Promise<Refusal> =>
  new Refusal(409, deskText('file_changed', { who: await whoDid(tx, publicationId, { verbs: [verb], subject }) }));

const uploadNow = (tx: Tx, publicationId: string, issue: number, format: UploadFormat): Promise<Now | null> =>
  tx.issueUpload.findFirst({ where: { publicationId, issue, format, replaced: null }, select: { action: true, hash: true, alt: true } });

type Place = { publicationId: string; number: number; format: UploadFormat; at: Date };

async function replace(tx: Tx, { publicationId, number, format, at }: Place, by: Now | null): Promise<void> {
  const place = { publicationId, issue: number, format };
  await tx.issueUpload.updateMany({ where: { ...place, replaced: null }, data: { replaced: at } });
  if (by) await tx.issueUpload.create({ data: { ...place, ...by, uploaded: at } });
}

const isFor = (format: UploadFormat, type: string): boolean =>
  format === 'cover' ? type.startsWith('image/') : type === (format === 'pdf' ? 'application/pdf' : 'application/epub+zip');
