import { asksPassword } from '@newsstand/contracts/asks-password';
import { pathOf } from '@newsstand/contracts/paths';
import { LetterSent } from '@newsstand/contracts/desk-verbs';
import { Prisma } from '../../../generated/prisma/client.ts';
import { mailboxesOf, wentTo } from '../../account/own-mailboxes.ts';
import { isEnding } from '../../ledger/planned-charges/announce-end.ts';
import { BOUGHT } from '../../ledger/orders/order-states.ts';
import { listOf } from '../../platform/db/sql.ts';
import { isGiftGone } from '../../ledger/orders/gift-states.ts';
import { INTO_OUTBOX, postLetter, TRIED_FOR } from '../../letters/post-letter.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { postReset } from '../../readers/login/request-letter.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import { agoText } from '../ago-text.ts';
import type { Person } from '../staff/staff-session.ts';
import { DOER, doerOf } from '../done-by.ts';
import { isErased, knownReader, withAccount } from '../known-reader.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Asked = { action: string; owner: string; network: string; before?: number | undefined; dry: boolean };

/** How many letters the desk has sent to one reader in a day: no caller makes us flood a mailbox. */
const A_DAY = 5;
const SENDING = ['resendLetter', 'sendLogin', 'exportReader', 'sendCopy'];

type To = { publication: string; owner: Prisma.Sql; mailbox: Prisma.Sql; now: Date };

/**
 * SQL of a letter `w` of the outbox: why it may not be sent to the `mailbox` of its reader `owner` again; null where it
 * may. What holds a code, or a link that is worth nothing soon, is asked for anew; a parcel may still be taken back;
 * what waits to go there anyway would come twice; and what is not true any more is told to nobody.
 */
export const whyNotAgain = ({ publication, owner, mailbox, now }: To): Prisma.Sql => Prisma.sql`case
  when w.kind = 'no-account' or w.payload ?| array['expires', 'nonce'] then 'code'
  when w.kind = 'dispatched' and w.sent is null then 'parcel'
  when ${isOnItsWay(now)} and w.recipient = ${mailbox} then 'waits'
  when ${mailbox} is null then 'nowhere'
  when ${isErased(publication, owner)} then 'erased'
  when w.kind = 'invoice' and ${isGivenUp} then 'cancelled'
  when w.kind = 'invoice' and ${isPaidFor} then 'paid'
  when ${isOver(owner, now)} then 'over'
  when ${isUnwanted(mailbox)} then 'unwanted'
  when ${isUntrue} then 'untrue' end`;

/** SQL: beside a letter `w` whether it may be sent again, and why not, each looked up once. */
export const besideAgain = (to: To): Prisma.Sql => Prisma.sql`cross join lateral (select ${whyNotAgain(to)} as why_not offset 0) t`;
export const AGAIN = Prisma.sql`t.why_not is null as again, t.why_not`;

/** SQL of a letter `w` of an invoice: staff have given that up, so that none is written. */
const isGivenUp = Prisma.sql`not exists (
  select from invoice i join "order" io on io.id = i.order_id where i.token = w.payload ->> 'token' and io.state <> 'cancelled')`;

/** SQL of a letter `w` of an invoice: that is paid, or on its way, and asks for nothing any more. */
const isPaidFor = Prisma.sql`exists (
  select from invoice i join "order" io on io.id = i.order_id where i.token = w.payload ->> 'token' and (i.paid is not null or io.state in ${listOf(BOUGHT)}))`;

/** SQL of a letter `w`: what it tells of to come has come, or does not come any more. */
const isOver = (owner: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`(
  (w.kind = 'renewal-notice' and not exists (
    select from charge c
    where c.publication_id = w.publication_id and c.owner_id = ${owner} and c.kind = 'renewal' and c.state = 'open' and c.due > ${now}
      and w.subject like 'renewal:' || c.subject || ':' || c.cycle || ':%' and c.due = (w.payload ->> 'due')::timestamptz))
  or (w.kind in ('charge-trying-again', 'charge-authenticate') and not exists (
    select from charge c where c.token = w.payload ->> 'token' and c.state = 'open' and coalesce((w.payload ->> 'again')::timestamptz > ${now}, true)))
  or (w.kind in ('charge-replace-card', 'charge-given-up') and exists (
    select from charge c where c.token = w.payload ->> 'token' and (c.state = 'paid' or c.why in ('not-wanted', 'renewed'))))
  or (w.kind = 'subscription-ends' and not exists (
    select from subscription s where s.publication_id = w.publication_id and s.owner_id = ${owner} and s.id::text = ${about} and ${isEnding})))`;

/** SQL of a letter `w`: whoever reads at the mailbox wants none of these, or needs none any more (`composeLetter`). */
const isUnwanted = (mailbox: Prisma.Sql): Prisma.Sql => Prisma.sql`exists (
  select from account a where a.publication_id = w.publication_id and a.email = ${mailbox}
    and (w.kind = 'issue-out' and not a.issue_letters or w.kind = 'imported' and (a.verified is not null or a.email_failing is not null)))`;

/** SQL: what a letter `w` is about, an action of the desk or money that went back; what follows tells several apart. */
const about = Prisma.sql`split_part(w.subject, ':', 1)`;

const bothWays = (one: string, other: string) =>
  [
    [one, other],
    [other, one],
  ] as const;
/** Letters of which a later one of the second kind says that one of the first holds no more, of the same thing. */
const OVERTAKEN = [
  ...bothWays('order-taken-back', 'order-restored'),
  ...bothWays('goods-dropped', 'goods-restored'),
  ...bothWays('subscription-cancelled', 'subscription-restored'),
  ...bothWays('autorenew-on', 'autorenew-off'),
  ...bothWays('card-saved', 'card-deleted'),
  ['subscription-given', 'subscription-cancelled'],
  ['subscription-given', 'subscription-taken-back'],
  ['address-needed', 'address-changed'],
] as const;
const OVERTAKES = Prisma.join(OVERTAKEN.map(([one, other]) => Prisma.sql`(${one}, ${other})`));
/** SQL: the order that a letter tells of, or else the subscription in words; null of what an account has one of. */
const orderOrTerm = (letter: 'w' | 'n'): Prisma.Sql => {
  const [kind, payload] = [Prisma.raw(`${letter}.kind`), Prisma.raw(`${letter}.payload`)];
  return Prisma.sql`case when ${kind} not like 'a%' then coalesce(${payload} ->> 'number', ${payload} ->> 'detail') end`;
};

/**
 * SQL of a letter `w`: what it tells was taken back at the desk since, or a later letter says otherwise, as one about
 * money may, which tells what ended with it, or that it goes back after all; it is of money that did not go after all,
 * or of which that was told and somebody has seen to it; or of gifts of which none can be redeemed any more.
 */
const isUntrue = Prisma.sql`(
  exists (select from staff_action u where u.undoes = case when ${about} ~ '^[0-9a-f-]{36}$' then ${about}::uuid end)
  or exists (
    select from outbox n
    where n.publication_id = w.publication_id and n.recipient = w.recipient and n.created > w.created and n.subject not like '%:again:%'
      and ((w.kind, n.kind) in (${OVERTAKES}) and ${orderOrTerm('n')} is not distinct from ${orderOrTerm('w')}
        or n.kind = 'money-back' and n.payload ->> 'how' = 'refund' and (
          w.payload ->> 'how' = 'refund-left' and n.payload ->> 'number' = w.payload ->> 'number'
          or w.kind in ('order-restored', 'goods-restored') and n.payload ->> 'number' = w.payload ->> 'number'
          or w.kind = 'subscription-restored' and n.payload -> 'ended' -> 'details' ? (w.payload ->> 'detail'))))
  or (w.kind = 'money-back' and exists (
    select from money_back m
    where m.id = ${about} and (m.state = 'won' or (m.state = 'failed' and (w.payload ->> 'how' = 'refund' or w.payload ->> 'how' <> 'refund-left' and m.decided is not null)))))
  or (w.kind in ('gifts', 'gift-for-you') and not exists (
    select from gift g join "order" o on o.id = g.order_id
    where (g.order_id = (w.payload ->> 'order')::uuid or g.token = w.payload ->> 'token') and g.redeemed is null and not ${isGiftGone})))`;

/** SQL: when a letter `w` went out, null of one that did not, and why not. What the queue gave up waits no more. */
export const became = (now: Date): Prisma.Sql => Prisma.sql`case when w.unwritten is null then w.sent end as sent, w.bounced,
  coalesce(w.unwritten, case when w.sent is null and w.queued is not null and not ${isOnItsWay(now)} then 'untaken' end) as unwritten`;

/** SQL of a letter `w`: the queue is going to send it, or tries. */
const isOnItsWay = (now: Date): Prisma.Sql => Prisma.sql`(w.sent is null and w.created > ${new Date(now.getTime() - TRIED_FOR)})`;

/**
 * SQL: what the letter `w` is called at the desk: one kind of letter tells that money went back, that it did not arrive
 * or is not paid, and that a bank took it.
 */
export const kindOfLetter = Prisma.sql`case when w.kind = 'money-back' then case w.payload ->> 'how'
  when 'refund-failed' then 'money-back-that-did-not-arrive' when 'refund-left' then 'money-back-that-is-not-paid' when 'dispute' then 'money-taken-by-the-bank' else w.kind end else w.kind end`;

/** SQL: the number of the order that the letter `w` is about; null of any other. */
export const orderOfLetter = (publication: string): Prisma.Sql => Prisma.sql`coalesce(
  (select n.number from "order" n where n.publication_id = ${publication} and n.id = case when w.payload ->> 'order' ~ '^[0-9a-f-]{36}$' then (w.payload ->> 'order')::uuid end),
  (select n.number from "order" n where n.publication_id = ${publication} and n.number = w.payload ->> 'number'))`;

/**
 * Sends a letter again, as it would be written now, to where the reader is written to now. Refuses (404) a letter of
 * somebody else's, and one that is not true any more, (409) one that waits to go there, and whoever was erased, and
 * (429) one too many of a day.
 */
export async function resendLetter(deps: SendDeps, person: Person, { letter, ...asked }: Asked & { letter: string }): Promise<LetterSent> {
  const { publicationId } = deps.config;
  const { action, owner, network, dry } = asked;
  return act(
    deps,
    { person: person.id },
    { id: action, verb: 'resendLetter', subject: letter, owner, network, dry },
    LetterSent,
    async (tx) => {
      const { email } = await knownReader(tx, publicationId, owner);
      await mustBeFew(tx, deps, owner);
      const before = await mustBeAsSeen(tx, deps, { ...asked, verb: 'resendLetter', subject: letter });
      const now = deps.clock();
      const to = { publication: publicationId, owner: Prisma.sql`${owner}::uuid`, mailbox: Prisma.sql`${email}::text`, now };
      const [row] = await tx.$queryRaw<{ kind: string }[]>`
      ${INTO_OUTBOX}
      select ${uuidv7(now.getTime())}::uuid, w.publication_id, w.kind, w.subject || ':again:' || ${action}, ${email}, w.payload, ${now}
      from outbox w join (${mailboxesOf(publicationId, Prisma.sql`${owner}::uuid`, Prisma.sql`${email}::text`)}) m on ${wentTo}
      where w.id = ${letter}::uuid and w.publication_id = ${publicationId} and (${whyNotAgain(to)}) is null
      returning kind`;
      if (!row || email === null) throw await refusalOf(tx, letter, to);
      return { to: { kind: row.kind, letter: email }, result: { kind: row.kind, letter: email, before } };
    },
  );
}

async function refusalOf(tx: Prisma.TransactionClient, letter: string, to: To): Promise<Refusal> {
  const [row] = await tx.$queryRaw<{ why: string | null }[]>`
    select ${whyNotAgain(to)} as why from outbox w where w.id = ${letter}::uuid and w.publication_id = ${to.publication}`;
  switch (row?.why) {
    case 'waits':
      return new Refusal(409, deskText('letter_on_its_way'));
    case 'cancelled':
      return new Refusal(409, deskText('letter_of_cancelled'));
    case 'paid':
      return new Refusal(409, deskText('letter_of_paid'));
    case 'over':
      return new Refusal(409, deskText('letter_is_over'));
    default:
      return new Refusal(404, deskText('letter_not_sent_again'));
  }
}

/**
 * Mails a reader the link that sets a password and leads to their card: a caller's card is put on record by themselves
 * and nobody else. Refuses (422) who has no account, and where readers have no passwords.
 */
export async function sendLogin(deps: SendDeps, person: Person, asked: Asked): Promise<LetterSent> {
  const { action, owner, network, dry } = asked;
  const { publicationId } = deps.config;
  return act(
    deps,
    { person: person.id },
    { id: action, verb: 'sendLogin', subject: 'login', owner, network, dry },
    LetterSent,
    async (tx) => {
      const { email } = await withAccount(tx, publicationId, owner);
      if (!asksPassword(deps.publication.cached().settings.logins)) {
        throw new Refusal(422, deskText('no_passwords'));
      }
      await mustBeFew(tx, deps, owner);
      const before = await mustBeAsSeen(tx, deps, { ...asked, verb: 'sendLogin', subject: 'login' });
      await postReset(tx, deps, { email, path: pathOf(deps.publication.cached().paths, 'account-payment') });
      return { to: { letter: email }, result: { kind: 'reset', letter: email, before } };
    },
  );
}

/**
 * Mails a reader all that is kept of them, as their account's own page gives it: to the mailbox that they have proved,
 * and to nobody else. Refuses (422) who has no account, and whose mailbox nobody has proved: what somebody typed into
 * it is not for whoever reads there.
 */
export async function exportReader(deps: SendDeps, person: Person, asked: Asked): Promise<LetterSent> {
  const { action, owner, network, dry } = asked;
  const { publicationId } = deps.config;
  return act(
    deps,
    { person: person.id },
    { id: action, verb: 'exportReader', subject: 'account', owner, network, dry },
    LetterSent,
    async (tx) => {
      const { name, email } = await withAccount(tx, publicationId, owner);
      if ((await tx.account.count({ where: { publicationId, id: owner, verified: { not: null } } })) === 0) {
        throw new Refusal(422, deskText('mailbox_unproved'));
      }
      await mustBeFew(tx, deps, owner);
      const before = await mustBeAsSeen(tx, deps, { ...asked, verb: 'exportReader', subject: 'account' });
      await postLetter(tx, deps, { kind: 'account-export', subject: action, recipient: email, payload: { name, owner } });
      return { to: { letter: email }, result: { kind: 'account-export', letter: email, before } };
    },
  );
}

/**
 * Answers how often the desk has sent it before. Refuses (409) where somebody sent it since that was read: two who
 * answer the same call send one letter.
 */
async function mustBeAsSeen(
  tx: Prisma.TransactionClient,
  { config, clock }: Pick<SendDeps, 'config' | 'clock'>,
  { action, owner, before, dry, verb, subject }: Asked & { verb: string; subject: string },
): Promise<number> {
  const sent = await tx.staffAction.findMany({
    where: { publicationId: config.publicationId, ownerId: owner, verb, subject, id: { not: action } },
    select: DOER,
    orderBy: { at: 'desc' },
  });
  const [last] = sent;
  if (last && !dry && before !== undefined && sent.length > before) {
    const when = agoText(last.at, clock());
    throw new Refusal(409, [deskText('letter_sent_by', { who: doerOf(last), when }), deskText('look_again')]);
  }
  return sent.length;
}

/** Refuses (429) one letter too many of a day. */
export async function mustBeFew(
  tx: Prisma.TransactionClient,
  { config, clock }: Pick<SendDeps, 'config' | 'clock'>,
  ownerId: string,
): Promise<void> {
  const since = new Date(clock().getTime() - DAY);
  const sent = await tx.staffAction.count({
    where: { publicationId: config.publicationId, ownerId, verb: { in: SENDING }, at: { gt: since } },
  });
  if (sent >= A_DAY) throw new Refusal(429, deskText('enough_letters'), DAY / 1000);
}
