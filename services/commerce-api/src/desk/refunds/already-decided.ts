import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { Refusal, type RefusalText } from '../../platform/http/refusal.ts';
import { agoText } from '../ago-text.ts';
import { doerOf, lastDone } from '../done-by.ts';
import { isAwayForDispute } from './read-order-money.ts';

type Tx = Prisma.TransactionClient;
type SeenDeps = Pick<Deps, 'config' | 'clock'>;

/**
 * Who has seen to a refund of the order `number` that waited to be allowed, or that did not arrive, and when; what
 * another refund closed names nobody.
 */
export async function seenToBy(tx: Tx, deps: SeenDeps, { number, refund }: { number: string; refund: string }): Promise<RefusalText> {
  const told = await whoAndWhen(tx, deps, {
    subject: number,
    verbs: ['approveRefund', 'retryRefund', 'undoRefund'],
    to: { path: ['refund'], equals: refund },
  });
  return told === null ? deskText('refund_seen_to') : [deskText('refund_seen_to_by', told), deskText('look_again')];
}

/**
 * Who decided about money of the order `number` that went back without the desk, or gave back what was taken away for a
 * dispute that was won, and when; what is not theirs alone, a refund that failed, was seen to.
 */
export async function decidedBy(tx: Tx, deps: SeenDeps, { number, back }: { number: string; back: string }): Promise<RefusalText> {
  const to = { path: ['back'], equals: back };
  const told =
    (await whoAndWhen(tx, deps, { subject: number, verbs: ['decideMoneyBack', 'undoRefund'], to })) ??
    (await whoAndWhen(tx, deps, { verbs: ['restoreSubscription'], to }));
  return told === null ? deskText('money_decided') : [deskText('money_decided_by', told), deskText('look_again')];
}

/**
 * Holds the money of a dispute that was won, for an action that gives back something that was taken away for it.
 * Refuses (404) what is none, and (409) where somebody has decided. Answers its order.
 */
export async function holdWon(tx: Tx, deps: SeenDeps, back: string): Promise<string> {
  const [won] = await tx.$queryRaw<{ order: string; number: string | null; decided: boolean }[]>`
    select o.id as "order", o.number, m.decided is not null as decided from money_back m join "order" o on o.id = m.order_id
    where m.id = ${back} and m.state = 'won' and o.publication_id = ${deps.config.publicationId} for update of m`;
  if (!won) throw new Refusal(404, deskText('no_such_money'));
  if (won.decided) throw new Refusal(409, await decidedBy(tx, deps, { number: won.number ?? '', back }));
  return won.order;
}

/** Notes that it is decided about disputes of an order that were won, once nothing of what was taken away is away. */
export async function closeWon(tx: Tx, { clock }: SeenDeps, order: string): Promise<void> {
  await tx.$queryRaw`
    update money_back m set decided = ${clock()}
    where m.order_id = ${order}::uuid and m.state = 'won' and m.decided is null and not ${isAwayForDispute}`;
}

async function whoAndWhen(tx: Tx, { config, clock }: SeenDeps, done: Parameters<typeof lastDone>[2]) {
  const first = await lastDone(tx, config.publicationId, done);
  return first && { who: doerOf(first), when: agoText(first.at, clock()) };
}
