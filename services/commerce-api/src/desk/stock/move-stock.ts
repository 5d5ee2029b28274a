import { StockMoved, type MoveStock, type StockWhy } from '@newsstand/contracts/desk-stock';
import { GoodType } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { agoText } from '../ago-text.ts';
import { nothingToTakeBack } from '../nothing-to-take-back.ts';
import { lastMoves, readGood, type GoodRef } from './read-stock.ts';

type MoveDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
type Asked = GoodRef & MoveStock & { network: string; dry: boolean };

/** As an action keeps what it moved. */
export const KeptMove = v.object({ type: GoodType, ref: v.string(), quantity: v.number() });

/**
 * More or less of a good lies in the house: so many came, are gone, or were counted. Refuses (404) what is not counted,
 * (409) where something was sold, sent or moved since it was counted, or where somebody restocked it or wrote some off
 * since that was looked at, and (422) fewer than nothing.
 */
export async function moveStock(
  deps: MoveDeps,
  person: Person,
  { type, ref, kind, pieces, stock, held, last: seen, note, action, network, dry }: Asked,
): Promise<StockMoved> {
  const told = { id: action, verb: 'adjustStock', subject: `${ref} ${kind}`, reason: '', network, dry };
  return act(deps, { person: person.id }, told, StockMoved, async (tx) => {
    await lockGood(tx, deps, { type, ref });
    const good = await readGood({ ...deps, db: tx }, { type, ref });
    if (kind === 'count' && (good.stock !== stock || good.held !== held)) {
      throw new Refusal(409, deskText('stock_changed'));
    }
    if (kind !== 'count' && seen !== undefined) await mustBeLast(tx, deps, { type, ref, kind, seen });
    const quantity = kind === 'restock' ? pieces : kind === 'loss' ? -pieces : pieces - good.held - good.stock;
    if (kind !== 'count' && quantity === 0) throw new Refusal(422, { pieces: deskText('type_pieces') });
    if (good.stock + quantity < 0) {
      const most =
        kind === 'count' ? deskText('fewer_than_held', { held: good.held }) : deskText('fewer_than_stock', { stock: good.stock });
      throw new Refusal(422, { pieces: most });
    }
    await write(tx, deps, { type, ref, quantity, why: kind, action });
    return { from: { stock: good.stock }, to: { type, ref, quantity, note }, result: { from: good.stock, to: good.stock + quantity } };
  });
}

/** Refuses (409) who has not seen what somebody else added, or wrote off, before them: it may be the same pieces. */
async function mustBeLast(
  tx: Prisma.TransactionClient,
  { config, clock }: MoveDeps,
  { kind, seen, ...good }: GoodRef & { kind: 'restock' | 'loss'; seen: string | null },
): Promise<void> {
  const last = (await lastMoves(tx, config.publicationId, good))[kind];
  if ((last?.action ?? null) === seen) return;
  if (last === null) throw new Refusal(409, [deskText('move_undone'), deskText('look_again')]);
  const { who, pieces, at } = last;
  const told = { who: who ?? deskText('somebody'), pieces, when: agoText(new Date(at), clock()) };
  throw new Refusal(409, [deskText(kind === 'restock' ? 'restocked_by' : 'written_off_by', told), deskText('look_again')]);
}

type TakingBack = { action: string; undoes: string; subject: string; network: string; dry: boolean } & v.InferOutput<typeof KeptMove>;

/**
 * The move the other way. Refuses (409) where so many are not there any more, since they were sold, and where somebody
 * has counted since: what they found there is so, whatever was said before.
 */
export async function takeBackMove(
  deps: MoveDeps,
  person: Person,
  { action, undoes, subject, network, dry, type, ref, quantity }: TakingBack,
): Promise<void> {
  const told = { id: action, verb: 'takeBackMove', subject, undoes, network, dry };
  await act(deps, { person: person.id }, told, v.null(), async (tx) => {
    await lockGood(tx, deps, { type, ref });
    if ((await nothingToTakeBack(tx, [undoes])).size > 0) throw new Refusal(409, deskText('counted_since'));
    const good = await readGood({ ...deps, db: tx }, { type, ref });
    if (good.stock - quantity < 0) throw new Refusal(409, deskText('stock_left', { stock: good.stock }));
    await write(tx, deps, { type, ref, quantity: -quantity, why: 'taken-back', action });
    return { from: { stock: good.stock }, to: { stock: good.stock - quantity }, result: null };
  });
}

/** Whoever sells or moves it has their turn. */
async function lockGood(tx: Prisma.TransactionClient, { config }: MoveDeps, { type, ref }: GoodRef): Promise<void> {
  await tx.$queryRaw`select 1 from good where publication_id = ${config.publicationId} and type = ${type} and ref = ${ref} for update`;
}

async function write(
  tx: Prisma.TransactionClient,
  { config, clock }: MoveDeps,
  { type, ref, quantity, why, action }: GoodRef & { quantity: number; why: StockWhy; action: string },
) {
  const { publicationId } = config;
  const now = clock();
  await tx.good.update({ where: { publicationId_type_ref: { publicationId, type, ref } }, data: { stock: { increment: quantity } } });
  // One that was counted and is as it was said to be is a row as well: somebody looked.
  await tx.stockMove.create({ data: { id: uuidv7(now.getTime()), publicationId, type, ref, quantity, why, action, at: now } });
}
