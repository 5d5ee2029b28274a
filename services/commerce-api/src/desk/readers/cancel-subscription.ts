import { NextRenewal, SubscriptionCancelled, UNTOLD } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isCharging, writeAutorenew } from '../../account/switch-autorenew.ts';
import { planAgain, putOff } from '../../ledger/planned-charges/plan-again.ts';
import { readRenewalCharges } from '../../ledger/planned-charges/renewal-charge.ts';
import { isGone, isTakenByBank } from '../../ledger/orders/money-gone.ts';
import { isGoing } from '../../ledger/orders/refund-states.ts';
import { isReleasing } from '../../ledger/terms/is-releasing.ts';
import { paidForTerm } from '../../ledger/terms/paid-for-term.ts';
import { giftOfTerm } from '../../ledger/terms/source-parts.ts';
import { holdSubscriptions, readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import { endingTerms } from '../../payments/invoices/open-upgrades.ts';
import { cancelAtOnce } from '../../payments/settle/cancel-abandoned.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { describeIssues } from '../../rules/pricing/membership-rules.ts';
import { goesOnRenewing } from '../../rules/subscriptions/renewing-rules.ts';
import { countIssues, type Subscription } from '../../rules/subscriptions/subscription-rules.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act, keptInvoices } from '../act.ts';
import { markOf, mustBeAsShown } from '../as-shown.ts';
import type { Person } from '../staff/staff-session.ts';
import { mustFit } from '../check-reason.ts';
import { closeWon, holdWon } from '../refunds/already-decided.ts';
import { nextRenewal } from '../next-renewal.ts';
import { actionOf, tell, type Asked } from './reader-verb.ts';
import { knownReader } from '../known-reader.ts';

type CancelDeps = Parameters<typeof cancelAtOnce>[0] & Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;

/**
 * As an action keeps what it ended: `autorenew`, whether that went off with it; `back`, cents of its order that had
 * gone back by then.
 */
export const KeptTerm = v.object({ subscription: v.string(), autorenew: v.boolean(), back: v.number() });
export const KeptEnd = v.object({ cancelled: v.string() });

/**
 * Ends a term now: what is left of it is forfeited (decision 010), and an issue that is being given out is given out
 * first. Where autorenew is on, it stays so for what else its reader has, unless they want none of that (`renewing`)
 * or nobody is written to, and a renewal that the term had put off comes up; where nothing is left to renew, it goes
 * off. Pays nothing back. An invoice for its upgrade that nobody has paid is given up with it. Refuses (409) one that
 * has ended, of which nothing is left, of which an issue was delivered since it was shown, and whose end would bring
 * something else by now than was shown, and (422) a reason that is not what happened.
 */
export async function cancelSubscription(
  deps: CancelDeps,
  person: Person,
  {
    subscription,
    served,
    version,
    renewing,
    ...asked
  }: Asked & { subscription: string; served: number; version?: string | undefined; renewing?: 'keep' | 'stop' | undefined },
): Promise<SubscriptionCancelled> {
  const { publicationId } = deps.config;
  const { owner } = asked;
  const cancelled = await act(
    deps,
    { person: person.id },
    actionOf('cancelSubscription', subscription, asked),
    SubscriptionCancelled,
    async (tx) => {
      const reader = await knownReader(tx, publicationId, owner);
      const now = deps.clock();
      const { ended, invoices } = await endingTerms(tx, deps, { owners: [owner], reason: asked.reason }, async () => {
        const { term, terms, autorenew } = await lockTerm(tx, deps, owner, subscription);
        if (term.cancelled !== null) throw new Refusal(409, deskText('ended_already'));
        const { delivered, left } = countIssues(term);
        if (left === 0) throw new Refusal(409, deskText('nothing_left'));
        if (delivered !== served) throw new Refusal(409, deskText('issue_came'));
        const disputed = await isDisputed(tx, deps, owner, term);
        mustFit(asked.reason, disputed);
        await tx.subscription.update({ where: keyOf(publicationId, owner, subscription), data: { cancelled: now } });
        const after = terms.map((one) => (one === term ? { ...one, cancelled: now } : one));
        const keeps = renewing !== 'stop' && !UNTOLD.includes(asked.reason);
        const goesOn = autorenew && keeps && goesOnRenewing(terms, after);
        const stops = autorenew && !goesOn;
        if (goesOn) await planAgain(tx, deps, owner);
        else if (stops) await writeAutorenew(tx, deps, owner, false);
        return { term, goesOn, stops, left, disputed };
      });
      const { term, goesOn, stops, left, disputed } = ended;
      const renews = goesOn ? ((await readRenewalCharges({ ...deps, db: tx }, [owner])).get(owner) ?? null) : null;
      const charging = await isCharging(tx, publicationId, owner);
      const renewsAgain = renews !== null || (goesOn && charging);
      const back = await backOf(tx, deps, owner, term);
      const letter = await tell(tx, deps, asked, reader, {
        kind: 'subscription-cancelled',
        payload: { detail: detailOf(deps, term), charging, ...(renewsAgain && { renews: true }) },
      });
      const shown = { left, renewal: stops, renews, charging, back, disputed, invoices, letter };
      mustBeAsShown({ version, dry: asked.dry }, markOf(shown));
      return {
        from: { subscription, autorenew: stops, back },
        to: { cancelled: now.toISOString(), ...keptInvoices(invoices) },
        result: { ...shown, version: markOf(shown) },
      };
    },
  );
  if (!asked.dry) await cancelAtOnce(deps, owner);
  return cancelled;
}

/** Null of the release before. */
const Restored = v.nullable(
  v.object({
    letter: v.nullable(v.string()),
    renews: v.nullable(v.boolean()),
    renewal: v.optional(v.nullable(NextRenewal), null),
    put_off: v.optional(v.nullable(NextRenewal), null),
  }),
);
type Ended = v.InferOutput<typeof KeptTerm> & v.InferOutput<typeof KeptEnd>;

/**
 * Lets a term go on that was ended, with what was left of it, from the next issue on. Refuses (409) where it is no
 * longer as it was ended, where money of its order has gone back since, a lifetime whose reader has another one by now,
 * and where somebody has decided about the dispute for which it is given back (`decides`). Answers who is written to,
 * whether it `renews` by itself again (null where that is as it was), what is charged then, and what is not any more
 * (`put_off`), since it was planned without this term.
 */
export async function restoreSubscription(
  deps: CancelDeps,
  person: Person,
  { subscription, autorenew, back, cancelled, decides, ...asked }: Asked & Ended & { decides?: string | undefined },
): Promise<v.InferOutput<typeof Restored>> {
  const { publicationId } = deps.config;
  const { owner } = asked;
  return act(deps, { person: person.id }, actionOf('restoreSubscription', subscription, asked), Restored, async (tx) => {
    const reader = await knownReader(tx, publicationId, owner);
    const { term, others, autorenew: isOn, renewable } = await lockTerm(tx, deps, owner, subscription);
    if (term.cancelled?.toISOString() !== cancelled) throw new Refusal(409, deskText('not_as_ended'));
    if ((await backOf(tx, deps, owner, term)) > back) throw new Refusal(409, deskText('money_went_back'));
    if (term.term === 'lifetime' && others.some((other) => other.term === 'lifetime' && other.cancelled === null)) {
      throw new Refusal(409, deskText('another_lifetime'));
    }
    const won = decides === undefined ? null : await holdWon(tx, deps, decides);
    await tx.subscription.update({ where: keyOf(publicationId, owner, subscription), data: { cancelled: null } });
    if (won !== null) await closeWon(tx, deps, won);
    const planned = await putOff(tx, deps, owner);
    if (autorenew && renewable) await writeAutorenew(tx, deps, owner, true);
    // Whose reader has switched it on again themselves finds nothing changed.
    const renews = autorenew && !isOn ? renewable : null;
    const payload = { detail: detailOf(deps, term), ...(renews !== null && { renews }) };
    const letter = await tell(tx, deps, asked, reader, { kind: 'subscription-restored', payload });
    const renewal = renews === true ? await nextRenewal(tx, publicationId, owner) : null;
    const result = { letter, renews, renewal, put_off: planned && { ...planned, due: planned.due.toISOString() } };
    return { from: { cancelled }, to: { subscription, ...(decides !== undefined && { back: decides }) }, result };
  });
}

const keyOf = (publicationId: string, ownerId: string, id: string) => ({ publicationId_ownerId_id: { publicationId, ownerId, id } });

/**
 * An owner's terms with their account's row held, while no issue is being given out. `renewable`: a means of payment is
 * there, and autorenew is off.
 */
async function lockTerm(tx: Prisma.TransactionClient, { config }: CancelDeps, ownerId: string, id: string) {
  const { publicationId } = config;
  if (await isReleasing(tx, publicationId)) throw new Refusal(409, deskText('release_under_way'));
  await tx.$queryRaw`select 1 from account where id = ${ownerId}::uuid for no key update`;
  await holdSubscriptions(tx, publicationId, [ownerId]);
  const terms = await readSubscriptions({ db: tx, config }, ownerId);
  const term = terms.find((one) => one.id === id);
  if (!term) throw new Refusal(404, deskText('no_such_subscription'));
  const account = await tx.account.findUnique({ where: { id: ownerId }, select: { autorenewSince: true, method: true } });
  return {
    term,
    terms,
    others: terms.filter((one) => one !== term),
    autorenew: account !== null && account.autorenewSince !== null,
    renewable: account !== null && account.autorenewSince === null && account.method !== null,
  };
}

const detailOf = ({ publication }: CancelDeps, { deliverables, level, term, issues }: Subscription): string =>
  describeIssues({ deliverable: deliverables.active, level, term }, publication.cached().messages, issues);

/**
 * What has gone back of the order that paid for it, or is going, in cents: also a refund of the desk's that waits or
 * that the provider has not answered.
 */
async function backOf(
  tx: Prisma.TransactionClient,
  { config: { publicationId } }: CancelDeps,
  ownerId: string,
  { id }: Subscription,
): Promise<number> {
  const [row] = await tx.$queryRaw<{ amount: number }[]>`
    select coalesce(sum(
      coalesce((select sum(m.amount) from money_back m where m.order_id = o.id and m.refund_id is null and ${isGone}), 0)
      + coalesce((select sum(r.amount) from refund r where r.order_id = o.id and ${isGoing}), 0)), 0)::int as amount
    from subscription s join "order" o on ${paidForTerm}
    where s.publication_id = ${publicationId} and s.owner_id = ${ownerId}::uuid and s.id = ${id}::uuid`;
  return row?.amount ?? 0;
}

/** Whether a bank has taken what it was paid with, by its reader or as a gift. */
async function isDisputed(
  tx: Prisma.TransactionClient,
  { config: { publicationId } }: CancelDeps,
  ownerId: string,
  { id }: Subscription,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ disputed: boolean }[]>`
    select exists (select from "order" o join money_back m on m.order_id = o.id where ${paidForTerm} and ${isTakenByBank})
      or exists (select from gift g join money_back m on m.order_id = g.order_id where g.token = ${giftOfTerm} and ${isTakenByBank}) as disputed
    from subscription s where s.publication_id = ${publicationId} and s.owner_id = ${ownerId}::uuid and s.id = ${id}::uuid`;
  return row?.disputed ?? false;
}
