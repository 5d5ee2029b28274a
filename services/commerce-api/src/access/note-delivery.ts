import type { Deps } from '../deps.ts';

type NoteDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** The mail server took a letter: the address works, whatever was the matter before. */
export async function noteTaken({ db, config }: NoteDeps, email: string): Promise<void> {
  await db.account.updateMany({
    where: { publicationId: config.publicationId, email, emailFailing: { not: null } },
    data: { emailFailing: null },
  });
}

/** The mail server refused a letter. Only a refusal for good (5xx) says something about the address; anything else may pass. */
export async function noteRefused({ db, clock, config }: NoteDeps, email: string, error: unknown): Promise<void> {
  if (!isForGood(error)) return;
  await db.account.updateMany({
    where: { publicationId: config.publicationId, email, emailFailing: null },
    data: { emailFailing: clock() },
  });
}

function isForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  const code = Number(error.responseCode);
  return code >= 500 && code < 600;
}
