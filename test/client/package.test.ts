import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Analysis } from '@arethetypeswrong/core'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtSdk } from '../support/build.ts'
import { endWithUs } from '../support/child.ts'
import { takeNames } from '../support/guest.ts'
import { blocksOf, read } from '../support/markdown.ts'
import { startServer } from '../support/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROTOCOL = join(ROOT, 'client/src/protocol.ts')

let folder: string
/** A project of somebody who has installed the package, and what Node's types need. */
let project: string
let installed: string
/** The package as servers have it. */
let tarball: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curia-client-'))
  project = join(folder, 'project')
  installed = join(project, 'node_modules/@curia/client')
  await mkdir(installed, { recursive: true })
  tarball = join(await builtSdk(), 'curia-client.tgz')
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], project)
  await mkdir(join(project, 'node_modules/@types'))
  for (const name of ['socket.io-client', '@types/node']) {
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name))
  }
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs something to its end in a folder. Returns what it has said. @throws if it fails. */
async function run(command: string, args: string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd })
  endWithUs(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  if ((await ended) !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${out}${err}`)
  return out
}

/** Compiles files of the project as strictly as can be. Returns the messages of the compiler. */
function compile(files: string[], options: ts.CompilerOptions = {}): string[] {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
    typeRoots: [join(project, 'node_modules/@types')],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    skipLibCheck: false,
    ...options,
  })
  const emitted = options.noEmit ? [] : program.emit().diagnostics
  return [...ts.getPreEmitDiagnostics(program), ...emitted].map(({ file, messageText }) => {
    return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}

describe('the package', () => {
  it('contains its modules for import and require, with types and source maps, and depends on two libraries', async () => {
    expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    const files = (await readdir(join(installed, 'dist'))).sort()
    const modules = ['helpers', 'index', 'shared'].flatMap((name) => [`${name}.cjs`, `${name}.js`])
    const types = ['fixtures', 'helpers', 'index'].flatMap((name) => [`${name}.d.cts`, `${name}.d.ts`])
    const others = ['fixtures.cjs', 'fixtures.js', 'fixtures.json', 'judge.js']
    expect(files).toEqual([...modules, ...modules.map((name) => `${name}.map`), ...types, ...others].sort())
    const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
      dependencies: object
    }
    // The judge alone needs the second one, which the first one has anyway.
    expect(Object.keys(dependencies)).toEqual(['socket.io-client', 'ws'])
    for (const name of modules) {
      const code = await readFile(join(installed, 'dist', name), 'utf8')
      const imported = [...code.matchAll(/(?: from |\brequire\()'(?!\.\/shared\.)(.*?)'/g)].map(([, other]) => other)
      expect(imported, name).toEqual(name.startsWith('index.') ? ['socket.io-client'] : [])
      expect(code).not.toMatch(/\bzod\b|\bprocess\.|\bBuffer\b/)
      const map = JSON.parse(await readFile(join(installed, 'dist', `${name}.map`), 'utf8')) as {
        sources: string[]
        sourcesContent: (string | null)[]
      }
      expect(
        map.sourcesContent.filter((source) => source?.includes('import type') || source?.includes('export')),
      ).toHaveLength(map.sources.length)
    }
    for (const name of types) {
      const declared = await readFile(join(installed, 'dist', name), 'utf8')
      expect(declared).not.toMatch(/\bimport\b.* from '(?!\.\/index\.)|\bimport\(|\bzod\b/)
    }
  })

  it('is faultless to publint, and its types are found in every way to import it', async () => {
    const packed = new Uint8Array(await readFile(tarball))
    expect((await publint({ pack: { tarball: packed.buffer }, strict: true })).messages).toEqual([])
    const { types, problems } = (await checkPackage(createPackageFromTarballData(packed))) as Analysis
    expect({ types: types.kind, problems }).toEqual({ types: 'included', problems: [] })
  })

  it('has helpers and fixtures that need no Socket.IO, for import and for require', async () => {
    const alone = join(folder, 'alone')
    await cp(installed, join(alone, 'node_modules/@curia/client'), { recursive: true })
    const evaluate = (code: string): Promise<string> =>
      run(process.execPath, ['--input-type=module', '-e', code], alone)
    const use = "console.log(expandOffers([{ type: 'discard-card', slot: [3, 7] }]).length, textFault('chat', ' '))"
    const ways = [
      "import { expandOffers, textFault } from '@curia/client/helpers'",
      "import module from 'node:module'\n" +
        "const { expandOffers, textFault } = module.createRequire(process.cwd() + '/')('@curia/client/helpers')",
    ]
    for (const way of ways) expect(await evaluate(`${way}\n${use}`)).toBe('2 too-short\n')
    const fixtures = ['views', 'events', 'errors'].map((part) => `Object.keys(fixtures.${part}).length`).join()
    for (const way of [
      "import * as fixtures from '@curia/client/fixtures'",
      "import fixtures from '@curia/client/fixtures.json' with { type: 'json' }",
      "import module from 'node:module'\n" +
        "const fixtures = module.createRequire(process.cwd() + '/')('@curia/client/fixtures')",
    ]) {
      expect(await evaluate(`${way}\nconsole.log(Math.min(${fixtures}) > 30)`)).toBe('true\n')
    }
    await expect(evaluate("import '@curia/client'")).rejects.toThrow('socket.io-client')
  })

  it('has types that are those of the server, and none is any', async () => {
    const program = ts.createProgram([PROTOCOL], { ...strictOptions(), noEmit: true })
    const checker = program.getTypeChecker()
    const names = checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(PROTOCOL)!)!)
      .map(({ name }) => name)
    expect(names.length).toBeGreaterThan(50)
    const file = join(project, 'same.ts')
    const lines = [
      `import type * as source from '${PROTOCOL}'`,
      `import type * as packed from '${join(installed, 'dist/index.d.ts')}'`,
      'type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false',
      'type Known<A> = 0 extends 1 & A ? false : true',
      ...names.map(
        (name) => `export const ${name}: [Both<packed.${name}, source.${name}>, Known<packed.${name}>] = [true, true]`,
      ),
    ]
    await writeFile(file, lines.join('\n'))
    expect(compile([file], { ...strictOptions(), noEmit: true })).toEqual([])
  })

  it('needs nothing of Node where it runs: its sources compile with the types of a browser', () => {
    const options = { ...strictOptions(), lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], types: [] }
    expect(compile([join(ROOT, 'client/src/index.ts')], { ...options, noEmit: true })).toEqual([])
  })
})

/** How the sources of this project are compiled. */
const strictOptions = (): ts.CompilerOptions => ({
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: false,
  typeRoots: [join(ROOT, 'node_modules/@types')],
})

describe('the client of the README in TypeScript', () => {
  it('compiles where the package is installed, and plays a whole game when it is run twice', async () => {
    const source = blocksOf(read('README.md')).find(({ info }) => info === 'ts client')!.content
    const file = join(project, 'client.ts')
    await writeFile(file, source)
    expect(compile([file])).toEqual([])

    const server = await startServer()
    try {
      await takeNames(server.url, 'Ada')
      const start = (...args: string[]): ChildProcessWithoutNullStreams => {
        const child = spawn(process.execPath, [join(project, 'client.js'), server.url, ...args])
        endWithUs(child)
        return child
      }
      const host = start()
      const hostSaid = text(host.stdout)
      const code = await new Promise<string>((resolve, reject) => {
        host.stdout.on('data', (chunk: Buffer) => {
          const invitation = /Invite with (\w+)/.exec(chunk.toString())?.[1]
          if (invitation !== undefined) resolve(invitation)
        })
        host.once('exit', () => reject(new Error('it ended without an invitation')))
      })
      const guest = start(code)
      const [guestSaid, ...errors] = await Promise.all([text(guest.stdout), text(guest.stderr), text(host.stderr)])
      expect(errors).toEqual(['', ''])
      expect(guestSaid).toContain('total:')
      expect(await hostSaid).toContain(guestSaid)
    } finally {
      await server.destroy()
    }
  })
})
