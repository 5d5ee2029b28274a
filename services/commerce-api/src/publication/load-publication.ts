import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { ArticleEntries } from './article-schema.ts';
import { checkFiles } from './check-files.ts';
import { checkPictures } from './check-pictures.ts';
import { checkPublication, type Parts } from './check-publication.ts';
import { Coupons } from './coupon-schema.ts';
import { Issues } from './issue-schema.ts';
import { OUTSIDE, insideFolder } from './inside-folder.ts';
import { DonationTiers, Prices } from './prices-schema.ts';
import { OF_A_FILE, problemText } from './problem-text.ts';
import { Products } from './product-schema.ts';
import { Identity, type Publication } from './publication-schema.ts';
import { Zones } from './zones-schema.ts';

/** Everything that is wrong with a publication's files, one line each: the file, the field, what it must be. */
export class PublicationError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The publication cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'PublicationError';
    this.problems = problems;
  }
}

/**
 * Reads and checks the publication in a folder, its pictures and files as well; throws a `PublicationError` that names
 * every problem at once.
 */
export async function loadPublication(dir: string): Promise<Publication> {
  return read(dir, async (parts) => [...(await checkPictures(dir, parts)), ...(await checkFiles(dir, parts))]);
}

/**
 * As `loadPublication`, but takes pictures and files for what they were when the publication was applied: looking at
 * them takes seconds. What it does not know, a later release does, which may have applied them already, while this one
 * still makes readers' files of them.
 */
export async function readPublication(dir: string): Promise<Publication> {
  return read(dir, () => Promise.resolve([]), true);
}

/** Takes what the schema does not know out of a file, wherever it is: of each part the parser names one at a time. */
function dropUnknown(schema: v.GenericSchema, file: unknown): void {
  for (let round = 0; round < MOST_UNKNOWN; round += 1) {
    const unknown = (v.safeParse(schema, file).issues ?? []).filter(({ expected }) => expected === 'never');
    if (unknown.length === 0) return;
    for (const item of unknown.map(({ path }) => path?.at(-1))) {
      if (item?.type === 'object') Reflect.deleteProperty(item.input, item.key);
    }
  }
}
const MOST_UNKNOWN = 50;

async function read(dir: string, checkBeside: (parts: Parts) => Promise<string[]>, isOutAlready = false): Promise<Publication> {
  const problems: string[] = [];

  async function readPart<Schema extends v.GenericSchema>(file: string, schema: Schema): Promise<v.InferOutput<Schema> | undefined> {
    const text = await readFile(join(dir, file), 'utf8').catch(missingFile);
    if (text === undefined) {
      problems.push(`${file}: is missing`);
      return undefined;
    }
    const json = parseJson(text);
    if ('error' in json) {
      problems.push(`${file}: is not valid JSON (${json.error})`);
      return undefined;
    }
    const parse = () => v.safeParse(schema, json.value, { ...OF_A_FILE, abortPipeEarly: true });
    let result = parse();
    if (!result.success && isOutAlready) {
      dropUnknown(schema, json.value);
      result = parse();
    }
    if (result.success) return result.output;
    problems.push(...result.issues.map((issue) => problemText(file, issue)));
    return undefined;
  }

  const parts: Parts = {
    identity: await readPart('publication.json', Identity),
    zones: await readPart('zones.json', Zones),
    prices: await readPart('prices.json', Prices),
    donation_tiers: await readPart('donation-tiers.json', DonationTiers),
    products: await readPart('products.json', Products),
    issues: await readPart('issues.json', Issues),
    coupons: await readPart('coupons.json', Coupons),
    articles: await readBodies(dir, (await readPart('articles.json', ArticleEntries)) ?? []),
  };
  problems.push(...checkPublication(parts), ...(await checkBeside(parts)));

  const { identity, zones, prices, donation_tiers, products, issues, coupons, articles } = parts;
  if (problems.length > 0 || !identity || !zones || !prices || !donation_tiers || !products || !issues || !coupons) {
    throw new PublicationError(problems);
  }
  return {
    ...identity,
    zones,
    prices,
    donation_tiers,
    products,
    issues,
    coupons,
    articles: articles.map(({ markdown, ...entry }) => ({ ...entry, markdown: markdown ?? '' })),
  };
}

/** A body that is not there stays undefined, which `checkPublication` reports. */
async function readBodies(dir: string, entries: v.InferOutput<typeof ArticleEntries>): Promise<Parts['articles']> {
  return Promise.all(entries.map(async (entry) => ({ ...entry, markdown: await readBody(dir, entry.body).catch(missingFile) })));
}

const readBody = async (dir: string, body: string): Promise<string> => readFile(await insideFolder(dir, body), 'utf8');

function parseJson(text: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return { error: error.message };
    throw error;
  }
}

function missingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === OUTSIDE) return undefined;
  throw error;
}
