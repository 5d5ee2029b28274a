import type { AddressForm } from '@newsstand/contracts/address';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { InvoiceGivenUp, NewReaderComped, NextRenewal, SubscriptionComped, type Comp } from '@newsstand/contracts/desk-verbs';
import { issuesOf } from '@newsstand/contracts/term';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { addressOf } from '../../account/save-address.ts';
import { planAgain } from '../../ledger/planned-charges/plan-again.ts';
import { addressToPost } from '../../ledger/releases/address-to-post.ts';
import { addTerm, lockTerms } from '../../ledger/terms/add-term.ts';
import { isReleasing } from '../../ledger/terms/is-releasing.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';
import { holdSubscriptions, readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import { endingTerms } from '../../payments/invoices/open-upgrades.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { createAccount } from '../../readers/login/create-account.ts';
import { voidIfUnproved } from '../../readers/login/find-or-create-account.ts';
import { describeIssues } from '../../rules/pricing/membership-rules.ts';
import { countIssues, type Subscription } from '../../rules/subscriptions/subscription-rules.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act, keptInvoices } from '../act.ts';
import { markOf, mustBeAsShown } from '../as-shown.ts';
import type { Person } from '../staff/staff-session.ts';
import { actionOf, tell, type Asked } from './reader-verb.ts';
import { knownReader, type KnownReader } from '../known-reader.ts';
import { nextRenewal } from '../next-renewal.ts';
import { termSource } from '../../rules/subscriptions/term-source.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { owes } from '../../ledger/terms/owes.ts';

type CompDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;

/** As an action keeps what it gave. */
export const KeptComp = v.object({ subscription: v.string() });

/**
 * Whose a gift becomes: `account` where that is the account of a mailbox that they have none with, and what becomes of
 * it.
 */
type Home = { owner: string; email?: string; account?: 'made' | 'known' };

/**
 * Gives a reader a term that nobody pays for, behind those that they have: a whole one, or so many issues of it. What
 * is read in files needs a login: whoever has no account is given it with the one of their mailbox, which brings what
 * else is theirs with its first proof. Refuses (409) a lifetime's reader, who has everything, one who was erased, and
 * where a term was added since `terms` were shown of whoever it becomes: two who answer one complaint give once; (422)
 * files without a mailbox. What another account has is shown by trying.
 */
export async function compSubscription(
  deps: CompDeps,
  person: Person,
  { terms, ...asked }: Asked & Comp & { terms: number },
): Promise<SubscriptionComped> {
  const { publicationId } = deps.config;
  const home = await homeOf(deps, asked);
  const whole = { ...asked, owner: home.owner };
  return act(deps, { person: person.id }, actionOf('compSubscription', subjectOf(asked), whole), SubscriptionComped, async (tx) => {
    const reader = await knownReader(tx, publicationId, asked.owner);
    const { owner, email, account } = home;
    await lockTerms(tx, { publicationId, ownerId: owner });
    const there = await readSubscriptions({ db: tx, config: deps.config }, owner);
    if (there.length !== terms && !(asked.dry && account !== undefined)) throw new Refusal(409, deskText('another_subscription'));
    if (account === undefined || email === undefined) {
      const { subscription, ...result } = await give(tx, deps, reader, whole);
      return { to: { subscription }, result };
    }
    await openAccount(tx, deps, { owner, email, account, name: reader.name });
    const { subscription, ...result } = await give(tx, deps, { name: reader.name, email, account: true }, whole, {
      welcome: account === 'made',
    });
    return {
      to: { subscription },
      owners: [asked.owner],
      result: { ...result, owner, account, ...(asked.dry && { there: there.map(shownOf).toReversed() }) },
    };
  });
}

/** A term as the desk shows it. */
const shownOf = (one: Subscription): NonNullable<SubscriptionComped['there']>[number] => {
  const { paid, delivered } = countIssues(one);
  return {
    deliverable: one.deliverables.active,
    level: one.level,
    term: one.term,
    copies: one.copies,
    paid,
    served: delivered,
    cancelled: one.cancelled?.toISOString() ?? null,
  };
};

/** Whose what is given to a reader becomes. The id of a new account is the action's own: nobody else has it. */
async function homeOf({ db, config }: CompDeps, { owner, action, deliverable }: Asked & Comp): Promise<Home> {
  const { publicationId } = config;
  if (shipcodeOf(deliverable) !== null) return { owner };
  const reader = await knownReader(db, publicationId, owner);
  if (reader.account) return { owner };
  // Whom an import brought may wait apart for the proof of a mailbox.
  const legacy = await db.legacyReader.findFirst({
    where: { publicationId, ownerId: owner, email: { not: null } },
    select: { email: true },
  });
  const email = legacy?.email ?? (reader.email === null ? null : reader.email.normalize('NFKC').toLowerCase());
  if (email === null) {
    throw new Refusal(422, {
      deliverable: deskText('no_mailbox_for_files'),
    });
  }
  const known = await db.account.findUnique({ where: { publicationId_email: { publicationId, email } }, select: { id: true } });
  return { owner: known?.id ?? action, email, account: known === null || known.id === action ? 'made' : 'known' };
}

type Opening = Required<Home> & { name: string };

/**
 * The account that somebody reads what they are given in: the one of their mailbox, which is nobody else's from then
 * on, or a new one.
 */
async function openAccount(tx: Prisma.TransactionClient, deps: CompDeps, { owner: id, email, account, name }: Opening): Promise<void> {
  if (account === 'known') return voidIfUnproved(tx, deps, { id, name });
  const made = await createAccount(tx, deps, { id, email, name, passwordHash: null, verified: false, welcomed: true });
  if (made === null) throw new Refusal(409, deskText('account_made_meanwhile'));
}

type New = Omit<Asked, 'owner'> & Comp & { name: string; email: string | null; address: AddressForm | null };

/**
 * The same for somebody who need not be known yet: the account of their address, or a new one, into which a code that
 * is mailed there leads and nothing else; without an address, somebody to whom only print comes. Refuses (422) print
 * without an address, and files without a mailbox.
 */
export async function compNewReader(
  deps: CompDeps,
  person: Person,
  { name, email, address: form, ...asked }: New,
): Promise<NewReaderComped> {
  const { publicationId } = deps.config;
  const shipcode = shipcodeOf(asked.deliverable);
  if (shipcode === null && email === null) throw new Refusal(422, { email: deskText('files_need_email') });
  if (shipcode !== null && form === null) throw new Refusal(422, { address: deskText('post_needs_address') });
  const address = shipcode !== null && form !== null ? await addressOf(deps, shipcode, form) : null;
  const account =
    email === null
      ? null
      : await deps.db.account.findUnique({ where: { publicationId_email: { publicationId, email } }, select: { id: true } });
  // Nobody else's: the action's own id is new.
  const owner = account?.id ?? asked.action;
  const whole = { ...asked, owner };
  return act(deps, { person: person.id }, actionOf('compSubscription', subjectOf(asked), whole), NewReaderComped, async (tx) => {
    if (email !== null) await openAccount(tx, deps, { owner, email, name, account: account === null ? 'made' : 'known' });
    if (shipcode !== null && address !== null) {
      await keepAddress(tx, { publicationId, ownerId: owner, shipcode, name, address, now: deps.clock() });
    }
    const { subscription, ...given } = await give(tx, deps, { name, email, account: email !== null }, whole, { welcome: account === null });
    return { to: { subscription }, result: { ...given, owner, known: account !== null } };
  });
}

const subjectOf = ({ deliverable, level, term, issues }: Comp): string =>
  [deliverable, level, issues === null ? term : `${issues} issues`].join(', ');

async function give(
  tx: Prisma.TransactionClient,
  deps: CompDeps,
  reader: KnownReader,
  { deliverable, level, term, issues, ...asked }: Asked & Comp,
  { welcome = false }: { welcome?: boolean } = {},
): Promise<SubscriptionComped & { subscription: string }> {
  const { publicationId } = deps.config;
  const { owner, action } = asked;
  if (issues !== null && term === 'lifetime') throw new Refusal(422, { issues: deskText('lifetime_has_no_issues') });
  const { lifetime, renewal, behind } = await standingOf(tx, publicationId, owner);
  if (lifetime) throw new Refusal(409, deskText('has_lifetime'));
  const now = deps.clock();
  const subscription = uuidv7(now.getTime());
  // Said as a number of issues, a term brings nothing that came out before (decision 010): that was not missed by who
  // had not subscribed.
  const count = issues ?? issuesOf(term);
  const deliverables = { set: deliverable, active: deliverable };
  await addTerm(tx, {
    publicationId,
    ownerId: owner,
    id: subscription,
    source: termSource('comp', action),
    term,
    level,
    deliverables,
    issues: count,
    at: now,
  });
  const shipcode = shipcodeOf(deliverable);
  const isKnown = shipcode === null ? null : (await addressToPost(tx, { publicationId, ownerId: owner }, shipcode)) !== null;
  const detail = describeIssues({ deliverable, level, term }, deps.publication.cached().messages, count);
  const nowhere = isKnown === false ? { nowhere: reader.account ? 'account' : 'letter' } : {};
  const payload = { detail, behind, ...nowhere, ...(asked.reason === 'lost' && { lost: true }), ...(welcome && { welcome }) };
  const letter = await tell(tx, deps, asked, reader, { kind: 'subscription-given', payload });
  return { subscription, issues: count, address: isKnown, renewal, behind, letter };
}

type Standing = { lifetime: boolean; renewal: boolean; behind: boolean };

/** Whether a reader has a lifetime, is to be asked for a renewal, and is owed what a new term comes behind. */
async function standingOf(tx: Sql, publication: string, owner: string): Promise<Standing> {
  const ofThem = Prisma.sql`publication_id = ${publication} and owner_id = ${owner}::uuid`;
  const [standing] = await tx.$queryRaw<[Standing]>`select
    exists (select from subscription where ${ofThem} and cancelled is null and term = 'lifetime') as lifetime,
    exists (select from charge where ${ofThem} and kind = 'renewal' and state = 'open') as renewal,
    exists (select from subscription s where ${ofThem} and ${owes()}) as behind`;
  return standing;
}

/** Of the release before only whom a letter told. */
const CompTakenBack = v.union([
  v.object({
    told: v.nullable(v.string()),
    invoices: v.array(InvoiceGivenUp),
    renewal: v.optional(v.nullable(NextRenewal)),
    version: v.optional(v.string()),
  }),
  v.pipe(
    v.nullable(v.string()),
    v.transform((told) => ({ told, invoices: [] })),
  ),
]);

/**
 * Takes a term back that was given, while nothing of it has come and nobody has changed it: it goes as if it had not
 * been given, a renewal that it put off comes up again with a notice of its own, an invoice that moves it as well is
 * given up, and the history keeps both. Refuses (409) any other, and what would be otherwise by now than it was shown.
 */
export async function takeBackComp(
  deps: CompDeps,
  person: Person,
  { subscription, version, ...asked }: Asked & v.InferOutput<typeof KeptComp> & { version?: string | undefined },
): Promise<v.InferOutput<typeof CompTakenBack>> {
  const { publicationId } = deps.config;
  const { owner, reason } = asked;
  return act(deps, { person: person.id }, actionOf('takeBackComp', subscription, asked), CompTakenBack, async (tx) => {
    const reader = await knownReader(tx, publicationId, owner);
    const { ended, invoices } = await endingTerms(tx, deps, { owners: [owner], reason }, async () => {
      if (await isReleasing(tx, publicationId)) throw new Refusal(409, deskText('release_under_way'));
      await lockTerms(tx, { publicationId, ownerId: owner });
      await holdSubscriptions(tx, publicationId, [owner]);
      const given = (await readSubscriptions({ db: tx, config: deps.config }, owner)).find(({ id }) => id === subscription);
      const changes = await tx.subscriptionChange.count({ where: { publicationId, ownerId: owner, subscriptionId: subscription } });
      if (
        given?.source !== termSource('comp', asked.undoes ?? '') ||
        given.cancelled !== null ||
        changes > 0 ||
        countIssues(given).delivered > 0
      ) {
        throw new Refusal(409, deskText('given_and_used'));
      }
      const key = { publicationId_ownerId_id: { publicationId, ownerId: owner, id: subscription } };
      // Whoever listens hears that it has ended; then it is gone, so that nothing follows from it: neither where its
      // reader stands, nor what renews.
      await tx.subscription.update({ where: key, data: { cancelled: deps.clock() } });
      await tx.subscription.delete({ where: key });
      const isNoticed = await planAgain(tx, deps, owner);
      return { given, renewal: isNoticed ? await nextRenewal(tx, publicationId, owner) : null };
    });
    const { given: term, renewal } = ended;
    const choice = { deliverable: term.deliverables.active, level: term.level, term: term.term };
    const detail = describeIssues(choice, deps.publication.cached().messages, term.issues);
    const letter = await tell(tx, deps, asked, reader, { kind: 'subscription-taken-back', payload: { detail } });
    const shown = { told: letter, invoices, renewal };
    // What is planned now is due a moment later than what was shown.
    const mark = markOf({ ...shown, renewal: renewal && { ...renewal, due: renewal.due.slice(0, 'YYYY-MM-DD'.length) } });
    mustBeAsShown({ version, dry: asked.dry }, mark);
    return { from: { subscription }, to: keptInvoices(invoices), result: { ...shown, version: mark } };
  });
}
