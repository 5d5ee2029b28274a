import type { Address, AddressForm } from '@newsstand/contracts/address';
import type { Deliverable } from '@newsstand/contracts/cart';
import { deliverableOf, mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { WaitingOwner } from '../access/sign-up.ts';
import { cancelAtOnce } from '../calendar/cancel-abandoned.ts';
import { planRenewals } from '../calendar/follow-autorenew.ts';
import { checkAddress } from '../checkout/check-address.ts';
import { checkoutMessages } from '../checkout/messages.ts';
import { releaseOrder } from '../checkout/release-order.ts';
import { uuidv7 } from '../db/uuidv7.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { addTerm } from '../subscription/add-term.ts';
import { keepAddress } from '../subscription/keep-address.ts';
import { claimSentGift, lockSentGift, type SentGift } from './claim-sent-gift.ts';
import { findGift, type FoundGift } from './find-gift.ts';
import { redeemMessage, type RedeemMessage } from './messages.ts';
import { postRedeemed } from './post-redeemed.ts';
import { giftSource, giftUpgrade } from './redeem-rules.ts';

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
  problems?: Record<string, string>;
};
/** Who a redemption is for: who is logged in, or the account that is made where the gift can be had; one that was sent has an owner by then. */
export type Redeemer = { account: string | null; makeAccount: (owner?: WaitingOwner) => Promise<string> };
/** `payable`: what was chosen costs `amount` beyond the gift, in cents. */
export type Redeemed =
  | { type: 'redeemed' }
  | { type: 'payable'; found: FoundGift; deliverable: Deliverable; amount: number }
  | { type: 'failed'; status: 404 | 409; message: string };
/** A gift that may be had, and where it will go. */
type Ready = { type: 'ready'; found: FoundGift; deliverable: Deliverable; address: Address | null };

/**
 * Redeems a gift, for an account that is made with it: as a first subscription or as the next term. One that was
 * sent directly is taken over with all that its recipient has had, or what is left of it becomes a renewal. Of two who redeem it at the same moment, one has it. Refuses (422) an address that is missing or in another zone.
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
  return failed(deps, 409, gift.redeemed === null ? 'held' : 'already_redeemed');
}

async function takeFor(deps: Deps, redemption: Redemption, ready: Ready, ownerId: string): Promise<boolean> {
  await letGoOfHold(deps, ownerId, ready.found.id);
  const isTheirs = await deps.db.$transaction((tx) => take(tx, deps, ownerId, redemption, ready));
  if (isTheirs) await cancelAtOnce(deps, ownerId);
  return isTheirs;
}

/** The gift and the account for it, or neither: who comes second has no account, and no letter that speaks of a subscription. */
async function takeAnew(deps: Deps, redemption: Redemption, ready: Ready, makeAccount: Redeemer['makeAccount']): Promise<boolean> {
  const id = uuidv7(deps.clock().getTime());
  const isLost = new Error('somebody else was first');
  try {
    await makeAccount({
      id,
      check: async (tx) => {
        if (!(await take(tx, deps, id, redemption, ready))) throw isLost;
      },
    });
    return true;
  } catch (error) {
    if (error !== isLost) throw error;
    return false;
  }
}

/**
 * Its issues are on their way already: whoever has the link opens the account that they belong to, or adds what is left to the one that they have.
 * Its purchaser, who has the link too, meant it for somebody else.
 */
async function takeOver(
  deps: Deps,
  { name, email, problems = {} }: Redemption,
  found: SentGift,
  { account, makeAccount }: Redeemer,
): Promise<Redeemed> {
  if (account === found.purchaser) return failed(deps, 409, 'sent_directly', found.sent.name);
  if (account !== null) {
    const claimed = await deps.db.$transaction((tx) => claimSentGift(tx, deps, found, { account, name, email }));
    return claimed === 'claimed' ? { type: 'redeemed' } : failed(deps, 409, claimed === 'releasing' ? 'releasing' : 'already_redeemed');
  }
  if (Object.keys(problems).length > 0) throw new Refusal(422, problems);
  const { message } = failed(deps, 409, 'already_redeemed');
  await makeAccount({
    id: found.sent.ownerId,
    check: async (tx) => {
      if (!(await lockSentGift(tx, found))) throw new Refusal(409, message);
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
  const { zones, prices, messages, settings } = deps.publication.cached();
  if (!found) return failed(deps, 404, 'not_found');
  if (found.gift.redeemed !== null) return failed(deps, 409, 'already_redeemed');
  if (found.holder !== null && found.holder !== account) return failed(deps, 409, 'held');
  if (found.payment !== null) return failed(deps, 409, 'paying');

  const isPosted = mediumOf(wanted) === 'print';
  const checked = checkAddress(form, shipcode, isPosted, zones, checkoutMessages(messages));
  const errors = { ...problems, ...(checked.type === 'errors' && checked.errors) };
  if (checked.type === 'errors' || Object.keys(errors).length > 0) throw new Refusal(422, errors);
  const { address, shipcode: zone } = checked.destination;
  // Print goes to the zone of its address, whatever was asked for.
  const deliverable = isPosted ? deliverableOf('print', zone) : wanted;
  if (giftUpgrade(prices, found.gift, deliverable) === 0) return { type: 'ready', found, deliverable, address };
  const amount = giftUpgrade(prices, found.gift, wanted);
  if (amount > 0 && total > 0 && deliverable === wanted) return { type: 'payable', found, deliverable, amount };
  if (amount > 0) return failed(deps, 409, 'not_covered');
  throw new Refusal(422, { 'address.country': redeemMessage(messages, 'other_zone', settings.support_address) });
}

/** Who began to pay for a better way, and now takes the gift as it is. */
async function letGoOfHold(deps: Deps, ownerId: string, gift: string): Promise<void> {
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
): Promise<boolean> {
  const now = deps.clock();
  const { gift } = found;
  const { publicationId } = deps.config;
  const taken = await tx.$queryRaw<unknown[]>`
    update gift set redeemed_by = ${ownerId}::uuid, redeemed = ${now} where token = ${gift.token} and redeemed_by is null and held_by is null returning id`;
  if (taken.length === 0) return false;
  const { term, level } = gift;
  const deliverables = { set: gift.deliverable, active: deliverable };
  const bought = { id: uuidv7(now.getTime()), source: giftSource(gift), term, level, deliverables, at: now };
  if ((await addTerm(tx, { publicationId, ownerId, ...bought })) === 'used-up') await planRenewals(tx, deps, [ownerId]);
  const shipcode = shipcodeOf(deliverable);
  if (shipcode !== null && address) await keepAddress(tx, { publicationId, ownerId, shipcode, name, address, now });
  const { messages } = deps.publication.cached();
  const choice = { deliverable, level, term };
  await postRedeemed(tx, { publicationId, messages, gift: found.id, giver: found.giver, choice, name, email, now });
  return true;
}

function failed({ publication }: Deps, status: 404 | 409, key: RedeemMessage, name?: string): Redeemed & { type: 'failed' } {
  const { messages, settings } = publication.cached();
  return { type: 'failed', status, message: redeemMessage(messages, key, settings.support_address, name) };
}
