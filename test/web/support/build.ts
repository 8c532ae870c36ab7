import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the page once before the tests, so that they see what is in the sources. */
export default function buildPage(): void {
  const cwd = fileURLToPath(new URL('../../..', import.meta.url))
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build-web.ts'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
