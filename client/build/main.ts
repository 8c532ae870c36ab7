import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rollup'
import { rollup } from 'rollup'
import ts from 'typescript'
import {
  compilerOptions,
  copyLicence,
  distOf,
  stripTypes,
  TYPE_ENDS,
  writeCommand,
  writeTypes,
} from '../../scripts/packages/build.ts'
import { plainTypes } from './plain-types.ts'

// Makes dist/: the modules of the package, for `import` and for `require`, and their types. None of them needs the
// server's sources or their libraries.

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const ENTRY = at('../src/index.ts')
const HELPERS = at('../src/helpers.ts')
const PROTOCOL = at('../src/protocol.ts')
const DIST = distOf(at('..'))

/** Writes the samples of the server as JSON, and as modules. */
async function writeFixtures(): Promise<void> {
  const samples = await readFile(at('../../assets/samples.json'), 'utf8')
  const parts = Object.entries(JSON.parse(samples) as Record<string, unknown>)
  const module = parts.map(([part, values]) => `export const ${part} = ${JSON.stringify(values)}\n`).join('')
  await writeFile(join(DIST, 'fixtures.json'), samples)
  await writeFile(join(DIST, 'fixtures.js'), module)
  await writeFile(join(DIST, 'fixtures.cjs'), "module.exports = require('./fixtures.json')\n")
}

/** Imports of one file lead to another. */
const instead = (file: string, other: string): Plugin => ({
  name: 'instead',
  async resolveId(source, importer, options) {
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    return resolved?.id === file ? other : resolved
  },
})

const scratch = await mkdtemp(join(tmpdir(), 'curia-client-'))
try {
  const types = join(scratch, 'protocol.d.ts')
  await writeFile(types, plainTypes(ts.createProgram([PROTOCOL], compilerOptions), PROTOCOL))
  await rm(DIST, { recursive: true, force: true })
  await mkdir(DIST, { recursive: true })
  const external = ['socket.io-client']
  const code = await rollup({ input: [ENTRY, HELPERS], external, plugins: [stripTypes] })
  for (const [format, end] of [
    ['es', 'js'],
    ['cjs', 'cjs'],
  ] as const) {
    const names = { entryFileNames: `[name].${end}`, chunkFileNames: `shared.${end}` }
    await code.write({ dir: DIST, format, ...names, sourcemap: true })
  }
  await writeTypes(ENTRY, DIST, external, [instead(PROTOCOL, types)])
  for (const end of TYPE_ENDS) {
    // The main module exports everything that these import.
    const main = `'./index.${end.replace('ts', 'js')}'`
    for (const [name, source] of [
      ['helpers', HELPERS],
      ['fixtures', at('../src/fixtures.d.ts')],
    ] as const) {
      const written = (await readFile(source, 'utf8')).replace(/'\.\/[\w-]+\.ts'/g, main)
      await writeFile(join(DIST, `${name}.d.${end}`), written)
    }
  }
  await writeFixtures()
  await writeCommand(at('../judge/main.ts'), join(DIST, 'judge.js'), [/^node:/, 'ws'])
  await copyLicence(DIST)
} finally {
  await rm(scratch, { recursive: true, force: true })
}
