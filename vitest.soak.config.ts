import { defineConfig } from 'vitest/config'

/** More random games than a run of the tests plays: they take minutes. */
export default defineConfig({
  test: {
    include: ['test/**/*.soak.ts'],
    testTimeout: 3_600_000,
  },
})
