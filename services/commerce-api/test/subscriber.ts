// What the tests of the account share: a reader who is logged in, and what they have.
import { SubscriberAnswer, type Subscriber } from '@newsstand/contracts/account';
import type { Address } from '@newsstand/contracts/address';
import type { CartType, Deliverable, Level, Term } from '@newsstand/contracts/cart';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { expect } from 'vitest';
import { addTerm } from '../src/ledger/terms/add-term.ts';
import { keepAddress } from '../src/ledger/terms/keep-address.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import type { Browser } from './browser.ts';
import { logInWith, makeAccount } from './reader.ts';
import type { TestApp } from './test-app.ts';

export const HOME: Address = {
  line1: '1 Pier Road',
  line2: '',
  city: 'Portland',
  state: 'ME',
  state_name: 'Maine',
  postcode: '04101',
  country_code: 'US',
  country_name: 'United States',
};

export type TestSubscriber = { id: string; email: string; name: string; browser: Browser };

/** A reader of their own for one test, logged in. */
export async function makeSubscriber(service: TestApp, wishes: Parameters<typeof makeAccount>[1] = {}): Promise<TestSubscriber> {
  const account = await makeAccount(service, wishes);
  const browser = service.browser();
  expect((await logInWith(browser, account.email)).status).toBe(200);
  return { ...account, browser };
}

/** Adds a term and answers its token. */
export async function subscribe(
  { deps }: TestApp,
  ownerId: string,
  { term = '1year', deliverable = 'print-a', level = 'low' }: { term?: Term; deliverable?: Deliverable; level?: Level } = {},
): Promise<string> {
  const id = uuidv7();
  const deliverables = { set: deliverable, active: deliverable };
  const { publicationId } = deps.config;
  const bought = { id, source: `test:${id}`, term, level, deliverables, at: deps.clock() };
  await deps.db.$transaction((tx) => addTerm(tx, { publicationId, ownerId, ...bought }));
  return (await deps.db.subscription.findFirstOrThrow({ where: { id } })).token;
}

/** The subscription's next issues have come. */
export async function deliver({ deps }: TestApp, token: string, issues: readonly number[]): Promise<void> {
  const { id, activeDeliverable } = await deps.db.subscription.findUniqueOrThrow({ where: { token } });
  for (const [index, issue] of issues.entries()) {
    await deps.db.issueToken.updateMany({
      where: { subscriptionId: id, ordinal: index + 1 },
      data: { issue, deliverable: activeDeliverable, delivered: deps.clock() },
    });
  }
}

export async function live({ deps }: TestApp, ownerId: string, shipcode: Shipcode = 'a', address: Address = HOME): Promise<void> {
  const { publicationId } = deps.config;
  await keepAddress(deps.db, { publicationId, ownerId, shipcode, name: 'Ana Reader', address, now: deps.clock() });
}

/** Each month; answers its token. */
export async function donate(
  { deps }: TestApp,
  ownerId: string,
  parts: { amount?: number; failing?: boolean; ended?: Date; first?: Date } = {},
): Promise<string> {
  const token = `donation-${uuidv7()}`;
  const { publicationId } = deps.config;
  const { amount = 2500, first = deps.clock(), ...rest } = parts;
  await deps.db.donation.create({
    data: { publicationId, ownerId, id: uuidv7(), token, orderId: uuidv7(), process: 'monthly-init', amount, first, ...rest },
  });
  return token;
}

/** A paid order of one line; answers its receipt's token. */
export async function buy(
  { deps }: TestApp,
  ownerId: string,
  {
    type = 'basic-product',
    ref = 'prd:harbour-mug',
    name = 'Harbour Mug',
    detail = null,
  }: { type?: CartType; ref?: string; name?: string; detail?: string | null } = {},
): Promise<string> {
  const id = uuidv7();
  const receiptToken = `receipt-${id}`;
  await deps.db.order.create({
    data: {
      id,
      publicationId: deps.config.publicationId,
      ownerId,
      number: `EXC-${id.slice(-6)}`,
      state: 'paid',
      cartVersion: 1,
      name: 'Ana Reader',
      email: 'ana@example.org',
      shipcode: 'a',
      goods: 500,
      shipping: 0,
      discount: 0,
      waived: 0,
      total: 500,
      receiptToken,
      paid: deps.clock(),
      lines: { create: [{ ordinal: 1, type, ref, name, detail, quantity: 1, price: 500 }] },
    },
  });
  return receiptToken;
}

/** What the account page is told. */
export async function subscriberAt(browser: Browser): Promise<Subscriber> {
  const response = await browser.get('/api/account/subscriber?membership');
  expect(response.status).toBe(200);
  return v.parse(SubscriberAnswer, await response.json()).subscriber;
}
