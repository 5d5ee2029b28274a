import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const app = path.join(import.meta.dirname, '..');

type Figure = { name: string; value: number; unit: string; limit: { max: number } };

/** What the desk's first page fetches, packed as the service packs it: all of it, since it is one script. */
async function deskWeight(): Promise<Figure[]> {
  execFileSync('npm', ['run', 'build'], { cwd: app, stdio: 'ignore' });
  const files = globSync('**/*.{js,css,html}', { cwd: path.join(app, 'dist') });
  const bytes = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(path.join(app, 'dist', file))).length, 0);
  return [{ name: 'desk-first-load', value: bytes, unit: 'bytes', limit: { max: 190_000 } }];
}

export const figures = [deskWeight];
export const timings: (() => Promise<Figure[]>)[] = [];
