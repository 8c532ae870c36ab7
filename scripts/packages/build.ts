import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rollup'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import ts from 'typescript'

// What the builds of all packages for npm have in common.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Where the build of a package writes: the folder that is named on the command line, or dist/ in the package. */
export const distOf = (folder: string): string => resolve(process.argv[2] ?? join(folder, 'dist'))

const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: object }
export const compilerOptions: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options,
  // What the browsers of the last years understand.
  target: ts.ScriptTarget.ES2022,
  stripInternal: true,
}

/** TypeScript without its types. */
export const stripTypes: Plugin = {
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

/** How the types of a package end: for `import`, and for `require`. */
export const TYPE_ENDS = ['ts', 'cts'] as const

/** Writes all types that a module exports, in one file for each way to load it. */
export async function writeTypes(
  input: string,
  dist: string,
  external: string[] = [],
  plugins: Plugin[] = [],
): Promise<void> {
  const declarations = await rollup({ input, external, plugins: [...plugins, dts({ compilerOptions })] })
  for (const end of TYPE_ENDS) await declarations.write({ file: join(dist, `index.d.${end}`), format: 'es' })
}

/**
 * Writes a program that Node runs as a command.
 * @param paths modules that are not put into it, by the path from which it imports each.
 */
export async function writeCommand(
  input: string,
  file: string,
  external: (string | RegExp)[],
  paths: Record<string, string> = {},
): Promise<void> {
  const command = await rollup({ input, external: [...external, ...Object.keys(paths)], plugins: [stripTypes] })
  await command.write({ file, format: 'es', paths, banner: '#!/usr/bin/env node' })
}

/** Puts the licence next to the manifest of a package: there npm packs it. */
export const copyLicence = (dist: string): Promise<void> => copyFile(join(ROOT, 'LICENSE'), join(dist, '../LICENSE'))
