import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VARIABLES } from '../../src/config.ts'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import type { GameKind } from '../../src/protocol/index.ts'
import { endWithUs } from '../support/child.ts'
import { takeNames } from '../support/guest.ts'
import { blocksOf, codeIn, read, rowsOf, sectionOf, withoutBlocks } from '../support/markdown.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const page = read('README.md')

let server: Server
beforeAll(async () => {
  server = await startServer({ BOT_PACE_MS: '0' })
  await takeNames(server.url, 'Ada')
})
afterAll(() => server?.destroy())

it('the program of the protocol page plays a whole game', async () => {
  const { content } = blocksOf(read('docs/protocol.md')).find(({ info }) => info === 'python client')!
  const child = spawn('python3', ['-', server.url])
  endWithUs(child)
  child.stdin.end(content)
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(errors).toBe('')
  expect(said).toContain("'total':")
})

describe('the client of the README', () => {

  const source = blocksOf(page).find(({ info }) => info === 'js client')!.content

  /** Runs the client as a reader would do from a file, for a kind of game. */
  function run(kind: GameKind, ...args: string[]): ChildProcessWithoutNullStreams {
    const child = spawn(process.execPath, ['--input-type=module', '-', ...args], { cwd: ROOT })
    endWithUs(child)
    const create = "ask('match:create', { actionId: creation }, show)"
    expect(source).toContain(create)
    child.stdin.end(source.replace(create, create.replace('{ ', `{ kind: '${kind}', `)))
    return child
  }

  it.each(GAME_KIND_IDS)('plays a whole game of %s when it is run twice', async (kind) => {
    const host = run(kind, server.url)
    const code = await new Promise<string>((resolve, reject) => {
      let said = ''
      host.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const invitation = /Invite with (\w+)/.exec(said)?.[1]
        if (invitation !== undefined) resolve(invitation)
      })
      host.once('exit', () => reject(new Error(`it ended, having said: ${said}`)))
    })
    const guest = run(kind, server.url, code)
    const [hostSaid, guestSaid, errors] = await Promise.all([text(host.stdout), text(guest.stdout), text(guest.stderr)])
    expect(errors).toBe('')
    expect(hostSaid).toContain('total:')
    expect(hostSaid).toContain(guestSaid)
  })
})

describe('the table of the configuration', () => {
  const rows = rowsOf(sectionOf(page, '## Configuration')).map(
    ([name, value]) => [codeIn(name!)[0]!, codeIn(value!)[0] ?? ''],
  )

  it('has every variable', () => {
    expect(rows.map(([name]) => name)).toEqual(VARIABLES)
  })

  it('has the values that .env.example has', () => {
    const example = [...read('.env.example').matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
    expect(rows).toEqual(example)
  })
})

it('the tree of the sources has every folder', () => {
  const [tree] = sectionOf(page, '## How it is built').split('```').slice(1)
  const named = [...tree!.matchAll(/([a-z]+)\/(?= )/g)].map(([, folder]) => folder)
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([])
})

/** Every page of the project. */
const PAGES = ['README.md', 'CONTRIBUTING.md', 'bench/LOG.md', 'scripts/bots/LOG.md', ...pagesIn('docs')]

function pagesIn(folder: string): string[] {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  return paths.filter((path) => path.endsWith('.md')).map((path) => join(folder, path)).sort()
}

/** The anchor that a heading has. */
const anchorOf = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9 -]/g, '').replaceAll(' ', '-')

const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))

describe('the pages', () => {
  it.each(PAGES)('%s has only links that lead to files and headings', (path) => {
    const links = [...withoutBlocks(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(read(target)).includes(anchor))
    })
    expect(broken).toEqual([])
  })

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const all = PAGES.map(read).join('\n')
    const named = [...all.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name]) => name!)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    expect(named.length).toBeGreaterThan(3)
  })
})
