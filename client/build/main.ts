import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rollup'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import ts from 'typescript'
import { plainTypes } from './plain-types.ts'

// Makes dist/: the modules of the package, for `import` and for `require`, and their types. None of them needs the
// server's sources or their libraries.

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const ENTRY = at('../src/index.ts')
const HELPERS = at('../src/helpers.ts')
const PROTOCOL = at('../src/protocol.ts')
/** The folder that is named, or dist/. */
const DIST = resolve(process.argv[2] ?? at('../dist'))

const { config } = ts.readConfigFile(at('../../tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: object }
const compilerOptions: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent(config, ts.sys, at('../..')).options,
  // What the browsers of the last years understand.
  target: ts.ScriptTarget.ES2022,
  stripInternal: true,
}

/** TypeScript without its types. */
const stripTypes: Plugin = {
  name: 'strip-types',
  transform(code, fileName) {
    const options = {
      ...compilerOptions,
      module: ts.ModuleKind.ESNext,
      rewriteRelativeImportExtensions: false,
      sourceMap: true,
    }
    const { outputText, sourceMapText } = ts.transpileModule(code, { compilerOptions: options, fileName })
    return { code: outputText, map: sourceMapText! }
  },
}

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
  const declarations = await rollup({
    input: ENTRY,
    external,
    plugins: [instead(PROTOCOL, types), dts({ compilerOptions })],
  })
  for (const end of ['ts', 'cts']) {
    await declarations.write({ file: join(DIST, `index.d.${end}`), format: 'es' })
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
  const judge = await rollup({ input: at('../judge/main.ts'), external: [/^node:/, 'ws'], plugins: [stripTypes] })
  await judge.write({ file: join(DIST, 'judge.js'), format: 'es', banner: '#!/usr/bin/env node' })
  // npm packs it with the package if it is next to the manifest.
  await copyFile(at('../../LICENSE'), join(DIST, '../LICENSE'))
} finally {
  await rm(scratch, { recursive: true, force: true })
}
