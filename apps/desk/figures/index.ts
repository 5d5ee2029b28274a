import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { rspack } from '@rspack/core';
import desk from '../rspack.config.ts';

type Figure = { name: string; value: number; unit: string; limit: { max: number } };

/** What any page of the desk may weigh before it is shown. */
const MAX = 190_000;

/**
 * What the desk's first page fetches, packed as the service packs it, and what the heaviest page fetches that somebody
 * opens at its own address: the first page's code and that of its area.
 */
async function deskWeight(): Promise<Figure[]> {
  const compiler = rspack(desk);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  const { namedChunkGroups = {} } = stats?.toJson({ all: false, chunkGroups: true }) ?? {};
  const weigh = (file: string) => brotliCompressSync(readFileSync(path.join(import.meta.dirname, '../dist', file))).length;
  const weights = new Map(
    Object.entries(namedChunkGroups).map(([name, { assets = [] }]) => [name, assets.reduce((sum, file) => sum + weigh(file.name), 0)]),
  );
  const first = weigh('index.html') + (weights.get('desk') ?? Infinity);
  weights.delete('desk');
  const limit = { max: MAX };
  return [
    { name: 'desk-first-load', value: first, unit: 'bytes', limit },
    { name: 'desk-heaviest-page', value: first + Math.max(...weights.values()), unit: 'bytes', limit },
  ];
}

export const figures = [deskWeight];
export const timings: (() => Promise<Figure[]>)[] = [];
