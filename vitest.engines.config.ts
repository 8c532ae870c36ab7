import { defineConfig } from 'vitest/config'

/** Whole games in browsers that a run of the tests does not start. */
export default defineConfig({
  test: {
    include: ['test/web/engines/*.engine.ts'],
    globalSetup: 'test/web/support/build.ts',
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
})
