import type { Prisma } from '../../generated/prisma/client.ts';
import { postLetter } from '../letters/post-letter.ts';
import { readSubscriptions } from '../ledger/terms/read-subscriptions.ts';
import { UNDER_WAY } from '../rules/charges/retry-rules.ts';
import { planRenewal } from '../rules/subscriptions/renewal-rules.ts';
import { requireSession, type Login } from '../readers/login/require-session.ts';
import { followAutorenew, type SwitchedBy } from '../ledger/planned-charges/follow-autorenew.ts';
import { cancelAtOnce } from '../payments/settle/cancel-abandoned.ts';
import type { Deps } from '../publication/deps.ts';
import { cardText } from '../publication/texts/card-texts.ts';
import { Refusal } from '../platform/http/refusal.ts';

/**
 * Switches autorenew to what it shall be, or, with null, the other way than it is: one statement, so that two tabs that
 * press at once each have their turn. A refund that had switched it off is said no more: this is the reader's own
 * doing. What the renewal run will charge follows it, and what another tab could still confirm. A letter confirms it,
 * the renewal's notice where that goes out at once. Refuses (409) to switch it on without a means of payment on record,
 * and where nothing would ever renew.
 */
export async function switchAutorenew(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'publication' | 'stripe' | 'log' | 'metrics' | 'reached'>,
  login: Login,
  wanted: boolean | null,
): Promise<boolean> {
  const { accountId } = login;
  const isOn = await deps.db.$transaction(async (tx) => {
    await requireSession(tx, deps, login);
    await tx.$queryRaw`select 1 from account where id = ${accountId}::uuid for no key update`;
    const { autorenewSince: before } = await tx.account.findUniqueOrThrow({ where: { id: accountId }, select: { autorenewSince: true } });
    const { on, noticed } = await writeAutorenew(tx, deps, accountId, wanted, 'reader');
    if (on) await mustRenew(tx, deps, accountId);
    if (on !== (before !== null) && !noticed) await confirm(tx, deps, accountId, before);
    return on;
  });
  if (!isOn) await cancelAtOnce(deps, accountId);
  return isOn;
}

/** Refuses (409) to switch autorenew on, which was written in this transaction, for what it would never charge. */
export async function mustRenew(
  tx: Prisma.TransactionClient,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  accountId: string,
): Promise<void> {
  const { type } = planRenewal(await readSubscriptions({ db: tx, config }, accountId), clock());
  if (type === 'nothing-to-renew') throw new Refusal(409, cardText('nothing_renews'));
  if (type === 'lifetime') throw new Refusal(409, cardText('renews_for_life'));
}

/** Tells the reader what they switched; `before`: since when it was on, if it was. */
async function confirm(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'config' | 'clock'>,
  accountId: string,
  before: Date | null,
): Promise<void> {
  const { name, email, autorenewSince } = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  const kind = autorenewSince ? 'autorenew-on' : 'autorenew-off';
  const subject = `${accountId}:${(autorenewSince ?? before)?.toISOString()}`;
  const payload = { name, by: 'reader', charging: await isCharging(tx, deps.config.publicationId, accountId) };
  await postLetter(tx, deps, { kind, subject, recipient: email, payload });
}

/** Whether a renewal is on its way: it counts, whatever is switched off meanwhile. */
export async function isCharging(tx: Prisma.TransactionClient, publicationId: string, ownerId: string): Promise<boolean> {
  return (await tx.chargeAttempt.count({ where: { publicationId, ownerId, kind: 'renewal', outcome: { in: [...UNDER_WAY] } } })) > 0;
}

/**
 * The same in a transaction, whoever asks for it; `cancelAtOnce` comes after it, where it is off. `noticed`: the notice
 * of a renewal went out with it.
 */
export async function writeAutorenew(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'config' | 'clock' | 'publication'>,
  accountId: string,
  wanted: boolean | null,
  by?: SwitchedBy,
): Promise<{ on: boolean; noticed: boolean }> {
  const [account] = await tx.$queryRaw<{ autorenew: boolean }[]>`
    update account set autorenew_since = case when coalesce(${wanted}::boolean, autorenew_since is null) then coalesce(autorenew_since, ${deps.clock()}) end,
      autorenew_stopped_by = null
    where id = ${accountId}::uuid and (method is not null or not coalesce(${wanted}::boolean, autorenew_since is null))
    returning autorenew_since is not null as autorenew`;
  if (!account) throw new Refusal(409, cardText('no_card'));
  const noticed = await followAutorenew(tx, deps, accountId, by);
  return { on: account.autorenew, noticed };
}
