import type { EmailConfirmed } from '@newsstand/contracts/account';
import * as v from 'valibot';
import { Prisma } from '../../generated/prisma/client.ts';
import { TOKEN_NETWORK, spend } from '../access/limits.ts';
import { postLetter } from '../access/post-letter.ts';
import { hashOf } from '../access/secrets.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';

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

const USED_UP = 'This link does not work any more. Please request the change again.';
const TAKEN = 'There is an account with this address already.';

/**
 * Makes the address that waited the account's own. Every other session ends, and links and codes that went to the old address work no more; both
 * addresses are told. In a browser that is not logged in to the account, somebody has shown that the mailbox is theirs, and not that the account is:
 * then the password and the identities go too, so that nobody is led into an account that another can still open. A link that has done its work
 * answers as it did, for as long as the address is the account's.
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
      const [change] = await tx.$queryRaw<{ account_id: string; email: string }[]>`
        delete from email_change where token_hash = ${hashOf(token)} and publication_id = ${publicationId} and expires > ${now}
        returning account_id, email`;
      if (!change) return doneBefore(tx, deps, { token, reader });
      const id = change.account_id;
      const before = await tx.account.findUniqueOrThrow({ where: { id } });
      const logged_in = reader?.accountId === id;
      await tx.account.update({
        where: { id },
        data: { email: change.email, emailFailing: null, verified: before.verified ?? now, ...(logged_in ? {} : { passwordHash: null }) },
      });
      const earlier = { accountId: id, email: before.email };
      await tx.earlierEmail.upsert({ where: { accountId_email: earlier }, create: { ...earlier, until: now }, update: { until: now } });
      const password_gone = !logged_in && before.passwordHash !== null;
      let google_gone = false;
      if (!logged_in) {
        google_gone = (await tx.identity.deleteMany({ where: { accountId: id } })).count > 0;
        await tx.knownDevice.deleteMany({ where: { accountId: id } });
      }
      await tx.session.deleteMany({ where: { accountId: id, ...(logged_in ? { id: { not: reader.session } } : {}) } });
      await tx.ticket.deleteMany({ where: { email: before.email } });
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

/** The link has been followed: twice, or by somebody whose answer was lost on its way. Refuses (422) one that has not, or has nothing to show for it. */
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
  const { account: id, ...said } = told.output;
  if ((await tx.account.count({ where: { id, publicationId, email: said.email } })) === 0) throw new Refusal(422, { token: USED_UP });
  return { ...said, logged_in: reader?.accountId === id };
}
