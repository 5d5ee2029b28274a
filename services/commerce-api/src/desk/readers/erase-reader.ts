import { ErasurePlan, UNTOLD } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { PAID } from '../../ledger/orders/order-states.ts';
import { mustBeStill, removeAccount, removeGuest, stopCharging } from '../../account/delete-account.ts';
import { owedInvoices } from '../../account/owed-invoices.ts';
import { DAY } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { actionOf, type Asked } from './reader-verb.ts';
import { knownReader } from '../known-reader.ts';
import { allWaitingGoods } from '../to-send/waiting-goods.ts';
import { ownerNow } from '../../readers/login/merged-owners.ts';
import { owes } from '../../ledger/terms/owes.ts';

/** For so long what one person asked for can be done by another. */
const STANDS = 7 * DAY;

/**
 * Asks for a reader to be erased: nothing happens until another person does it. Refuses (409) where somebody has asked
 * already.
 */
export async function askToErase(deps: Deps, person: Person, asked: Asked): Promise<ErasurePlan> {
  return act(deps, { person: person.id }, actionOf('askToErase', 'reader', asked), ErasurePlan, async (tx) => {
    await knownReader(tx, deps.config.publicationId, asked.owner);
    if ((await openRequest(tx, deps, asked.owner)) !== null) throw new Refusal(409, deskText('erasure_asked'));
    return { to: {}, result: { ...(await planOf(tx, deps, asked.owner)), letter: null } };
  });
}

/** Nobody is to erase them any more. */
export async function takeBackErasure(deps: Deps, person: Person, asked: Asked): Promise<void> {
  await act(deps, { person: person.id }, actionOf('takeBackErasure', 'reader', asked), v.null(), async () => ({ result: null }));
}

/**
 * Erases a reader for good, as they do it themselves (`deleteAccount`), with an account or without one, where another
 * person asked for it in the last seven days. It waits for what that waits for. Of what was done here for them stays
 * who, what and when. Nobody can take it back.
 */
export async function eraseReader(deps: Deps, person: Person, asked: Asked): Promise<ErasurePlan> {
  const { publicationId } = deps.config;
  const { owner: accountId } = asked;
  const action = actionOf('eraseReader', 'reader', asked);
  const tells = !UNTOLD.includes(asked.reason);
  if (!asked.dry && (await deps.db.staffAction.count({ where: { id: asked.action } })) === 0) {
    const { name } = await knownReader(deps.db, publicationId, accountId);
    await mustHaveTwo(deps.db, deps, person, accountId);
    // Before the transaction, and again by whoever was interrupted: it is at the provider's, and each part of it may be
    // done twice.
    await stopCharging(deps, { accountId, name, session: null });
  }
  return act(deps, { person: person.id }, action, ErasurePlan, async (tx) => {
    const { name, email, account } = await knownReader(tx, publicationId, accountId);
    await mustHaveTwo(tx, deps, person, accountId);
    const plan = await planOf(tx, deps, accountId);
    if (asked.dry) {
      await mustBeStill(tx, deps, { accountId, session: null });
      return { result: { ...plan, letter: tells ? email : null } };
    }
    if (account) await removeAccount(tx, deps, { accountId, name, session: null }, { tells });
    else await removeGuest(tx, deps, { ownerId: accountId, name, email }, { tells });
    // Nothing of the reader stays in the history: neither where the last letter went.
    return { result: { ...plan, letter: null } };
  });
}

/**
 * SQL: who asked, `staff_id`, for which reader, `owner_id`, to be erased, and when, `at`, where that can still be done:
 * of a guest who has become an account by now, for that. What was asked for before they were erased was done by then.
 */
export const erasureAsked = (publication: string, now: Date): Prisma.Sql => Prisma.sql`
  select ${ownerNow(publication, Prisma.sql`x.owner_id`)} as owner_id, x.staff_id, x.at from staff_action x
  where x.publication_id = ${publication} and x.verb = 'askToErase' and x.at > ${new Date(now.getTime() - STANDS)}
    and not exists (select from staff_action u where u.undoes = x.id)
    and not exists (
      select from staff_action d
      where d.publication_id = x.publication_id and d.owner_id in (x.owner_id, ${ownerNow(publication, Prisma.sql`x.owner_id`)}) and d.verb = 'eraseReader' and d.at >= x.at
    )`;

type Rows = Pick<Prisma.TransactionClient, '$queryRaw'>;

/** Who asked last; null where nobody has. */
async function openRequest(db: Rows, { config, clock }: Pick<Deps, 'config' | 'clock'>, ownerId: string): Promise<string | null> {
  const [asked] = await db.$queryRaw<{ staff_id: string | null }[]>`
    select e.staff_id from (${erasureAsked(config.publicationId, clock())}) e where e.owner_id = ${ownerId}::uuid order by e.at desc limit 1`;
  return asked ? (asked.staff_id ?? '') : null;
}

async function mustHaveTwo(db: Rows, deps: Pick<Deps, 'config' | 'clock'>, { id }: Person, ownerId: string): Promise<void> {
  const by = await openRequest(db, deps, ownerId);
  if (by === null) throw new Refusal(409, deskText('erasure_not_asked'));
  if (by === id) throw new Refusal(409, deskText('erasure_by_another'));
}

async function planOf(
  db: Prisma.TransactionClient,
  deps: Pick<Deps, 'config' | 'publication'>,
  ownerId: string,
): Promise<Omit<ErasurePlan, 'letter'>> {
  const { publicationId } = deps.config;
  const own = { publicationId, ownerId };
  const [{ terms }] = await db.$queryRaw<[{ terms: number }]>`
    select count(*)::int as terms from subscription s where s.publication_id = ${publicationId} and s.owner_id = ${ownerId}::uuid and ${owes()}`;
  return {
    terms,
    donations: await db.donation.count({ where: { ...own, process: 'monthly-init', ended: null } }),
    orders: await db.order.count({ where: { ...own, state: { in: PAID } } }),
    goods: await allWaitingGoods(db, deps, ownerId),
    invoices: await owedInvoices(db, deps, ownerId),
  };
}
