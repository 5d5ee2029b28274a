// Whoever is thrown out of an account while a change of theirs is under way changes nothing any more: it would outlive
// what the voiding takes away.
import { endpoints, type EndpointName } from '@newsstand/contracts/endpoints';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putCard, subscriber } from '../../test/card-reader.ts';
import { PASSWORD, answerOf } from '../../test/reader.ts';
import { ADDRESS, openShop, type Shop } from '../../test/shop.ts';
import { donate, live, subscribe } from '../../test/subscriber.ts';
import { voidPrepared } from '../readers/login/void-unproved.ts';

type Change = { path: string; body?: object };
type Named = { subscription: string; donation: string };
const change = (path: string, body?: object) => (): Change => ({ path, ...(body && { body }) });

/** Every change that is made of an account by being logged in to it. */
const CHANGES: Partial<Record<EndpointName, (named: Named) => Change>> = {
  changeName: change('/api/account/name', { name: 'Mallory' }),
  issueLetters: change('/api/account/issue-letters', { issue_letters: false }),
  resetEmail: change('/api/account/reset-email', { email: 'mallory@example.org' }),
  saveAddress: change('/api/account/address/a', { ...ADDRESS, line1: '666 Attacker Alley' }),
  changeAddress: ({ subscription }) => ({
    path: `/api/account/change-address/a?token=${subscription}`,
    body: { ...ADDRESS, line1: '666 Attacker Alley' },
  }),
  deleteAddress: change('/api/account/address/c'),
  changeDonation: ({ donation }) => ({ path: `/api/account/donations/${donation}`, body: { dollars: 99 } }),
  stopDonation: ({ donation }) => ({ path: `/api/account/donations/${donation}` }),
  deleteCode: change('/api/account/delete/code', {}),
  deleteAccount: change('/api/account/delete', { type: 'password', password: PASSWORD }),
  deleteCard: change('/api/account/card'),
  autorenew: change('/api/account/autorenew', { autorenew: true }),
  claimSubscription: change('/api/account/claim', { number: '20113', postcode: '45402' }),
  updateSubscription: ({ subscription }) => ({
    path: '/api/account/subscriptions/update',
    body: {
      form: { name: 'Mallory', email: 'mallory@example.org', total: 0 },
      shipcode: 'a',
      subscription: { token: subscription, deliverable: 'digital', level: 'low' },
    },
  }),
};

/** Those for which a login is not what counts, and why. */
const OTHERS: Partial<Record<EndpointName, string>> = {
  confirmEmail: 'by the link, which the voiding takes',
  withdrawEmail: 'by the link, which the voiding takes',
  keepCard: 'by the keys: those that were given before the voiding are void (readers/login/takeover.test.ts)',
};

let shop: Shop;
let other: pg.Client;
beforeAll(async () => {
  shop = await openShop();
  other = new pg.Client({ connectionString: shop.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await shop.close();
});

test('each route that changes an account is tried here, or told what else it goes by', () => {
  const changing = Object.entries(endpoints).filter(([, { method, path }]) => method !== 'GET' && path.startsWith('/api/account/'));
  expect([...Object.keys(CHANGES), ...Object.keys(OTHERS)].toSorted()).toEqual(changing.map(([name]) => name).toSorted());
});

/** An account with all that the changes are of. */
async function fill() {
  const who = await subscriber(shop);
  await putCard(shop, who);
  const subscription = await subscribe(shop, who.id);
  await live(shop, who.id);
  await live(shop, who.id, 'c');
  return { who, named: { subscription, donation: await donate(shop, who.id) } };
}

/** Everything of an account that somebody in it can change. */
async function stateOf(id: string): Promise<unknown> {
  const { rows } = await other.query(
    `select a.name, a.email, a.method, a.autorenew_since, a.issue_letters,
       (select json_agg(d order by d.shipcode) from owner_address d where d.owner_id = a.id) as addresses,
       (select json_agg(d) from donation d where d.owner_id = a.id) as donations,
       (select json_agg(s) from subscription s where s.owner_id = a.id) as subscriptions,
       (select count(*) from ticket t where t.account_id = a.id) as tickets,
       (select count(*) from email_change e where e.account_id = a.id) as changes
     from account a where a.id = $1`,
    [id],
  );
  return rows;
}

test.each(Object.keys(CHANGES).filter((name): name is keyof typeof CHANGES => Object.hasOwn(endpoints, name)))(
  'who is thrown out while %s is under way has changed nothing',
  async (name) => {
    const { who, named } = await fill();
    const { path, body } = CHANGES[name]?.(named) ?? { path: '' };
    const { method } = endpoints[name];
    let asked: Promise<Response> | undefined;
    const state = await shop.deps.db.$transaction(async (tx) => {
      await voidPrepared(tx, shop.deps, who.id);
      // It is let in, by the session that is still there for everybody else, and waits for the account.
      asked = who.reader.browser.send(method, path, body && JSON.stringify(body), { 'content-type': 'application/json' });
      await waits();
      return stateOf(who.id);
    });
    expect(await answerOf((await asked) ?? new Response())).toEqual([401, { errors: 'Please log in.' }]);
    const [before, after] = [state, await stateOf(who.id)];
    expect(after).toEqual(before);
  },
);

/** Until a statement of the service waits for a lock. */
async function waits(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await other.query(
          `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows[0].waiting;
      },
      { timeout: 5000 },
    )
    .toBeGreaterThan(0);
}
