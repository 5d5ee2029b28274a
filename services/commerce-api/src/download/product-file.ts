import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { loadPublication } from '../publication/load-publication.ts';

const TYPES: Readonly<Record<string, string>> = { '.pdf': 'application/pdf', '.epub': 'application/epub+zip', '.zip': 'application/zip' };

/** What who buys a digital product gets, from the publication's folder; null for a product that is not there any more. */
export async function productFile(dir: string, slug: string): Promise<{ name: string; type: string; bytes: Uint8Array } | null> {
  const { products } = await loadPublication(dir);
  const file = products.find((product) => product.slug === slug)?.file ?? null;
  if (file === null) return null;
  return { name: basename(file), type: TYPES[extname(file)] ?? 'application/octet-stream', bytes: await readFile(join(dir, file)) };
}
