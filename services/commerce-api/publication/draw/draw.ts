import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { drawAtlas } from './atlas.ts';
import { loadIssues } from './load-issues.ts';
import { pictures } from './pictures.ts';

/** Draws every picture of the publication anew, and the atlas that it sells: `node publication/draw/draw.ts`. */
const art = join(import.meta.dirname, '..', 'art');

await Promise.all(
  Array.from(pictures(await loadIssues()), async ([path, picture]) => {
    await mkdir(dirname(join(art, path)), { recursive: true });
    await writeFile(join(art, path), picture);
  }),
);
await drawAtlas(join(import.meta.dirname, '..', 'files', 'atlas-of-small-differences.pdf'));
