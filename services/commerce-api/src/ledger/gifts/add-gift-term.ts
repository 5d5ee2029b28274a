import type { Address } from '@newsstand/contracts/address';
import type { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { giftSource } from '../../rules/gifts/redeem-rules.ts';
import { addTerm } from '../terms/add-term.ts';
import { keepAddress } from '../terms/keep-address.ts';

type GivenGift = {
  publicationId: string;
  /** Who has it from now on. */
  ownerId: string;
  gift: { token: string; deliverable: Deliverable; level: Level; term: Term };
  name: string;
  /** Where its print goes; null where none was named, or what it brings is not posted. */
  address: Address | null;
  now: Date;
};

/** A gift becomes a term of who has it, once, and goes to the address that was named. Call it inside a transaction. */
export async function addGiftTerm(tx: Sql, { publicationId, ownerId, gift, name, address, now }: GivenGift): Promise<void> {
  const { token, deliverable, level, term } = gift;
  const source = giftSource({ token });
  const deliverables = { set: deliverable, active: deliverable };
  await addTerm(tx, { publicationId, ownerId, id: uuidv7(now.getTime()), source, term, level, deliverables, at: now });
  const shipcode = shipcodeOf(deliverable);
  if (shipcode !== null && address) await keepAddress(tx, { publicationId, ownerId, shipcode, name, address, now });
}
