import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Parts } from './check-publication.ts';
import type { Picture } from './fields.ts';

type Placed = { field: string; picture: Picture };

/** Every picture must be there, and an SVG must have the size that the data promises: pages reserve its space before it loads. */
export async function checkPictures(dir: string, parts: Parts): Promise<string[]> {
  const problems = await Promise.all(pictures(parts).map((placed) => checkPicture(dir, placed)));
  return problems.flat();
}

function pictures({ identity, products, issues, articles }: Parts): Placed[] {
  return [
    ...(identity ? [identity.logo, identity.wordmark] : []).map((picture, index) => ({
      field: `publication.json: ${index === 0 ? 'logo' : 'wordmark'}`,
      picture,
    })),
    ...(products ?? []).map(({ image }, index) => ({ field: `products.json: products[${index}].image`, picture: image })),
    ...(issues ?? []).map(({ cover }, index) => ({ field: `issues.json: issues[${index}].cover`, picture: cover })),
    ...articles.flatMap(({ hero }, index) => (hero ? [{ field: `articles.json: articles[${index}].hero`, picture: hero }] : [])),
  ];
}

async function checkPicture(dir: string, { field, picture }: Placed): Promise<string[]> {
  const file = await readFile(join(dir, picture.source)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return [`${field}.source is "${picture.source}", which is not there`];
  if (!picture.source.endsWith('.svg')) return [];

  const tag = /<svg\b[^>]*>/.exec(file.toString())?.[0] ?? '';
  return (['width', 'height'] as const).flatMap((side) => {
    const drawn = new RegExp(`\\s${side}="(\\d+)"`).exec(tag)?.[1];
    return drawn === String(picture[side]) ? [] : [`${field}.${side} is ${picture[side]}, but the picture's is ${drawn ?? 'not given'}`];
  });
}
