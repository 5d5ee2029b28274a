import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    testTimeout: 30_000, // some tests start processes, on machines that have other things to do
    hookTimeout: 30_000,
  },
});
