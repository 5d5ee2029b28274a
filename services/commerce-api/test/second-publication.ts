// A second publication, with other zones, prices, names and switches: what differs from the sample stands in
// second-publication/, its issues and goods are the sample's.
import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatCents } from '@newsstand/contracts/money';
import * as v from 'valibot';

const SAMPLE = resolve(import.meta.dirname, '../publication');
const SECOND = join(import.meta.dirname, 'second-publication');

/** Writes the whole of the second publication into a folder. */
export async function writeSecondPublication(dir: string): Promise<void> {
  await cp(SAMPLE, dir, { recursive: true });
  await cp(SECOND, dir, { recursive: true });
}

/** What is said, and not set: in these fields are words that a reader may meet. */
const SAID = new Set(
  [
    'name',
    'names',
    'tagline',
    'description',
    'about',
    'alt',
    'label',
    'code',
    'category_message',
    'shipping_message',
    'messages',
    'levels',
  ].concat(['support_address', 'mail_from', 'invoice_prefix', 'receipt_prefix', 'address', 'checking', 'banking']),
);

/**
 * What only the sample says, from the files of both: its names, addresses, prefixes, zones, countries, states, tiers,
 * coupons and messages. Left out is what the second publication says as well, and what stands in the issues and goods,
 * which are of both.
 */
export async function sampleWords(): Promise<string[]> {
  const files = ['publication.json', 'zones.json', 'coupons.json', 'donation-tiers.json'];
  const shared = ['issues.json', 'products.json'];
  const [sample, second] = await Promise.all([
    textsIn(files.map((file) => join(SAMPLE, file))),
    textsIn([...files.map((file) => join(SECOND, file)), ...shared.map((file) => join(SAMPLE, file))], () => true),
  ]);
  const others = second.join('\n');
  // Codes of two letters are words of English as well: ME, OR, IN.
  return [...new Set(sample)].filter((text) => text.length > 2 && !anyOf([text]).test(others));
}

/**
 * What only the sample's prices make, as they are shown: each price, two and three years of it, with postage and a
 * coupon. Left out is what the second publication's make, too, and the prices of goods, which are of both.
 */
export async function samplePrices(): Promise<string[]> {
  const [sample, second] = await Promise.all([amountsIn(SAMPLE), amountsIn(SECOND)]);
  return [...sample].filter((cents) => cents > 0 && !second.has(cents)).map(formatCents);
}

const Amounts = v.record(v.string(), v.number());
const Priced = v.object({
  base: v.record(v.string(), v.object({ '1year': v.number(), lifetime: v.number() })),
  shipping: v.record(v.string(), Amounts),
  upgrades: v.unknown(),
});

async function amountsIn(dir: string): Promise<Set<number>> {
  const read = async (file: string, folder = dir): Promise<unknown> => JSON.parse(await readFile(join(folder, file), 'utf8'));
  const { base, shipping, upgrades } = v.parse(Priced, await read('prices.json'));
  const { ship_prices } = v.parse(v.object({ ship_prices: Amounts }), await read('zones.json'));
  const coupons = v.parse(v.array(v.object({ discounts: v.record(v.string(), v.unknown()) })), await read('coupons.json'));
  const discounts = [0, ...numbersIn(coupons.map((coupon) => coupon.discounts))];
  const terms = Object.values(base).flatMap((prices) => [
    ...[1, 2, 3].map((years) => ({ term: `${years}year`, price: years * prices['1year'] })),
    { term: 'lifetime', price: prices.lifetime },
  ]);
  const posted = terms.flatMap(({ term, price }) => [0, ...Object.values(shipping[term] ?? {})].map((postage) => price + postage));
  const goods = await Promise.all(['products.json', 'issues.json'].map((file) => read(file, SAMPLE)));
  return new Set([
    ...posted.flatMap((price) => discounts.map((discount) => price - discount)),
    ...numbersIn([upgrades, shipping, ship_prices, await read('donation-tiers.json'), goods]),
  ]);
}

const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
};

/** Matches each of these words or sentences where it stands for itself: 'Oman', and not 'woman'. */
export const anyOf = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escape).join('|')})(?![\\p{L}\\p{N}])`, 'u');

const escape = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

async function textsIn(files: string[], isSaid = (field: string) => SAID.has(field)): Promise<string[]> {
  const texts: string[] = [];
  for (const file of files) {
    gather(JSON.parse(await readFile(file, 'utf8')), false);
  }
  return texts;

  function gather(value: unknown, isShown: boolean): void {
    if (typeof value === 'string' && isShown) texts.push(value);
    if (Array.isArray(value)) for (const one of value) gather(one, isShown);
    else if (typeof value === 'object' && value !== null) {
      for (const [field, one] of Object.entries(value)) gather(one, isSaid(field) || (isShown && typeof one === 'string'));
    }
  }
}
