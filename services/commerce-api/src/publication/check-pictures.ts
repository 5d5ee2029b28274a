import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Parts } from './check-publication.ts';
import type { Picture } from './fields.ts';
import { OUTSIDE } from './inside-folder.ts';
import { PictureError, tryPicture } from './read-picture.ts';

type Placed = { field: string; picture: Picture };

/**
 * Every picture must be there and be one that readers' files can hold, and an SVG must have the size that the data
 * promises: pages reserve its space before it loads.
 */
export async function checkPictures(dir: string, parts: Parts): Promise<string[]> {
  const problems: string[] = [];
  // One after the other: a large picture takes much memory while it is looked at.
  for (const placed of pictures(parts)) problems.push(...(await checkPicture(dir, placed)));
  return problems;
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
    ...articles.flatMap(({ carousel }, index) =>
      (carousel?.pictures ?? []).map((picture, at) => ({ field: `articles.json: articles[${index}].carousel.pictures[${at}]`, picture })),
    ),
  ];
}

async function checkPicture(dir: string, { field, picture }: Placed): Promise<string[]> {
  const named = `${field}.source is "${picture.source}", which`;
  try {
    await tryPicture(dir, picture.source);
  } catch (error) {
    if (error instanceof PictureError) return [`${named} ${error.message}${typeof error.cause === 'string' ? ` (${error.cause})` : ''}`];
    if (hasCode(error, 'ENOENT')) return [`${named} is not there`];
    if (hasCode(error, OUTSIDE)) return [`${named} leads out of the publication`];
    throw error;
  }
  return picture.source.endsWith('.svg') ? checkSize(field, picture, await readFile(join(dir, picture.source), 'utf8')) : [];
}

function checkSize(field: string, picture: Picture, svg: string): string[] {
  const tag = /<svg\b[^>]*>/.exec(svg)?.[0] ?? '';
  return (['width', 'height'] as const).flatMap((side) => {
    const drawn = new RegExp(`\\s${side}="(\\d+)"`).exec(tag)?.[1];
    return drawn === String(picture[side]) ? [] : [`${field}.${side} is ${picture[side]}, but the picture's is ${drawn ?? 'not given'}`];
  });
}

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;
