import type { Address, AddressForm } from '@newsstand/contracts/address';
import type { Deliverable } from '@newsstand/contracts/cart';
import { deliverableOf, mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { claimSentGift, lockSentGift, type SentGift } from '../../ledger/gifts/claim-sent-gift.ts';
import { findGift, type FoundGift } from '../../ledger/gifts/find-gift.ts';
import { isOpenGift } from '../../ledger/orders/gift-states.ts';
import { postRedeemed } from '../../ledger/gifts/post-redeemed.ts';
import { planRenewals } from '../../ledger/planned-charges/follow-autorenew.ts';
import { addTerm } from '../../ledger/terms/add-term.ts';
import { keepAddress } from '../../ledger/terms/keep-address.ts';
import { releaseOrder } from '../../payments/intents/release-order.ts';
import { cancelAtOnce } from '../../payments/settle/cancel-abandoned.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { type FieldTexts, Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { redeemText } from '../../publication/texts/redeem-texts.ts';
import type { WaitingOwner } from '../../readers/login/sign-up.ts';
import { checkAddress } from '../../rules/checkout/check-address.ts';
import { giftSource, giftUpgrade } from '../../rules/gifts/redeem-rules.ts';

/** What the reader asks for; `shipcode` counts where there is no address to say it. */
export type Redemption = {
  token: string;
  deliverable: Deliverable;
  name: string;
  email: string;
  address: AddressForm | null;
  shipcode: Shipcode;
  /** What the reader was shown that it costs, in cents: 0 where the gift covers it. */
  total?: number;
  /** What is wrong with the rest of the form, by field: all of it is told at once. */
  problems?: FieldTexts;
};
/**
 * Who a redemption is for: who is logged in, or the account that is made where the gift can be had; one that was sent
 * has an owner by then.
 */
export type Redeemer = { account: string | null; makeAccount: (owner?: WaitingOwner) => Promise<string> };
/** `payable`: what was chosen costs `amount` beyond the gift, in cents. */
export type Redeemed =
  | { type: 'redeemed' }
  | { type: 'payable'; found: FoundGift; deliverable: Deliverable; amount: number }
  | { type: 'failed'; status: 404 | 409; message: CodedText };
/** A gift that may be had, and where it will go. */
type Ready = { type: 'ready'; found: FoundGift; deliverable: Deliverable; address: Address | null };

/**
 * Redeems a gift, for an account that is made with it: as a first subscription or as the next term. One that was sent
 * directly is taken over with all that its recipient has had, or what is left of it becomes a renewal. Of two who
 * redeem it at the same moment, one has it. Refuses (422) an address that is missing or in another zone.
 */
export async function redeem(deps: Deps, redemption: Redemption, { account, makeAccount }: Redeemer): Promise<Redeemed> {
  const found = await findGift(deps, redemption.token);
  if (found?.sent) return takeOver(deps, redemption, { ...found, sent: found.sent }, { account, makeAccount });
  const ready = await check(deps, found, redemption, account);
  if (ready.type !== 'ready') return ready;
  const isTheirs =
    account === null ? await takeAnew(deps, redemption, ready, makeAccount) : await takeFor(deps, redemption, ready, account);
  if (isTheirs) return { type: 'redeemed' };
  const { gift } = (await findGift(deps, redemption.token)) ?? ready.found;
  return failed(409, redeemText(gift.redeemed === null ? 'held' : 'already_redeemed'));
}

async function takeFor(deps: Deps, redemption: Redemption, ready: Ready, ownerId: string): Promise<boolean> {
  await releaseHold(deps, ownerId, ready.found.id);
  const isTheirs = await deps.db.$transaction((tx) => take(tx, deps, ownerId, redemption, ready));
  if (isTheirs) await cancelAtOnce(deps, ownerId);
  return isTheirs;
}

/**
 * The gift and the account for it, or neither: who comes second has no account, and no letter that speaks of a
 * subscription.
 */
async function takeAnew(deps: Deps, redemption: Redemption, ready: Ready, makeAccount: Redeemer['makeAccount']): Promise<boolean> {
  const id = uuidv7(deps.clock().getTime());
  const isLost = new Error('somebody else was first');
  try {
    await makeAccount({
      id,
      welcomed: true,
      check: async (tx) => {
        if (!(await take(tx, deps, id, redemption, ready, true))) throw isLost;
      },
    });
    return true;
  } catch (error) {
    if (error !== isLost) throw error;
    return false;
  }
}

/**
 * Its issues are on their way already: whoever has the link opens the account that they belong to, or adds what is left
 * to the one that they have. Its purchaser, who has the link too, meant it for somebody else.
 */
async function takeOver(
  deps: Deps,
  { name, email, problems = {} }: Redemption,
  found: SentGift,
  { account, makeAccount }: Redeemer,
): Promise<Redeemed> {
  if (account === found.purchaser) return failed(409, redeemText('sent_directly', { name: found.sent.name }));
  if (account !== null) {
    const claimed = await deps.db.$transaction((tx) => claimSentGift(tx, deps, found, { account, name, email }));
    return claimed === 'claimed'
      ? { type: 'redeemed' }
      : failed(409, redeemText(claimed === 'releasing' ? 'releasing' : 'already_redeemed'));
  }
  if (Object.keys(problems).length > 0) throw new Refusal(422, problems);
  await makeAccount({
    id: found.sent.ownerId,
    check: async (tx) => {
      if (!(await lockSentGift(tx, found))) throw new Refusal(409, redeemText('already_redeemed'));
    },
  });
  return { type: 'redeemed' };
}

async function check(
  deps: Deps,
  found: FoundGift | null,
  { deliverable: wanted, address: form, shipcode, total = 0, problems = {} }: Redemption,
  account: string | null,
): Promise<Ready | Exclude<Redeemed, { type: 'redeemed' }>> {
  const { zones, prices } = deps.publication.cached();
  if (!found) return failed(404, redeemText('not_found'));
  if (found.gift.redeemed !== null) return failed(409, redeemText('already_redeemed'));
  if (found.refunded) return failed(409, redeemText('refunded'));
  if (found.holder !== null && found.holder !== account) return failed(409, redeemText('held'));
  if (found.payment !== null) return failed(409, redeemText('paying'));

  const isPosted = mediumOf(wanted) === 'print';
  const checked = checkAddress(form, shipcode, isPosted, zones);
  const errors = { ...problems, ...(checked.type === 'errors' && checked.errors) };
  if (checked.type === 'errors' || Object.keys(errors).length > 0) throw new Refusal(422, errors);
  const { address, shipcode: zone } = checked.destination;
  // Print goes to the zone of its address, whatever was asked for.
  const deliverable = isPosted ? deliverableOf('print', zone) : wanted;
  if (giftUpgrade(prices, found.gift, deliverable) === 0) return { type: 'ready', found, deliverable, address };
  const amount = giftUpgrade(prices, found.gift, wanted);
  if (amount > 0 && total > 0 && deliverable === wanted) return { type: 'payable', found, deliverable, amount };
  if (amount > 0) return failed(409, redeemText('not_covered'));
  throw new Refusal(422, { 'address.country': redeemText('other_zone') });
}

/** Who began to pay for a better way, and now takes the gift as it is. */
async function releaseHold(deps: Deps, ownerId: string, gift: string): Promise<void> {
  const { heldBy } = await deps.db.gift.findFirstOrThrow({ where: { id: gift }, select: { heldBy: true } });
  const order =
    heldBy === null ? null : await deps.db.order.findFirst({ where: { id: heldBy, ownerId }, select: { id: true, intentId: true } });
  if (order) await releaseOrder(deps, order);
}

async function take(
  tx: Prisma.TransactionClient,
  deps: Deps,
  ownerId: string,
  { name, email }: Redemption,
  { found, deliverable, address }: Ready,
  welcome = false,
): Promise<boolean> {
  const now = deps.clock();
  const { gift } = found;
  const { publicationId } = deps.config;
  const taken = await tx.$queryRaw<unknown[]>`
    update gift g set redeemed_by = ${ownerId}::uuid, redeemed = ${now} where g.token = ${gift.token} and ${isOpenGift} returning id`;
  if (taken.length === 0) return false;
  const { term, level } = gift;
  const deliverables = { set: gift.deliverable, active: deliverable };
  const bought = { id: uuidv7(now.getTime()), source: giftSource(gift), term, level, deliverables, at: now };
  if ((await addTerm(tx, { publicationId, ownerId, ...bought })) === 'used-up') await planRenewals(tx, deps, [ownerId]);
  const shipcode = shipcodeOf(deliverable);
  if (shipcode !== null && address) await keepAddress(tx, { publicationId, ownerId, shipcode, name, address, now });
  const { messages } = deps.publication.cached();
  const choice = { deliverable, level, term };
  await postRedeemed(tx, { publicationId, messages, gift: found.id, giver: found.giver, choice, welcome, name, email, now });
  return true;
}

function failed(status: 404 | 409, message: CodedText): Redeemed & { type: 'failed' } {
  return { type: 'failed', status, message };
}
