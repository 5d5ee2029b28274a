import { Entitlement } from '@newsstand/contracts/access';
import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { openDeskMoney, type DeskMoney } from '../../../test/desk-money.ts';
import { deliver, makeSubscriber, subscribe, subscriberAt } from '../../../test/subscriber.ts';
import { readReceipt } from '../../files/read-receipt.ts';
import { nextRelease, releaseDue } from '../../ledger/releases/release-due.ts';
import { readLatestIssue } from '../../ledger/terms/read-latest-issue.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { HOUR } from '../../platform/duration.ts';
import { applyPublication } from '../../publication/apply-publication.ts';
import { loadPublication } from '../../publication/load-publication.ts';
import { readIssues } from '../../shop/store/read-issues.ts';
import { readNextIssue } from '../reports/reader-reports.ts';
import { timeZoneOf } from '../../publication/publication-day.ts';

// Issue 15 of the sample magazine, whose files name another day of their own here.
const NUMBER = 15;
const REF = 'iss:15';
const ARTICLE = '/articles/the-buffer-stop-at-the-edge-of-the-sea';

let shop: DeskMoney;
beforeAll(async () => {
  shop = await openDeskMoney();
});
afterAll(() => shop.close());

/** The files with another day of the issue and another zone, as they are applied now. */
async function apply(zone: string, day: string): Promise<void> {
  const { config, publication } = shop.deps;
  const files = await loadPublication(config.publicationDir);
  const issues = files.issues.map((issue) => (issue.number === NUMBER ? { ...issue, released: day } : issue));
  const settings = { ...files.settings, time_zone: zone };
  await applyPublication(shop.deps, { id: 'main', publication: { ...files, issues, settings }, dir: config.publicationDir });
  await publication.now();
}

/** A guest who bought the issue as a file, and a reader whose subscription brought it. */
async function readers() {
  const guest = shop.reader();
  await guest.add(REF, 1, 'digital-issue');
  const receipt = await guest.buy();
  const subscriber = await makeSubscriber(shop);
  await deliver(shop, await subscribe(shop, subscriber.id, { deliverable: 'digital' }), [NUMBER]);
  return { guest: guest.browser, receipt, subscriber: subscriber.browser };
}

/** What each place says of the issue in this moment: whether it is out. */
async function placesOf({ guest, receipt, subscriber, link }: Readers & { link: string }): Promise<Record<string, boolean>> {
  const { db } = shop.deps;
  const goods = await db.good.findMany({ where: { ref: REF }, select: { onSale: true } });
  const bought = (await readReceipt(shop.deps, receipt))?.issues?.find(({ number }) => number === NUMBER);
  const account = await subscriberAt(subscriber);
  const held = v.parse(PageData, await (await guest.get('/api/page/front?widgets=checkout.add&at=/issue/terminus')).json()).held_issues;
  const entitled = async (who: Browser) =>
    v.parse(Entitlement, await (await who.get(`/api/access/entitlement?path=${encodeURIComponent(ARTICLE)}`)).json()).entitled;
  const issues = await readIssues(shop.deps);
  const next = await readNextIssue(db, { publication: 'main', at: shop.now(), zone: timeZoneOf(shop.deps.publication.cached()) });
  return {
    sold: goods.every(({ onSale }) => onSale),
    'in the store': issues.some(({ number, released }) => number === NUMBER && released !== null),
    'on the receipt': bought?.released === true && bought.downloads.length > 0,
    'a link of before': (await shop.browser().get(link)).status === 200,
    'on its page': (held?.length ?? 0) > 0,
    'in the account': account.issues.find(({ number }) => number === NUMBER)?.released === true,
    'its articles': await entitled(guest),
    'the latest': (await readLatestIssue(shop.deps)) === NUMBER,
    'in the print run': next === NUMBER + 1,
  };
}
type Readers = Awaited<ReturnType<typeof readers>>;

type Night = { zone: string; day: string; begins: string };
const SAYS = 'an issue is out in all places at once, as its day begins in $zone, and is given then';

test.each<Night>([
  // It is the issue's day in UTC since five in the afternoon; in that night the clocks go on.
  { zone: 'America/Los_Angeles', day: '2027-03-14', begins: '2027-03-14T08:00:00.000Z' },
])(SAYS, outAtOnce);

test.each<Night>([
  { zone: 'Pacific/Auckland', day: '2027-03-20', begins: '2027-03-19T11:00:00.000Z' },
  // There midnight itself is left out.
  { zone: 'Africa/Cairo', day: '2027-04-30', begins: '2027-04-29T22:00:00.000Z' },
])(SAYS, { tags: ['ci'] }, outAtOnce);

async function outAtOnce({ zone, day, begins }: Night): Promise<void> {
  const { db } = shop.deps;
  shop.travel(new Date(Date.parse(begins) - HOUR).toISOString());
  await apply(zone, '2026-09-07');
  await db.release.deleteMany({ where: { issue: NUMBER } });
  const who = await readers();
  const link = (await readReceipt(shop.deps, who.receipt))?.issues?.[0]?.downloads[0]?.url ?? '';
  const owed = await makeSubscriber(shop);
  await subscribe(shop, owed.id, { deliverable: 'digital' });

  await apply(zone, day);
  const planned = await db.$transaction((tx) =>
    nextRelease(tx, { publication: 'main', zone, now: shop.now(), until: new Date(Date.parse(begins) + HOUR) }),
  );
  expect(planned).toEqual({ issue: NUMBER, at: new Date(begins) });
  for (const [before, isOut] of [
    [1, false],
    [0, true],
  ] as const) {
    const at = new Date(Date.parse(begins) - before).toISOString();
    shop.travel(at);
    if (isOut) await apply(zone, day);
    const places = await placesOf({ ...who, link });
    expect(places).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, isOut])));
    await releaseDue(shop.deps);
    expect(await db.releasePlan.count({ where: { issue: NUMBER } })).toBe(isOut ? 1 : 0);
  }
  await db.releasePlan.deleteMany({ where: { issue: NUMBER } });
}

test('at the desk nobody has to say that an issue is sold before its day where its day has begun by then', async () => {
  const day = '2027-05-10';
  shop.travel('2027-05-09T20:00:00.000Z');
  await apply('America/Los_Angeles', day);
  await shop.deps.db.release.deleteMany({ where: { issue: NUMBER } });
  const edith = await shop.as('editor');
  const { version, counts } = await (await edith.get(`/api/desk/issues/${NUMBER}`)).json();
  const typed = Object.fromEntries(counts.map((one: { deliverable: string; readers: number }) => [one.deliverable, one.readers]));
  const plan = (at: string) => edith.post(`/api/desk/issues/${NUMBER}/plan?dry`, { action: uuidv7(), version, at, typed });
  expect([(await plan('2027-05-10T06:59:00.000Z')).status, (await plan('2027-05-10T07:00:00.000Z')).status]).toEqual([422, 200]);
});
