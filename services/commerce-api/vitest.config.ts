import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { defineConfig } from 'vitest/config';

const file = path.join(import.meta.dirname, '../../tools/sentences.json');
const sentences = v.parse(v.array(v.object({ id: v.string() })), JSON.parse(readFileSync(file, 'utf8')));

export default defineConfig({
  test: {
    include: ['{src,test}/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // `long` is `npm run test:long` alone, `ci` is not in `npm test` (tools/tally.ts); the others are the
    // specification's sentences.
    tags: [{ name: 'long' }, { name: 'ci' }, ...sentences.map(({ id }) => ({ name: id }))],
    // The machine that runs this may have two cores; a third of the time a test waits, for PostgreSQL or for a process.
    maxWorkers: 3,
    // What the files share is read once for each worker: a third of the time went into reading it for each file.
    isolate: false,
    // Longer than any takes beside other suites; what hangs is told later, and what is slow is not wrong.
    testTimeout: 180_000,
    // Where services are started: at a load of twenty that alone takes longer than a test may.
    hookTimeout: 180_000,
    // What comes a moment later comes much later there: a second, which is usual, is not enough.
    expect: { poll: { timeout: 30_000 } },
  },
});
