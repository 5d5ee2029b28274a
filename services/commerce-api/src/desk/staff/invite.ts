import type { DeskRole } from '@newsstand/contracts/desk-roles';
import type { InvitationStands, KeyMade } from '@newsstand/contracts/desk-staff';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { StaffRefusal } from '../../platform/http/staff-refusal.ts';
import { hashOf, newToken } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { TOKEN_NETWORK, spend } from '../../readers/login/limits.ts';
import { LIFETIME, redeemTicket } from '../../readers/login/tickets.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act, type Actor } from '../act.ts';
import { tellOfKey, tellPublishers } from './mail-key-link.ts';
import { askForNewKey, checkNewKey } from './passkey.ts';
import { startStaffSession, type Person } from './staff-session.ts';

type InviteDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
/** `replace`: the keys that they had are void once the new one is made. */
type Invitation = { email: string; name: string; roles: DeskRole[]; replace: boolean };

/** What an invitation's ticket keeps. */
const Ticketed = v.object({ staff: v.string(), replace: v.boolean() });
const Nothing = v.null();
const GONE = { token: deskText('link_expired') };

/**
 * Lets somebody work at the desk, with these roles from now on, and answers the link with which they make a passkey:
 * once, and soon. Its token is behind the #, where it reaches no log.
 */
export async function invite(
  deps: InviteDeps,
  actor: Actor,
  { email, name, roles, replace }: Invitation,
): Promise<{ url: string; expires: Date }> {
  if (deps.config.desk === null) throw new StaffRefusal('No desk is served: set DESK_URL, here and where the service runs.');
  const { publicationId } = deps.config;
  const token = newToken();
  const created = deps.clock();
  const expires = new Date(created.getTime() + LIFETIME['desk-invite']);
  const action = uuidv7(created.getTime());
  await act(deps, actor, { id: action, verb: 'inviteStaff', subject: email }, Nothing, async (tx) => {
    const before = await tx.staff.findUnique({ where: { publicationId_email: { publicationId, email } } });
    if (before?.sample === true) throw new StaffRefusal(`${email} is a sample person's address.`);
    const { id } = await tx.staff.upsert({
      where: { publicationId_email: { publicationId, email } },
      update: { name, roles, disabled: null },
      create: { id: uuidv7(), publicationId, email, name, roles, created },
    });
    if (replace && before) await tellPublishers(tx, deps, { action, who: email, by: 'program' in actor ? actor.program : 'the desk' });
    await tx.ticket.create({ data: { tokenHash: hashOf(token), kind: 'desk-invite', data: { staff: id, replace }, created, expires } });
    return { ...(before && { from: { roles: before.roles } }), to: { roles, replace }, result: null };
  });
  return { url: `${deps.config.desk.url}/welcome#${token}`, expires };
}

/** Begins to make a further passkey for whoever is signed in. Refuses (422) a sample person, who has none. */
export async function openFurtherKey(deps: InviteDeps & Pick<Deps, 'log'>, person: Person): Promise<Record<string, unknown>> {
  const staff = await deps.db.staff.findUniqueOrThrow({ where: { id: person.id } });
  if (staff.sample) throw new Refusal(422, deskText('sample_person'));
  return askForNewKey(deps, staff, person.session);
}

/**
 * Keeps the further passkey that was made in a browser where its owner is signed in; a round of another session is
 * none.
 */
export async function keepFurtherKey(
  deps: InviteDeps & Pick<Deps, 'log'>,
  person: Person,
  { key, network }: { key: KeyMade; network: string },
): Promise<void> {
  const made = await checkNewKey(deps, key, person.session);
  await deps.db.$transaction((tx) => keepKey(tx, deps, { staffId: person.id, made, how: 'further', network }));
}

/** How the link of an invitation stands, for whoever opens its page; it still works afterwards. */
export async function lookAtInvitation(deps: InviteDeps, token: string, network: string): Promise<InvitationStands> {
  await spend(deps, TOKEN_NETWORK, network);
  const { publicationId } = deps.config;
  const [ticket] = await deps.db.$queryRaw<{ consumed: Date | null; expires: Date }[]>`
    select t.consumed, t.expires from ticket t join staff s on s.id::text = t.data ->> 'staff'
    where t.token_hash = ${hashOf(token)} and t.kind = 'desk-invite' and s.publication_id = ${publicationId} and s.disabled is null`;
  if (ticket === undefined) return { state: 'gone' };
  if (ticket.consumed !== null) return { state: 'used' };
  return { state: ticket.expires > deps.clock() ? 'open' : 'gone' };
}

/** Begins to make a passkey for whoever was invited; the link still works afterwards. */
export async function openInvitation(
  deps: InviteDeps & Pick<Deps, 'log'>,
  token: string,
  network: string,
): Promise<Record<string, unknown>> {
  await spend(deps, TOKEN_NETWORK, network);
  const ticket = await deps.db.ticket.findFirst({
    where: { tokenHash: hashOf(token), kind: 'desk-invite', consumed: null, expires: { gt: deps.clock() } },
  });
  const kept = v.safeParse(Ticketed, ticket?.data);
  if (!kept.success) throw new Refusal(422, GONE);
  const staff = await deps.db.staff.findUniqueOrThrow({ where: { id: kept.output.staff } });
  return askForNewKey(deps, staff, hashOf(token));
}

/**
 * Keeps the passkey that was made with an invitation, which is used up, and signs its owner in; answers the session's
 * token.
 */
export async function acceptInvitation(
  deps: InviteDeps & Pick<Deps, 'log'>,
  { token, key }: { token: string; key: KeyMade },
  { network, before }: { network: string; before: string | null },
): Promise<string> {
  await spend(deps, TOKEN_NETWORK, network);
  const made = await checkNewKey(deps, key, hashOf(token));
  return deps.db.$transaction(async (tx) => {
    const ticket = await redeemTicket(tx, deps, 'desk-invite', token);
    const kept = v.safeParse(Ticketed, ticket?.data);
    if (!kept.success) throw new Refusal(422, GONE);
    const { staff: staffId, replace } = kept.output;
    const { disabled } = await tx.staff.findUniqueOrThrow({ where: { id: staffId } });
    if (disabled !== null) throw new Refusal(422, GONE);
    // Whoever finds another link of theirs, in an old letter, makes no key with it any more.
    await tx.ticket.deleteMany({ where: { kind: 'desk-invite', consumed: null, data: { path: ['staff'], equals: staffId } } });
    const gone = replace ? await tx.staffKey.deleteMany({ where: { staffId } }) : { count: 0 };
    if (replace) await tx.staffSession.deleteMany({ where: { staffId } });
    await keepKey(tx, deps, { staffId, made, how: gone.count > 0 ? 'replaced' : 'invited', network });
    return startStaffSession(tx, deps, staffId, before);
  });
}

type Kept = { staffId: string; made: Awaited<ReturnType<typeof checkNewKey>>; how: 'invited' | 'further' | 'replaced'; network: string };

async function keepKey(tx: Prisma.TransactionClient, deps: InviteDeps, { staffId, made, how, network }: Kept): Promise<void> {
  const now = deps.clock();
  const isFirst = (await tx.staffKey.count({ where: { staffId } })) === 0;
  await tx.staffKey.create({
    data: {
      id: made.id,
      staffId,
      publicKey: Buffer.from(made.publicKey),
      counter: BigInt(made.counter),
      transports: made.transports ?? [],
      created: now,
    },
  });
  const { publicationId } = deps.config;
  const action = uuidv7(now.getTime());
  const subject = how === 'replaced' ? 'in place of those before' : isFirst ? '' : 'a further one';
  const entry = { verb: 'makeKey', subject, reason: '', result: {}, network, at: now };
  await tx.staffAction.create({ data: { id: action, publicationId, staffId, ...entry } });
  // Of one that takes the place of others they read when it was asked for.
  if (how === 'replaced') return;
  const { email } = await tx.staff.findUniqueOrThrow({ where: { id: staffId }, select: { email: true } });
  await tellOfKey(tx, deps, { action, who: email, isInvited: how === 'invited' });
}
