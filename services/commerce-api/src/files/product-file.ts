import { basename, extname } from 'node:path';
import { readPublication } from '../publication/load-publication.ts';
import { keptFile, type KeptFile } from './kept-file.ts';

const TYPES: Readonly<Record<string, string>> = { '.pdf': 'application/pdf', '.epub': 'application/epub+zip', '.zip': 'application/zip' };

/**
 * What who buys a digital product gets, from the publication's folder; null for a product that is not there any more.
 */
export async function productFile(dir: string, slug: string): Promise<(KeptFile & { name: string; type: string }) | null> {
  const { products } = await readPublication(dir);
  const file = products.find((product) => product.slug === slug)?.file ?? null;
  const kept = file === null ? null : await keptFile(dir, file);
  return file === null || kept === null
    ? null
    : { ...kept, name: basename(file), type: TYPES[extname(file)] ?? 'application/octet-stream' };
}
