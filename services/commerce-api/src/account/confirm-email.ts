import type { EmailConfirmed } from '@newsstand/contracts/account';
import * as v from 'valibot';
import { Prisma } from '../../generated/prisma/client.ts';
import { postLetter } from '../letters/post-letter.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { TOKEN_NETWORK, spend } from '../readers/login/limits.ts';
import { apiText } from '../platform/http/api-text.ts';
import { lockAccount, voidPrepared } from '../readers/login/void-unproved.ts';

type Confirmation = {
  token: string;
  network: string;
  /** The account that the browser is logged in to, and its session there. */
  reader: { accountId: string; session: string } | null;
};

type Confirmed = v.InferOutput<typeof EmailConfirmed>;

/** What is kept of a change, in the letter about it: `account` is the account's id. */
const Told = v.object({
  account: v.string(),
  email: v.string(),
  password_gone: v.boolean(),
  google_gone: v.boolean(),
});

const USED_UP = apiText('change_used');
const TAKEN = apiText('address_taken');

/**
 * Makes the address that waited the account's own. Every other session ends, and all that was prepared before is void;
 * both addresses are told. In a browser that is not logged in to the account, somebody has shown that the mailbox is
 * theirs, and not that the account is: then the password and the identities go too, so that nobody is led into an
 * account that another can still open. A link that has done its work answers as it did, for as long as the address is
 * the account's.
 */
export async function confirmEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { token, network, reader }: Confirmation,
): Promise<Confirmed> {
  await spend(deps, TOKEN_NETWORK, network);
  const now = deps.clock();
  const { publicationId } = deps.config;
  try {
    return await deps.db.$transaction(async (tx) => {
      const waiting = { tokenHash: hashOf(token), publicationId, expires: { gt: now }, account: { verified: { not: null } } };
      const found = await tx.emailChange.findFirst({ where: waiting, select: { accountId: true } });
      if (found) await lockAccount(tx, deps, found.accountId);
      // Looked at anew: it may have been confirmed, withdrawn or voided while the account was waited for.
      const change = await tx.emailChange.findFirst({ where: waiting });
      if (!change) return doneBefore(tx, deps, { token, reader });
      const id = change.accountId;
      const before = await tx.account.findUniqueOrThrow({ where: { id } });
      const logged_in = reader?.accountId === id;
      await voidPrepared(tx, deps, id, logged_in ? { id: { not: reader.session } } : {});
      await tx.account.update({
        where: { id },
        data: { email: change.email, emailFailing: null, ...(logged_in ? {} : { passwordHash: null }) },
      });
      const earlier = { accountId: id, email: before.email };
      await tx.earlierEmail.upsert({ where: { accountId_email: earlier }, create: { ...earlier, until: now }, update: { until: now } });
      const password_gone = !logged_in && before.passwordHash !== null;
      let google_gone = false;
      if (!logged_in) {
        google_gone = (await tx.identity.deleteMany({ where: { accountId: id } })).count > 0;
        await tx.knownDevice.deleteMany({ where: { accountId: id } });
      }
      const told = { account: id, email: change.email, password_gone, google_gone } satisfies v.InferInput<typeof Told>;
      const payload = { name: before.name, ...told };
      await postLetter(tx, deps, { kind: 'email-changed', subject: `${hashOf(token)}:before`, recipient: before.email, payload });
      await postLetter(tx, deps, { kind: 'email-changed', subject: hashOf(token), recipient: change.email, payload });
      return { email: change.email, logged_in, password_gone, google_gone };
    });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') throw new Refusal(409, TAKEN);
    throw error;
  }
}

/**
 * The link has been followed: twice, or by somebody whose answer was lost on its way. Refuses (422) one that has not,
 * or has nothing to show for it.
 */
async function doneBefore(
  tx: Prisma.TransactionClient,
  { config: { publicationId } }: Pick<Deps, 'config'>,
  { token, reader }: Pick<Confirmation, 'token' | 'reader'>,
): Promise<Confirmed> {
  const letter = await tx.outbox.findUnique({
    where: { kind_subject: { kind: 'email-changed', subject: hashOf(token) }, publicationId },
    select: { payload: true },
  });
  const told = v.safeParse(Told, letter?.payload);
  if (!told.success) throw new Refusal(422, { token: USED_UP });
  const { account: id, ...answer } = told.output;
  if ((await tx.account.count({ where: { id, publicationId, email: answer.email } })) === 0) throw new Refusal(422, { token: USED_UP });
  return { ...answer, logged_in: reader?.accountId === id };
}
