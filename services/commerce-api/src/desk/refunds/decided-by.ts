import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { Refusal, type RefusalText } from '../../platform/http/refusal.ts';
import { agoText } from '../ago-text.ts';
import { doerOf, lastDone } from '../done-by.ts';

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
 * Notes that it is decided about the money of a dispute that was won, for the action that gives back what was taken
 * away for it. Refuses (404) what is none, and (409) where somebody has decided.
 */
export async function decideWon(tx: Tx, deps: SeenDeps, back: string): Promise<void> {
  const { publicationId } = deps.config;
  const won = await tx.moneyBack.findFirst({
    where: { id: back, state: 'won', order: { publicationId } },
    select: { order: { select: { number: true } } },
  });
  if (!won) throw new Refusal(404, deskText('no_such_money'));
  const { count } = await tx.moneyBack.updateMany({ where: { id: back, decided: null }, data: { decided: deps.clock() } });
  if (count === 0) throw new Refusal(409, await decidedBy(tx, deps, { number: won.order.number ?? '', back }));
}

async function whoAndWhen(tx: Tx, { config, clock }: SeenDeps, done: Parameters<typeof lastDone>[2]) {
  const first = await lastDone(tx, config.publicationId, done);
  return first && { who: doerOf(first), when: agoText(first.at, clock()) };
}
