import { defineConfig } from 'vitest/config'

const SERVERS = 'test/**/*.servers.test.ts'

export default defineConfig({
  test: {
    // Generous: nothing asserts on time, and a loaded machine may be slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    maxWorkers: 3,
    projects: [
      { extends: true, test: { name: 'node', include: ['test/**/*.test.ts'], exclude: [SERVERS] } },
      // These start a Redis or a Postgres of their own.
      { extends: true, test: { name: 'servers', include: [SERVERS] } },
    ],
  },
})
