import { defineConfig } from 'vitest/config';
import { sentences } from './tools/statements.ts';
import { CI, LONG } from './tools/tally.ts';

/**
 * What a test may be marked with: that it takes long, and which sentences of the specification it asserts. An unknown
 * one stops the run.
 */
const tags = [
  { name: LONG, description: 'Takes long: `npm run test:long`, and not `npm test`.' },
  { name: CI, description: 'Stands beside another of its kind: `npm test -- --all`, which CI runs.' },
  ...sentences().map(({ id, sentence }) => ({ name: id, description: sentence })),
];

/**
 * Tests beside the code, in every workspace. A workspace that needs a set-up of its own (the service: a database) has
 * its own vitest.config.ts.
 */
export default defineConfig({
  test: {
    tags,
    projects: [
      {
        extends: false,
        test: {
          name: 'plain',
          include: ['{packages,apps,integrations}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          // As the service's: only projects of one number run beside each other, and these mostly wait.
          maxWorkers: 3,
          isolate: false,
          setupFiles: ['tools/leave-nothing-behind.ts'],
          unstubGlobals: true,
          tags,
        },
      },
      'services/*/vitest.config.ts',
    ],
  },
});
