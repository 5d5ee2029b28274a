import type { DeskRole } from '@newsstand/contracts/desk-roles';
import { KeyLinkSent } from '@newsstand/contracts/desk-staff';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { postLetter, postLetters } from '../../letters/post-letter.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf, tokenOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { act } from '../act.ts';
import type { Person } from './staff-session.ts';

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
type Asked = { action: string; network: string; dry: boolean };

/** How long a link works that went out by mail. */
const MAILED = 3 * DAY;

/** Invites somebody who does not work here yet, by a letter with the link that makes their passkey. Refuses (409) an address that works here already. */
export async function inviteByMail(
  deps: LinkDeps,
  person: Person,
  { email, name, roles, ...asked }: Asked & { email: string; name: string; roles: DeskRole[] },
): Promise<KeyLinkSent> {
  const { publicationId } = deps.config;
  return act(deps, { person: person.id }, { ...entryOf(asked), verb: 'inviteStaff', subject: email }, KeyLinkSent, async (tx) => {
    if (roles.length === 0) throw new Refusal(422, { roles: 'Choose at least one role.' });
    const id = uuidv7(deps.clock().getTime());
    const { count } = await tx.staff.createMany({
      data: [{ id, publicationId, email, name, roles, created: deps.clock() }],
      skipDuplicates: true,
    });
    if (count === 0) throw new Refusal(409, `${email} works here already: change what they may do, or send them a new key.`);
    return {
      to: { roles, replace: false },
      result: { letter: email, expires: await mail(tx, deps, asked.action, { id, email }), told: 0 },
    };
  });
}

/**
 * Mails somebody who works here the link that makes a passkey: a further one, or, for a lost one, in place of all that they have, which is told to every publisher
 * at once. Refuses (409) who is disabled.
 */
export async function mailKeyLink(
  deps: LinkDeps,
  person: Person,
  { staff, replace, ...asked }: Asked & { staff: string; replace: boolean },
): Promise<KeyLinkSent> {
  const { publicationId } = deps.config;
  const found = await deps.db.staff.findFirst({ where: { id: staff, publicationId }, select: { email: true } });
  if (!found) throw new Refusal(404, 'Nobody like this works here.');
  const { email } = found;
  const verb = replace ? 'replaceKeys' : 'mailKeyLink';
  return act(deps, { person: person.id }, { ...entryOf(asked), verb, subject: email }, KeyLinkSent, async (tx) => {
    const { sample, disabled } = await tx.staff.findUniqueOrThrow({ where: { id: staff } });
    if (sample) throw new Refusal(422, 'Sample people have no passkeys.');
    if (disabled !== null) throw new Refusal(409, 'They may not work here: let them in again first.');
    const expires = await mail(tx, deps, asked.action, { id: staff, email }, replace);
    const told = replace ? await tellPublishers(tx, deps, { action: asked.action, who: email, by: person.name }) : 0;
    return { to: { replace }, result: { letter: email, expires, told } };
  });
}

const entryOf = ({ action, network, dry }: Asked) => ({ id: action, network, dry });

/** Keeps the ticket of a link and mails it; the link itself is made when the letter is written, and stands in no row. Answers until when it works. */
async function mail(
  tx: Prisma.TransactionClient,
  deps: LinkDeps,
  action: string,
  { id, email }: { id: string; email: string },
  replace = false,
): Promise<string> {
  const { desk, access } = deps.config;
  if (desk === null) throw new Error('no desk is served');
  const nonce = `desk-invite:${action}`;
  const created = deps.clock();
  const expires = new Date(created.getTime() + MAILED);
  await tx.ticket.create({
    data: { tokenHash: hashOf(tokenOf(access.secret, nonce)), kind: 'desk-invite', data: { staff: id, replace }, created, expires },
  });
  const payload = { nonce, expires: expires.toISOString(), desk: desk.url };
  await postLetter(tx, deps, { kind: 'staff-invite', subject: action, recipient: email, payload });
  return expires.toISOString();
}

/** Writes to every publisher that somebody's keys are to be replaced: who took over one mailbox is seen by all. Answers how many there are. */
export async function tellPublishers(
  tx: Prisma.TransactionClient,
  deps: LinkDeps,
  { action, who, by }: { action: string; who: string; by: string },
): Promise<number> {
  const { publicationId } = deps.config;
  const publishers = await tx.staff.findMany({ where: { publicationId, roles: { has: 'publisher' }, disabled: null, sample: false } });
  const kind = 'staff-recovery';
  const letters = publishers.map(
    ({ id, email }) => ({ kind, subject: `${action}:${id}`, recipient: email, payload: { who, by } }) as const,
  );
  return postLetters(tx, deps, letters);
}

/** Writes to every publisher that somebody opened many readers' pages: once for what it is `subject` of. */
export async function tellOfLooks(
  tx: Prisma.TransactionClient,
  deps: LinkDeps,
  { subject, who }: { subject: string; who: string },
): Promise<void> {
  const { publicationId } = deps.config;
  const publishers = await tx.staff.findMany({ where: { publicationId, roles: { has: 'publisher' }, disabled: null, sample: false } });
  const kind = 'staff-looks';
  await postLetters(
    tx,
    deps,
    publishers.map(({ id, email }) => ({ kind, subject: `${subject}:${id}`, recipient: email, payload: { who } }) as const),
  );
}
