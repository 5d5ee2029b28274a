import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/test/global-setup.ts'],
    // The machine that runs this may have two cores, and PostgreSQL wants one.
    maxWorkers: 2,
    // What the files share is read once for each worker: a third of the time went into reading it for each file.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
