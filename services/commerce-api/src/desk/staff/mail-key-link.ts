import type { DeskRole } from '@newsstand/contracts/desk-roles';
import { KeyLinkSent, KeyLinkTakenBack } from '@newsstand/contracts/desk-staff';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { postLetter, postLetters } from '../../letters/post-letter.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf, tokenOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type * as v from 'valibot';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from './staff-session.ts';

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
type Asked = { action: string; network: string; dry: boolean };

/** How long a link works that went out by mail. */
const MAILED = 3 * DAY;

/**
 * Invites somebody who does not work here yet, by a letter with the link that makes their passkey. Refuses (409) an
 * address that works here already.
 */
export async function inviteByMail(
  deps: LinkDeps,
  person: Person,
  { email, name, roles, ...asked }: Asked & { email: string; name: string; roles: DeskRole[] },
): Promise<KeyLinkSent> {
  const { publicationId } = deps.config;
  return act(deps, { person: person.id }, { ...entryOf(asked), verb: 'inviteStaff', subject: email }, KeyLinkSent, async (tx) => {
    if (roles.length === 0) throw new Refusal(422, { roles: deskText('no_role') });
    const id = uuidv7(deps.clock().getTime());
    const { count } = await tx.staff.createMany({
      data: [{ id, publicationId, email, name, roles, created: deps.clock() }],
      skipDuplicates: true,
    });
    if (count === 0) throw new Refusal(409, deskText('works_here_already', { email }));
    return {
      to: { roles, replace: false },
      result: { letter: email, expires: await mail(tx, deps, asked.action, { id, email }, 'new'), told: 0 },
    };
  });
}

/**
 * Mails somebody who works here the link that makes a passkey: a further one, or, for a lost one, in place of all that
 * they have, which is told to every publisher at once. Refuses (409) who is disabled.
 */
export async function mailKeyLink(
  deps: LinkDeps,
  person: Person,
  { staff, replace, ...asked }: Asked & { staff: string; replace: boolean },
): Promise<KeyLinkSent> {
  const { publicationId } = deps.config;
  const found = await deps.db.staff.findFirst({ where: { id: staff, publicationId }, select: { email: true } });
  if (!found) throw new Refusal(404, deskText('no_such_person'));
  const { email } = found;
  const verb = replace ? 'replaceKeys' : 'mailKeyLink';
  return act(deps, { person: person.id }, { ...entryOf(asked), verb, subject: email }, KeyLinkSent, async (tx) => {
    const { sample, disabled } = await tx.staff.findUniqueOrThrow({ where: { id: staff } });
    if (sample) throw new Refusal(422, deskText('sample_person'));
    if (disabled !== null) throw new Refusal(409, deskText('disabled'));
    // Who was invited and has made none yet is as new as before.
    const isNew = (await tx.staffKey.count({ where: { staffId: staff } })) === 0;
    const expires = await mail(tx, deps, asked.action, { id: staff, email }, replace ? 'lost' : isNew ? 'new' : 'further');
    const told = replace ? await tellPublishers(tx, deps, { action: asked.action, who: email, by: person.name }) : 0;
    return { to: { replace }, result: { letter: email, expires, told } };
  });
}

/**
 * Takes back each link with which somebody would make a passkey, an invitation's and any other. Refuses (409) where
 * none is left of those that whoever asks was shown: it was used, or another was mailed since.
 */
export async function takeBackKeyLink(
  deps: LinkDeps,
  person: Person,
  { staff, invited, ...asked }: Asked & { staff: string; invited: string },
): Promise<v.InferOutput<typeof KeyLinkTakenBack>> {
  const found = await deps.db.staff.findFirst({ where: { id: staff, publicationId: deps.config.publicationId }, select: { email: true } });
  if (!found) throw new Refusal(404, deskText('no_such_person'));
  const entry = { ...entryOf(asked), verb: 'takeBackKeyLink', subject: found.email };
  return act(deps, { person: person.id }, entry, KeyLinkTakenBack, async (tx) => {
    const until = (await openKeyLinks({ db: tx, clock: deps.clock }, [staff])).get(staff);
    if (until !== undefined && until !== invited) throw new Refusal(409, deskText('another_link'));
    // Whoever makes their passkey at this moment has used it up, or finds it gone.
    const count = await tx.$executeRaw`
      delete from ticket where kind = 'desk-invite' and consumed is null and expires > ${deps.clock()} and data ->> 'staff' = ${staff}`;
    if (count === 0) throw new Refusal(409, deskText('no_link_left'));
    return { from: { invited }, result: { links: count } };
  });
}

/** Until when the newest link works with which each of them makes a passkey, of those who have one; one statement. */
export async function openKeyLinks({ db, clock }: { db: Sql } & Pick<Deps, 'clock'>, staff: string[]): Promise<Map<string, string>> {
  const rows = await db.$queryRaw<{ staff: string; until: Date }[]>`
    select data ->> 'staff' as staff, max(expires) as until from ticket
    where kind = 'desk-invite' and consumed is null and expires > ${clock()} and data ->> 'staff' = any(${staff}::text[]) group by 1`;
  return new Map(rows.map((row) => [row.staff, row.until.toISOString()]));
}

const entryOf = ({ action, network, dry }: Asked) => ({ id: action, network, dry });

/**
 * Keeps the ticket of a link and mails it; the link itself is made when the letter is written, and stands in no row.
 * Answers until when it works.
 */
async function mail(
  tx: Prisma.TransactionClient,
  deps: LinkDeps,
  action: string,
  { id, email }: { id: string; email: string },
  why: 'new' | 'lost' | 'further',
): Promise<string> {
  const { desk, access } = deps.config;
  if (desk === null) throw new Error('no desk is served');
  const nonce = `desk-invite:${action}`;
  const created = deps.clock();
  const expires = new Date(created.getTime() + MAILED);
  const replace = why === 'lost';
  await tx.ticket.create({
    data: { tokenHash: hashOf(tokenOf(access.secret, nonce)), kind: 'desk-invite', data: { staff: id, replace }, created, expires },
  });
  const payload = { nonce, expires: expires.toISOString(), desk: desk.url, why };
  await postLetter(tx, deps, { kind: 'staff-invite', subject: action, recipient: email, payload });
  return expires.toISOString();
}

/**
 * Writes to every publisher that somebody's keys are to be replaced: who took over one mailbox is seen by all. Answers
 * how many there are.
 */
export async function tellPublishers(
  tx: Prisma.TransactionClient,
  deps: LinkDeps,
  { action, who, by }: { action: string; who: string; by: string },
): Promise<number> {
  return tellAll(tx, deps, { kind: 'staff-recovery', subject: action, payload: { who, by } });
}

/**
 * Writes to every publisher that somebody has made a passkey: who opened a letter that was not theirs is seen by all.
 */
export async function tellOfKey(
  tx: Prisma.TransactionClient,
  deps: LinkDeps,
  { action, who, isInvited }: { action: string; who: string; isInvited: boolean },
): Promise<void> {
  await tellAll(tx, deps, { kind: 'staff-key', subject: action, payload: { who, how: isInvited ? 'invited' : 'further' } });
}

/** Writes to every publisher that somebody opened many readers' pages: once for what it is `subject` of. */
export async function tellOfLooks(
  tx: Prisma.TransactionClient,
  deps: LinkDeps,
  { subject, who }: { subject: string; who: string },
): Promise<void> {
  await tellAll(tx, deps, { kind: 'staff-looks', subject, payload: { who } });
}

type Told = { kind: 'staff-recovery' | 'staff-key' | 'staff-looks'; subject: string; payload: object };

/** The same letter to every publisher who may work here. Answers how many there are. */
async function tellAll(tx: Prisma.TransactionClient, deps: LinkDeps, { kind, subject, payload }: Told): Promise<number> {
  const { publicationId } = deps.config;
  const publishers = await tx.staff.findMany({ where: { publicationId, roles: { has: 'publisher' }, disabled: null, sample: false } });
  const letters = publishers.map(({ id, email }) => ({ kind, subject: `${subject}:${id}`, recipient: email, payload }));
  return postLetters(tx, deps, letters);
}
