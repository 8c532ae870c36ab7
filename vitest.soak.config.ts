import { defineConfig } from 'vitest/config'

/** What takes minutes: more random games than a run of the tests plays. */
export default defineConfig({
  test: {
    include: ['test/**/*.soak.ts'],
    testTimeout: 3_600_000,
  },
})
