import { createHash } from 'node:crypto'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import page from './web/vite.config.ts'

const SERVERS = 'test/**/*.servers.test.ts'
const WEB = 'test/web/**/*.test.ts'
/** These install what they run from npm, and need the newest Node. */
const GENERATORS = 'test/generators/*.test.ts'
/** These put a module of their own in the place of another, so no other file may share their modules. */
const ISOLATED = 'test/**/*.isolated.test.ts'
/** These start no process and no database, so that an answer comes while one works. */
const QUICK = 'test/{config,docs,protocol,record,rules,text}/**'
/** Of these, what plays many games at random takes minutes. */
const GAMES = ['random-games/*', 'non-interference', '*.property'].map((name) => `${QUICK}/${name}.test.ts`)

/** Other files that take long. */
const LONG = /\/test\/(e2e|scripts)\/|\/app\/main|\/random-games\/|\/non-interference|\/web\/(legible|whole-games|axe)/

/** Tests that start servers wait and take long, so they begin first. The quick ones fill the gaps at the end. */
const rank = ({ project, moduleId }: TestSpecification): number => {
  if (project.name === 'servers' || LONG.test(moduleId)) return 0
  return project.name === 'quick' ? 2 : 1
}

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence
    if (!shuffle) return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
    // A random order, which is the same for the same seed.
    const drawn = files.map((file) => ({
      file,
      hash: createHash('sha256').update(`${seed} ${file.moduleId}`).digest('hex'),
    }))
    return drawn.sort((one, other) => (one.hash < other.hash ? -1 : 1)).map(({ file }) => file)
  }
}

export default defineConfig({
  test: {
    // Generous: nothing asserts on time, and a loaded machine may be slow.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000, interval: 20 } },
    // What was found is named in whole: a fault that comes seldom may not come again.
    chaiConfig: { truncateThreshold: 4_000 },
    // Many tests open an embedded Postgres: V8 is to optimise less of it, as in the server.
    execArgv: ['--wasm-tiering-budget=20000000'],
    // More than there are cores: many tests wait. Where files are not isolated, a worker loads modules once for many of them.
    maxWorkers: 4,
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/properties.ts'],
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [SERVERS, ISOLATED, WEB, QUICK, GENERATORS],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: [ISOLATED] } },
      {
        extends: true,
        test: {
          name: 'quick',
          include: [`${QUICK}/*.test.ts`],
          exclude: [SERVERS, ISOLATED, ...GAMES],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'games', include: GAMES, isolate: false } },
      // These start a Redis or a Postgres of their own.
      { extends: true, test: { name: 'servers', include: [SERVERS], isolate: false } },
      { extends: true, test: { name: 'generators', include: [GENERATORS] } },
      // These need Chromium, and the page as it is built.
      {
        extends: true,
        plugins: page.plugins,
        // The client SDK from its sources, as in the page; all else as Node resolves it.
        ssr: {
          resolve: { conditions: ['curia-source', ...defaultServerConditions.filter((one) => one !== 'module')] },
        },
        test: {
          name: 'web',
          include: [WEB],
          isolate: false,
          globalSetup: ['test/web/support/build.ts'],
          // Each has a browser with several pages. In one run with the others, they come after them.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
