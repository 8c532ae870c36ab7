import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Generates the database client (src/database/client) from prisma/schema.prisma.
// The Prisma CLI requires its native schema engine, although generating does not run it. With any other executable in
// its place, the CLI fetches none, so that an install needs the package registry and nothing else.

const manifest = createRequire(import.meta.url).resolve('prisma/package.json')
const { status, error } = spawnSync(
  process.execPath,
  [join(dirname(manifest), 'build/index.js'), 'generate', '--no-hints'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      ...process.env,
    },
  },
)
if (error) throw error
process.exitCode = status ?? 1
