// npm run sample: people who subscribe, buy, give and write, for a desk that would be empty on a machine of one's own. Everything goes the way that
// readers and staff go: the service's own calls, the provider's stand-in, and the sample people of the desk.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Cart } from '@newsstand/contracts/cart';
import { CheckoutResult, CheckoutStatus } from '@newsstand/contracts/checkout';
import { DeskFound } from '@newsstand/contracts/desk-find';
import { DeskImport, ImportUploaded } from '@newsstand/contracts/desk-imports';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import { readRunning } from '../src/main/running-service.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { GIFTS, GIVERS, NOTES, ORDERS, SUBSCRIBERS, type Person } from './sample-people.ts';

/** Where a magazine of one's own runs: the readers' service, the desk's origin, and the provider's stand-in. */
export type Places = { magazine: string; api: string; desk: string; stripe: string };

const CARD = '4242424242424242';
const PASSWORD = { password: 'a ferry at dawn', confirm: 'a ferry at dawn' };
/** What the emulator takes for keys, as `npm start` gives them. */
const KEYS = { secret: 'sk_test_newsstand', publishable: 'pk_test_newsstand' };

/** Fills the magazine, once: false where these people are there already. */
export async function fillWithSamples(places: Places, say: (line: string) => void): Promise<boolean> {
  if (await areThere(places)) return false;
  say(`${SUBSCRIBERS.length} people subscribe …`);
  await inTurns(SUBSCRIBERS, async ({ person, ...choice }) => {
    const item = { subscription: { renewal: false, coupon: null, shipcode: person.shipcode, ...choice } };
    await buy(places, person, { type: 'membership', item }, { password: PASSWORD });
  });
  say(`${ORDERS.length} people buy …`);
  const receipts = await inTurns(ORDERS, ({ person, ...item }) => buy(places, person, { type: 'add', item }));
  say(`${GIFTS.length + GIVERS.length} people give …`);
  await inTurns(GIFTS, ({ person, recipient, ...gift }) => {
    const giftsubs = [{ coupon: null, ...gift }];
    const sent = recipient && { recipient_name: recipient.name, recipient_address: recipient.address };
    return buy(places, person, { type: 'membership', item: { giftsubs } }, { ...sent });
  });
  await inTurns(GIVERS, ({ person, ...donation }) => buy(places, person, { type: 'membership', item: { donation } }));
  say('One order is paid back at the provider’s …');
  if (receipts[0] !== undefined) await payBackElsewhere(places, receipts[0]);
  say('The desk takes over a list, writes an invoice, and notes what callers said …');
  await atTheDesk(places);
  return true;
}

async function areThere({ desk }: Places): Promise<boolean> {
  const email = SUBSCRIBERS[0]?.person.email ?? '';
  return (await find(await signIn(desk, 'service'), email)) !== undefined;
}

/** The best of the readers that the desk finds by a scrap. */
async function find(staff: Caller, scrap: string): Promise<DeskFound['readers'][number] | undefined> {
  return v.parse(DeskFound, await staff.get(`/api/desk/find?q=${encodeURIComponent(scrap)}`)).readers[0];
}

/** Adds to a cart, checks it out and pays it; answers the intent. */
async function buy(places: Places, person: Person, add: object, more: object = {}): Promise<string> {
  const reader = new Caller(places.api, places.magazine);
  const { totals } = v.parse(Cart, await reader.post('/api/cart', add));
  const form = { name: person.name, email: person.email, address: person.address, total: totals[person.shipcode].total, ...more };
  const result = v.parse(CheckoutResult, await reader.post(`/api/cart/checkout?captcha=${await solve(reader)}`, form));
  if (result.type !== 'started') throw new Error(`the check-out of ${person.name} answered ${result.type}`);
  await asStripe(`${places.stripe}/v1/payment_intents/${result.intent}/confirm`, {
    key: KEYS.publishable,
    client_secret: result.keys.secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': CARD,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  });
  const { status } = v.parse(CheckoutStatus, await reader.get(`/api/checkout/${result.intent}`));
  if (status !== 'completed') throw new Error(`the order of ${person.name} is ${status}`);
  return result.intent;
}

/** As somebody does in the provider's dashboard, who does not know the desk. */
const payBackElsewhere = ({ stripe }: Places, intent: string) =>
  asStripe(`${stripe}/v1/refunds`, { payment_intent: intent }, { Authorization: `Bearer ${KEYS.secret}` });

async function atTheDesk({ desk }: Places): Promise<void> {
  const circulation = await signIn(desk, 'circulation');
  await takeOver(circulation, 'fulfilment-house');
  const accountant = await signIn(desk, 'accountant');
  await accountant.post('/api/desk/invoices', { action: uuidv7(), ...INVOICE });
  const service = await signIn(desk, 'service');
  for (const { name, text } of NOTES) {
    const found = await find(service, name);
    if (found !== undefined) await service.post(`/api/desk/readers/${found.owner}/notes`, { action: uuidv7(), text });
  }
}

const INVOICE = {
  billed_to: 'Harbour College Library',
  name: 'Wren Aldous',
  email: 'serials@harbour-college.example.org',
  address: { line1: '400 College Avenue', line2: 'Serials', city: 'Ithaca', state: 'NY', postcode: '14850', country: 'US' },
  term: 30,
  accepted_payments: 'any',
  reference: 'PO 2026-118',
  membership: { medium: 'print', level: 'low', term: '1year', copies: 2 },
  goods: [],
};

/** A file of another system's readers: read, checked with what is guessed of its columns, and applied. */
async function takeOver(staff: Caller, name: string): Promise<void> {
  const body = await readFile(path.join(import.meta.dirname, `../samples/${name}.csv`));
  const query = new URLSearchParams({ action: uuidv7(), name: `${name}.csv`, source: name });
  const { id } = v.parse(ImportUploaded, await staff.send('POST', `/api/desk/imports?${query.toString()}`, body, 'text/csv'));
  const until = async (state: DeskImport['state']): Promise<DeskImport> => {
    for (let tries = 0; tries < 300; tries += 1) {
      const read = v.parse(DeskImport, await staff.get(`/api/desk/imports/${id}`));
      if (read.failure !== null) throw new Error(`${name}: ${read.failure}`);
      if (read.state === state) return read;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`${name} is not ${state} after a minute`);
  };
  const { columns } = await until('columns');
  await staff.post(`/api/desk/imports/${id}/check`, { action: uuidv7(), columns });
  const { counts } = await until('checked');
  await staff.post(`/api/desk/imports/${id}/apply`, { action: uuidv7(), rows: (counts?.new ?? 0) + (counts?.changed ?? 0) });
  await until('applied');
}

async function signIn(desk: string, role: string): Promise<Caller> {
  const staff = new Caller(desk, desk);
  await staff.post('/api/desk/session/sample', { role });
  return staff;
}

/** Four at a time: each solves a bot check of its own. */
async function inTurns<One, Answer>(all: readonly One[], perform: (one: One) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < all.length; from += 4) answers.push(...(await Promise.all(all.slice(from, from + 4).map(perform))));
  return answers;
}

async function solve(reader: Caller): Promise<string> {
  const challenge = (await reader.get('/api/bot-check/challenge')) as Challenge;
  return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString('base64url');
}

async function asStripe(url: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
}

let callers = 0;

/** As much of a browser as the service sees: its cookies, its page's origin, and an address of its own. */
class Caller {
  readonly #at: string;
  readonly #origin: string;
  readonly #address = `10.77.${(callers += 1) >> 8}.${callers & 255}`;
  readonly #cookies = new Map<string, string>();

  constructor(at: string, origin: string) {
    this.#at = at;
    this.#origin = origin;
  }

  get(route: string): Promise<unknown> {
    return this.send('GET', route);
  }

  post(route: string, body: object): Promise<unknown> {
    return this.send('POST', route, JSON.stringify(body), 'application/json');
  }

  /** Any status of 400 or more is an error. */
  async send(method: string, route: string, body?: string | Uint8Array<ArrayBuffer>, type?: string): Promise<unknown> {
    const headers = {
      Origin: this.#origin,
      'X-Forwarded-For': this.#address,
      Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(type !== undefined && { 'Content-Type': type }),
    };
    const response = await fetch(`${this.#at}${route}`, { method, headers, ...(body !== undefined && { body }) });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}

if (import.meta.main) {
  const running = readRunning(process.env['DATA_DIR'] ?? '.data');
  if (running?.api === undefined || running.desk === null || running.stripe === null) {
    console.error(
      'No magazine with sample people and the stand-in for payments runs here. Start it with npm start, then run this in another terminal.',
    );
    process.exit(1);
  }
  const { api, desk, stripe, publicUrl: magazine } = running;
  const filled = await fillWithSamples({ magazine, api, desk, stripe }, (line) => console.log(line));
  console.log(filled ? `Done. Look at them at the desk: ${desk}` : `The sample's people are here already: ${desk}`);
}
