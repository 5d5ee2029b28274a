import { addressLines } from '@newsstand/contracts/address';
import { mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import { Deliverable } from '@newsstand/contracts/cart';
import { CopySent, type SendCopy } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { addressOfCopy } from '../../ledger/releases/waiting-copies.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act, type Done } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { actionOf, tell, type Asked } from './reader-verb.ts';
import { DOER, doerOf } from '../done-by.ts';
import { knownReader } from '../known-reader.ts';
import { mustBeFew } from './send-again.ts';
import { notWithdrawn } from '../../publication/withdrawn.ts';

type CopyDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
type Given = { subscription: string; deliverable: Deliverable; title: string; slug: string };

/** As an action keeps a copy that is posted. */
export const KeptCopy = v.object({ issue: v.number(), copies: v.number() });

/**
 * Sends a reader another copy of an issue that was given to them: what is read in files by a letter that leads to it,
 * print by a line that the next list of the issue and zone takes, to the address of then. Refuses (422) an issue that
 * was not given to them, whose own copy is on no list yet, or of which another one waits for a list already (one that
 * came back among them), and (409) where another was asked for since `asked` were shown: two who answer one complaint
 * send one.
 */
export async function sendCopy(
  deps: CopyDeps,
  person: Person,
  { issue, asked: shown, ...asked }: Asked & Pick<v.InferOutput<typeof SendCopy>, 'issue' | 'asked'>,
): Promise<CopySent> {
  const { publicationId } = deps.config;
  const own = { publicationId, ownerId: asked.owner };
  return act(deps, { person: person.id }, actionOf('sendCopy', `issue ${issue}`, asked), CopySent, async (tx): Promise<Done<CopySent>> => {
    const reader = await knownReader(tx, publicationId, asked.owner);
    const { subscription, deliverable, title, slug } = await givenIssue(tx, own, issue);
    const news = { issue, title, slug, medium: mediumOf(deliverable) };
    const shipcode = shipcodeOf(deliverable);
    if (shipcode === null) {
      if (!reader.account || reader.email === null) throw new Refusal(422, deskText('no_account_for_files'));
      await mustBeFew(tx, deps, asked.owner);
      const letter = await tell(tx, deps, asked, reader, { kind: 'copy-sent', payload: news });
      return { result: { medium: 'digital', copies: 1, address: null, letter } };
    }
    const line = await tx.postLine.findFirst({ where: { ...own, issue } });
    if (line === null) throw new Refusal(422, deskText('own_copy_waits'));
    const copies = await tx.postCopy.findMany({ where: { ...own, issue }, orderBy: { asked: 'desc' }, select: { id: true } });
    if (copies.length !== shown) {
      // Of whatever asked for the newest: one that came back is sent again, too.
      const action = copies[0] ? await tx.staffAction.findUnique({ where: { id: copies[0].id }, select: DOER }) : null;
      throw new Refusal(409, deskText('copy_asked_meanwhile', { who: doerOf(action) }));
    }
    if ((await tx.postCopy.count({ where: { ...own, issue, part: null } })) > 0)
      throw new Refusal(422, { issue: deskText('copy_waits', { issue }) });
    await tx.postCopy.create({
      data: { ...own, id: asked.action, issue, shipcode, subscriptionId: subscription, copies: line.copies, asked: deps.clock() },
    });
    const address = await addressOfCopy(tx, deps, { owner: asked.owner, copy: asked.action });
    const nowhere = address === null ? { nowhere: reader.account ? 'account' : 'letter' } : {};
    const letter = await tell(tx, deps, asked, reader, { kind: 'copy-sent', payload: { ...news, ...nowhere } });
    const lines = address && [address.name, ...addressLines(address.address)];
    return { to: { issue, copies: line.copies }, result: { medium: 'print', copies: line.copies, address: lines, letter } };
  });
}

/** What the reader was given as an issue; print goes to the zone that their subscription is posted to now. */
async function givenIssue(
  tx: Prisma.TransactionClient,
  { publicationId, ownerId }: { publicationId: string; ownerId: string },
  issue: number,
): Promise<Given> {
  const [row] = await tx.$queryRaw<{ subscription: string; given: string; active: string; title: string | null; slug: string | null }[]>`
    select t.subscription_id as subscription, t.deliverable as given, s.active_deliverable as active, i.title, i.slug
    from issue_token t
      join subscription s on (s.publication_id, s.owner_id, s.id) = (t.publication_id, t.owner_id, t.subscription_id)
      left join issue i on i.publication_id = t.publication_id and i.number = t.issue and ${notWithdrawn}
    where t.publication_id = ${publicationId} and t.owner_id = ${ownerId}::uuid and t.issue = ${issue}::int`;
  if (!row) throw new Refusal(422, { issue: deskText('issue_not_given', { issue }) });
  if (row.title === null || row.slug === null) throw new Refusal(422, { issue: deskText('issue_gone', { issue }) });
  const [given, active] = [v.parse(Deliverable, row.given), v.parse(Deliverable, row.active)];
  const isPosted = (one: Deliverable): boolean => shipcodeOf(one) !== null;
  return { ...row, title: row.title, slug: row.slug, deliverable: isPosted(given) && isPosted(active) ? active : given };
}

/** Takes a copy back that is on no list yet: nothing is posted. Refuses (409) one that a list has taken. */
export async function takeBackCopy(
  deps: CopyDeps,
  person: Person,
  { issue, ...asked }: Asked & v.InferOutput<typeof KeptCopy>,
): Promise<string | null> {
  const { publicationId } = deps.config;
  const own = { publicationId, ownerId: asked.owner };
  return act(deps, { person: person.id }, actionOf('takeBackCopy', `issue ${issue}`, asked), v.nullable(v.string()), async (tx) => {
    const reader = await knownReader(tx, publicationId, asked.owner);
    const { count } = await tx.postCopy.deleteMany({ where: { ...own, id: asked.undoes ?? '', part: null } });
    if (count === 0) throw new Refusal(409, deskText('copy_on_list'));
    const { title } = await tx.issue.findFirstOrThrow({ where: { publicationId, number: issue }, select: { title: true } });
    const letter = await tell(tx, deps, asked, reader, { kind: 'copy-taken-back', payload: { issue, title } });
    return { from: { issue }, result: letter };
  });
}
