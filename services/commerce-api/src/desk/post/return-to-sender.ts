import { labelCode, readLabelCode, type DeskReturned, type LabelName, type PostReturned } from '@newsstand/contracts/desk-post';
import { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { findLabel, type PostLabel } from '../../ledger/releases/post-labels.ts';
import { hasWhereToGo, waitingCopies, whereItGoes } from '../../ledger/releases/waiting-copies.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { postalLines } from '../../rules/subscriptions/postal-lines.ts';
import { act } from '../act.ts';
import { askForAddress } from '../readers/ask-for-address.ts';
import { actionOf, type Asked as AskedFor } from '../readers/reader-verb.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { readScrap } from '../find/search-words.ts';
import { tracked } from '../find/tracked-parcels.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { anyReader, nameOf } from '../known-reader.ts';
import type { Person } from '../staff/staff-session.ts';

type ReturnDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>;
type Asked = { action: string; label: string; network: string; dry: boolean };

/** What an action keeps as its answer names nobody: who is erased is in no history. */
const Noted = v.object({ marked: v.boolean(), letter: v.boolean(), again: v.boolean(), mailbox: v.optional(v.boolean()) });

/**
 * Notes that a copy came back, by its label's number. Where its address is the reader's still, nothing is posted there
 * any more, and a letter asks for another one, once, unless they have moved to another zone; the copy is posted again
 * when there is one. Refuses (422) what is
 * no label's number, and names its order where it is a parcel's, (404) one that no list has, and (409) a label that is
 * noted already.
 */
export async function returnToSender(
  deps: ReturnDeps,
  person: Person,
  { action, label: typed, network, dry }: Asked,
): Promise<PostReturned> {
  const { publicationId } = deps.config;
  const name = readLabelCode(typed);
  if (name === null) throw new Refusal(422, { label: await noLabel(deps, typed) });
  const code = labelCode(name);
  const label = await mustBeLabel(deps.db, publicationId, name);
  const told = { id: action, verb: 'returnToSender', subject: code, owner: label.owner, reason: 'came-back', network, dry };
  const noted = await act(deps, { person: person.id }, told, Noted, async (tx) => {
    // Whoever has it by now: an account takes over what a guest bought.
    if ((await mustBeLabel(tx, publicationId, name)).owner !== label.owner) throw new Refusal(409, deskText('label_of_another'));
    await mustBeNew(tx, publicationId, name);
    const now = deps.clock();
    const own = { publicationId, ownerId: label.owner };
    const { shipcode, issue, part, number, subscription } = label;
    const [address] = await tx.$queryRaw<{ since: Date | null }[]>`
      select undeliverable as since from owner_address
      where publication_id = ${publicationId} and owner_id = ${label.owner}::uuid and shipcode = ${shipcode} and address = ${JSON.stringify(label.address)}::jsonb
      for update`;
    const isTheirs = address !== undefined;
    await tx.postReturn.create({
      data: { ...own, id: action, issue, shipcode, part, number, subscriptionId: subscription, marked: isTheirs, returned: now },
    });
    if (isTheirs) await tx.ownerAddress.updateMany({ where: { ...own, shipcode, undeliverable: null }, data: { undeliverable: now } });
    const again = await postAgain(tx, { ...own, id: action, asked: now }, label);
    // Whoever has moved to another zone has named where they live now.
    const marked = isTheirs && !(await hasWhereToGo(tx, deps, label));
    if (!marked) return { to: { label: code, again }, result: { marked, again, letter: false } };
    // Whoever was asked already is not asked again.
    const reader = await anyReader(tx, publicationId, label.owner);
    const letter = address.since === null && (await askForAddress(tx, deps, { action, reader, issue }));
    return { to: { label: code, again }, result: { marked, again, letter, mailbox: reader.email !== null } };
  });
  return { ...noted, label: code, owner: label.owner, name: label.name, lines: postalLines(label.address, null) };
}

/** Why it is none: it may be the slip, the order's or the carrier's number of a parcel. */
async function noLabel({ db, config: { publicationId }, publication }: ReturnDeps, typed: string): Promise<CodedText> {
  const { receipt_prefix: receipt, invoice_prefix: invoice } = publication.cached().settings;
  const { orders, legacy } = readScrap(typed.replace(/\.\d{1,4}$/, ''), { receipt, invoice });
  const [order] = await db.$queryRaw<{ number: string }[]>`
    select o.number from "order" o where o.publication_id = ${publicationId} and o.paid is not null
      and (o.number = any(${orders}::text[]) or o.id = any(array(select d.order_id from ${tracked(publicationId, legacy)})))
    order by o.paid desc limit 1`;
  return order ? deskText('label_is_parcel', { typed, order: order.number }) : deskText('no_label_number', { typed });
}

async function mustBeLabel(sql: Prisma.TransactionClient, publicationId: string, name: LabelName): Promise<PostLabel> {
  const label = await findLabel(sql, publicationId, name);
  if (label === null) throw new Refusal(404, deskText('no_such_label', { label: labelCode(name) }));
  return label;
}

async function mustBeNew(tx: Prisma.TransactionClient, publicationId: string, { issue, shipcode, part, number }: LabelName): Promise<void> {
  const before = await tx.postReturn.findFirst({ where: { publicationId, issue, shipcode, part, number } });
  if (before === null) return;
  const by = await tx.staffAction.findUnique({ where: { id: before.id }, select: { staff: { select: { name: true } } } });
  const noted = { label: labelCode({ issue, shipcode, part, number }), day: before.returned };
  throw new Refusal(
    409,
    by?.staff == null ? deskText('return_noted', noted) : deskText('return_noted_by', { ...noted, who: by.staff.name }),
  );
}

type Copy = { publicationId: string; ownerId: string; id: string; asked: Date };

/** It waits for a list as any other copy does; of an issue of which one waits already no second one is sent. */
async function postAgain(
  tx: Prisma.TransactionClient,
  { publicationId, ownerId, id, asked }: Copy,
  { issue, shipcode, subscription, copies }: PostLabel,
): Promise<boolean> {
  // Of what was listed before it was noted whose term it is, nobody can say what is owed.
  if (subscription === null) return false;
  const waits = await tx.postCopy.count({ where: { publicationId, ownerId, issue, part: null } });
  if (waits > 0) return false;
  await tx.postCopy.create({ data: { publicationId, ownerId, id, issue, shipcode, subscriptionId: subscription, copies, asked } });
  return true;
}

/**
 * A copy did not come back after all: the address counts again, unless another copy came back from it, and none is
 * posted again. A letter that waits is not sent. Refuses (409) what is not noted any more, and a copy that a list has
 * taken.
 */
export async function takeBackReturn(
  deps: ReturnDeps,
  person: Person,
  { subject, ...asked }: AskedFor & { subject: string },
): Promise<void> {
  const { publicationId } = deps.config;
  await act(deps, { person: person.id }, actionOf('takeBackReturn', subject, asked), v.null(), async (tx) => {
    const own = { publicationId, ownerId: asked.owner };
    const id = asked.undoes ?? '';
    const row = await tx.postReturn.findFirst({ where: { ...own, id } });
    if (row === null) throw new Refusal(409, deskText('return_not_noted'));
    await tx.$queryRaw`select 1 from post_copy where publication_id = ${publicationId} and owner_id = ${asked.owner}::uuid and id = ${id}::uuid for update`;
    if ((await tx.postCopy.count({ where: { ...own, id, part: { not: null } } })) > 0) {
      throw new Refusal(409, deskText('copy_on_list_again'));
    }
    await tx.postCopy.deleteMany({ where: { ...own, id } });
    await tx.postReturn.deleteMany({ where: { ...own, id } });
    await tx.outbox.deleteMany({ where: { kind: 'address-needed', subject: id, queued: null } });
    // Another copy that came back since this address was named keeps it marked.
    await tx.$executeRaw`
      update owner_address d set undeliverable = null
      where d.publication_id = ${publicationId} and d.owner_id = ${asked.owner}::uuid and d.shipcode = ${row.shipcode} and not exists (
        select from post_return r
        where r.publication_id = d.publication_id and r.owner_id = d.owner_id and r.shipcode = d.shipcode and r.marked and r.returned >= d.updated
      )`;
    return { from: { label: subject }, result: null };
  });
}

/** How many of those that came back are shown. */
const NEWEST = 50;
const Rows = v.array(
  v.object({
    id: v.string(),
    issue: v.number(),
    shipcode: Shipcode,
    part: v.number(),
    number: v.number(),
    owner: v.string(),
    name: v.string(),
    returned: v.date(),
    who: v.string(),
    waits: v.boolean(),
    lacks_address: v.boolean(),
    sent: v.nullable(v.object({ shipcode: Shipcode, part: v.number(), number: v.number() })),
  }),
);

/** Copies that came back, the newest first, and what became of each. */
export async function readReturned({ db, config }: ReturnDeps): Promise<DeskReturned> {
  const publication = config.publicationId;
  const rows = await db.$queryRaw`
    with newest as (select * from post_return where publication_id = ${publication} order by returned desc, id desc limit ${NEWEST}::int)
    select r.id, r.issue, r.shipcode, r.part, r.number, r.owner_id as owner, r.returned, coalesce(s.name, '') as who,
      coalesce(nullif(n.name, ''), (${nameOf(publication, Prisma.sql`r.owner_id`)}), '') as name, w.copy is not null as waits, w.copy is not null and a.owner_id is null as lacks_address,
      case when c.part is not null then json_build_object('shipcode', c.shipcode, 'part', c.part, 'number', c.number) end as sent
    from newest r
    left join post_copy c on c.publication_id = r.publication_id and c.owner_id = r.owner_id and c.id = r.id
    left join (${waitingCopies(publication, Prisma.sql`w.owner_id in (select owner_id from newest)`)}) w on w.copy = r.id
    left join ${whereItGoes(publication)}
    left join staff_action x on x.id = r.id left join staff s on s.id = x.staff_id left join account n on n.id = r.owner_id
    order by r.returned desc, r.id desc`;
  return {
    returned: v.parse(Rows, rows).map(({ issue, shipcode, part, number, returned, sent, ...row }) => ({
      ...row,
      label: labelCode({ issue, shipcode, part, number }),
      returned: returned.toISOString(),
      sent: sent && labelCode({ issue, ...sent }),
    })),
  };
}
