import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rollup } from 'rollup'
import { copyLicence, distOf, stripTypes, writeCommand, writeTypes } from '../../scripts/packages/build.ts'

// Makes dist/: the rules for `import`, a file for each of their sources, so that a program is built with those that it
// uses; the rules for `require`, in one file; their types; and the runner.

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const ENTRY = at('../src/index.ts')
const DIST = distOf(at('..'))

await rm(DIST, { recursive: true, force: true })
await mkdir(DIST, { recursive: true })
const code = await rollup({ input: ENTRY, plugins: [stripTypes] })
await code.write({
  dir: DIST,
  format: 'es',
  preserveModules: true,
  preserveModulesRoot: at('../..'),
  entryFileNames: ({ name }) => `${name.replace(/^(rules\/)?src\//, '')}.js`,
})
await code.write({ file: join(DIST, 'index.cjs'), format: 'cjs' })
await writeTypes(ENTRY, DIST)
await writeCommand(at('../src/runner.ts'), join(DIST, 'runner.js'), [/^node:/], { [ENTRY]: './index.js' })
await copyLicence(DIST)
