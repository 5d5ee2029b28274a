// What the tests of parcels share: paid orders with goods, as the check-out leaves them.
import { DeskBatch, DeskParcelNow, DeskParcels, ParcelSent } from '@newsstand/contracts/desk-parcels';
import * as v from 'valibot';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import type { Browser } from './browser.ts';
import { stock } from './shop.ts';
import type { TestApp } from './test-app.ts';

export const ELM = {
  line1: '14 Elm St',
  line2: '',
  city: 'Dayton',
  state: 'OH',
  state_name: 'Ohio',
  postcode: '45402',
  country_code: 'US',
  country_name: 'United States',
};

type Wishes = {
  ownerId?: string;
  email?: string;
  name?: string;
  quantity?: number;
  address?: object | null;
  paid?: Date;
  state?: 'paid' | 'started';
};
let made = 0;

/** A good of its own with ten in stock before, of which this order holds some. */
export async function sellMugs({ deps: { db } }: Pick<TestApp, 'deps'>, wishes: Wishes = {}) {
  const {
    ownerId = uuidv7(),
    email = `tom-${uuidv7()}@guest.example`,
    name = 'Tom Guestling',
    quantity = 2,
    address = ELM,
    paid = new Date(),
    state = 'paid',
  } = wishes;
  const id = uuidv7();
  const number = `EXR-${7000 + (made += 1)}`;
  const ref = await stock(db, `prd:mug-${id}`, 10);
  const sums = { goods: 500 * quantity, shipping: 0, discount: 0, waived: 0, total: 500 * quantity };
  const who = { publicationId: 'main', ownerId, name, email, shipcode: 'a', cartVersion: 1, receiptToken: id, ...(address && { address }) };
  await db.order.create({
    data: { id, number: state === 'paid' ? number : null, state, ...who, ...sums, created: paid, paid: state === 'paid' ? paid : null },
  });
  await db.orderLine.create({
    data: { orderId: id, ordinal: 0, type: 'basic-product', ref, name: 'Harbour Mug', quantity, price: 500, held: true },
  });
  await db.good.updateMany({ where: { ref }, data: { stock: { decrement: quantity } } });
  return { id, number, ref, ownerId, email };
}

const read = async <Schema extends v.GenericSchema>(schema: Schema, response: Response): Promise<v.InferOutput<Schema>> => {
  const body: unknown = await response.json();
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return v.parse(schema, body);
};
export const readList = async (who: Browser) => read(DeskParcels, await who.get('/api/desk/parcels'));
export const readOne = async (who: Browser, code: string) => (await read(DeskParcelNow, await who.get(`/api/desk/parcels/${code}`))).parcel;
export const readPacked = async (who: Browser, batch: number) => read(DeskBatch, await who.get(`/api/desk/parcels/batches/${batch}`));

type Sending = {
  action?: string;
  version?: string;
  carrier?: string;
  tracking?: string;
  untold?: boolean;
  paid_back?: boolean;
  one_box?: boolean;
};
export const send = (who: Browser, code: string, asked: Sending = {}, dry = false): Promise<Response> =>
  who.post(`/api/desk/parcels/${code}/sent${dry ? '?dry' : ''}`, { action: uuidv7(), version: '', carrier: '', tracking: '', ...asked });

/** As the screen does: the slip is scanned, looked at, and scanned again. */
export async function sendNow(who: Browser, code: string, asked: Sending = {}) {
  const parcel = await readOne(who, code);
  return read(ParcelSent, await send(who, parcel.code, { version: parcel.version, ...asked }));
}

/** Mugs of an order that its invoice gives to somebody else. */
export async function giveMug(
  { deps: { db } }: Pick<TestApp, 'deps'>,
  { id, ref, ownerId }: { id: string; ref: string; ownerId: string },
  giftee: { ordinal: number; name: string; email?: string; quantity?: number; address?: object },
): Promise<void> {
  const { ordinal, name, email = null, quantity = 1, address = ELM } = giftee;
  const lines = [{ type: 'basic-product', ref, name: 'Harbour Mug', quantity, price: 500 }];
  await db.orderGiftee.create({ data: { publicationId: 'main', ownerId, orderId: id, ordinal, name, email, address, lines } });
}
