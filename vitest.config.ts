import { defineConfig } from 'vitest/config';

/** Tests beside the code, in every workspace. A workspace that needs a set-up of its own (the service: a database) has its own vitest.config.ts. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: false,
        test: {
          name: 'plain',
          include: ['{packages,apps}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 20_000,
        },
      },
      'services/*/vitest.config.ts',
    ],
  },
});
