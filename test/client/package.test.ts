import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../support/artifacts.ts'
import { builtSdk } from '../support/build.ts'
import { endWithUs } from '../support/child.ts'
import { takeNames } from '../support/guest.ts'
import { faultsOf, Project, SOURCE_OPTIONS } from '../support/installed.ts'
import { blocksOf, read } from '../support/markdown.ts'
import { startServer } from '../support/server.ts'

/** A project of someone who has installed the package, and what Node's types need. */
let project: Project
let installed: string
/** The package as servers have it. */
let tarball: string
beforeAll(async () => {
  project = await Project.open()
  tarball = join(await builtSdk(), 'curia-client.tgz')
  installed = await project.install('@curia/client', tarball)
  for (const name of ['socket.io-client', '@types/node']) await project.link(name)
})
afterAll(() => project.remove())

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
    expect(await faultsOf(tarball)).toEqual([])
  })

  it('has helpers and fixtures that need no Socket.IO, for import and for require', async () => {
    const alone = await Project.open()
    onTestFinished(() => alone.remove())
    await alone.install('@curia/client', tarball)
    const use = "console.log(expandOffers([{ type: 'discard-card', slot: [3, 7] }]).length, textFault('chat', ' '))"
    const ways = [
      "import { expandOffers, textFault } from '@curia/client/helpers'",
      "import module from 'node:module'\n" +
        "const { expandOffers, textFault } = module.createRequire(process.cwd() + '/')('@curia/client/helpers')",
    ]
    for (const way of ways) expect(await alone.evaluate(`${way}\n${use}`)).toBe('2 too-short\n')
    const fixtures = ['views', 'events', 'errors'].map((part) => `Object.keys(fixtures.${part}).length`).join()
    for (const way of [
      "import * as fixtures from '@curia/client/fixtures'",
      "import fixtures from '@curia/client/fixtures.json' with { type: 'json' }",
      "import module from 'node:module'\n" +
        "const fixtures = module.createRequire(process.cwd() + '/')('@curia/client/fixtures')",
    ]) {
      expect(await alone.evaluate(`${way}\nconsole.log(Math.min(${fixtures}) > 30)`)).toBe('true\n')
    }
    await expect(alone.evaluate("import '@curia/client'")).rejects.toThrow('socket.io-client')
  })

  it('has types that are those of the server, and none is any', async () => {
    const protocol = join(ROOT, 'client/src/protocol.ts')
    const { names, faults } = await project.compareTypes(protocol, join(installed, 'dist/index.d.ts'))
    expect(faults).toEqual([])
    expect(names.length).toBeGreaterThan(50)
  })

  it('needs nothing of Node where it runs: its sources compile with the types of a browser', () => {
    const options = { ...SOURCE_OPTIONS, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], types: [] }
    expect(project.compile([join(ROOT, 'client/src/index.ts')], { ...options, noEmit: true })).toEqual([])
  })
})

describe('the client of the README in TypeScript', () => {
  it('compiles where the package is installed, and plays a whole game when it is run twice', async () => {
    const source = blocksOf(read('README.md')).find(({ info }) => info === 'ts client')!.content
    const file = await project.write('client.ts', source)
    expect(project.compile([file])).toEqual([])

    const server = await startServer()
    try {
      await takeNames(server.url, 'Ada')
      const start = (...args: string[]): ChildProcessWithoutNullStreams => {
        const child = spawn(process.execPath, [join(project.folder, 'client.js'), server.url, ...args])
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
