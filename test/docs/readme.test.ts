import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VARIABLES } from '../../src/config.ts'
import { blocksOf, codeIn, read, rowsOf, sectionOf } from '../support/markdown.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const page = read('README.md')

describe('the client of the README', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server?.destroy())

  const source = blocksOf(page).find(({ info }) => info === 'js client')!.content

  /** Runs it as a reader would who saved it to a file. */
  function run(...args: string[]): ChildProcessWithoutNullStreams {
    const child = spawn(process.execPath, ['--input-type=module', '-', ...args], { cwd: ROOT })
    child.stdin.end(source)
    return child
  }

  it('plays a whole game when it is run twice', async () => {
    const host = run(server.url)
    const code = await new Promise<string>((resolve, reject) => {
      let said = ''
      host.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const invitation = /Invite with (\w+)/.exec(said)?.[1]
        if (invitation !== undefined) resolve(invitation)
      })
      host.once('exit', () => reject(new Error(`it ended, having said: ${said}`)))
    })
    const guest = run(server.url, code)
    const [hostSaid, guestSaid, errors] = await Promise.all([text(host.stdout), text(guest.stdout), text(guest.stderr)])
    expect(errors).toBe('')
    expect(hostSaid).toContain('total:')
    expect(hostSaid).toContain(guestSaid)
  })
})

describe('the table of the configuration', () => {
  const rows = rowsOf(sectionOf(page, '## Configuration')).map(([name, value]) => [codeIn(name!)[0]!, codeIn(value!)[0] ?? ''])

  it('has every variable', () => {
    expect(rows.map(([name]) => name)).toEqual(VARIABLES)
  })

  it('has the values that .env.example has', () => {
    const example = [...read('.env.example').matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
    expect(rows).toEqual(example)
  })
})

describe('the pages', () => {
  it.each(['README.md', 'docs/protocol.md', 'docs/fairness.md', 'docs/operations.md', 'docs/adding-a-card.md'])(
    'of %s lead to files and headings that are there',
    (path) => {
      const anchors = (markdown: string): string[] =>
        [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!.toLowerCase().replace(/[^a-z0-9 -]/g, '').replaceAll(' ', '-'))
      const links = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!).filter((target) => !/^https?:/.test(target))
      const broken = links.filter((link) => {
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? path : join(dirname(path), file)
        return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchors(read(target)).includes(anchor))
      })
      expect(broken).toEqual([])
    },
  )

  it('name only npm scripts that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const all = ['README.md', 'docs/protocol.md', 'docs/fairness.md', 'docs/operations.md'].map(read).join('\n')
    const named = [...all.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name]) => name!)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    expect(named.length).toBeGreaterThan(3)
  })
})
