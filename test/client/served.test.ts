import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtSdk } from '../support/build.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ WEB: 'off' })
})
afterAll(() => server?.destroy())

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(new URL(path, server.url), { headers })

describe('the SDK of a server, which has no page,', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curia-installed-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is installed by npm, and plays', async () => {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    const install = ['install', `${server.url}/sdk/curia-client.tgz`, '--prefer-offline', '--no-audit', '--no-fund']
    await promisify(execFile)('npm', install, { cwd: folder })
    const program = `
      import { Curia, expandOffers } from '@curia/client'
      const curia = new Curia({ url: process.argv[2] })
      await curia.guest({ name: 'Ada' })
      const match = await curia.create({ opponent: { bot: 'novice' }, seat: 0 })
      const { version, snapshot } = await match.until(({ snapshot }) => snapshot.board?.legal)
      const answer = await match.act(expandOffers(snapshot.board.legal)[0])
      console.log(answer.version - version)
      curia.close()`
    await writeFile(join(folder, 'play.js'), program)
    const { stdout } = await promisify(execFile)(process.execPath, ['play.js', server.url], { cwd: folder })
    expect(stdout).toBe('1\n')
  })

  it('has the package of the rules next to it, whose command npm installs', async () => {
    const install = ['install', `${server.url}/sdk/curia-rules.tgz`, '--prefer-offline', '--no-audit', '--no-fund']
    await promisify(execFile)('npm', install, { cwd: folder })
    const running = promisify(execFile)('npx', ['--no-install', 'curia-rules'], { cwd: folder })
    running.child.stdin!.end('{"id":1,"command":"new","kind":"base","seed":"served"}\n')
    expect(JSON.parse((await running).stdout)).toMatchObject({ id: 1, ok: true, toAct: 0, decision: 'draft' })
  })

  it.each([
    ['curia.js', /^application\/javascript/],
    ['curia.d.ts', /^text\/plain/],
    ['curia-client.tgz', /^application\/octet-stream/],
    ['curia-rules.tgz', /^application\/octet-stream/],
  ])('has %s for every origin, and again only when it has changed', async (file, type) => {
    const answer = await get(`/sdk/${file}`, { origin: 'http://elsewhere.example' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(type)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('cache-control')).toBe('public, no-cache')
    const content = Buffer.from(await answer.arrayBuffer())
    expect(content.equals(await readFile(join(await builtSdk(), file)))).toBe(true)
    // By itself, fetch would ask for the whole content here.
    const known = { 'if-none-match': answer.headers.get('etag')!, 'cache-control': 'max-age=0' }
    const again = await get(`/sdk/${file}`, known)
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*'])
  })
})

it('every link and picture of the documents of a server leads somewhere on it', async () => {
  const pages = new Map<string, string>()
  const ids = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
  const broken: string[] = []
  const visit = async (address: string): Promise<string> => {
    const known = pages.get(address)
    if (known !== undefined) return known
    const answer = await get(address)
    const isPage = answer.headers.get('content-type') === 'text/html; charset=utf-8'
    const html = isPage ? await answer.text() : ''
    pages.set(address, html)
    if (!answer.ok) broken.push(`${address} is answered ${answer.status}`)
    // The page of the events is tested where it is made.
    if (!isPage || address === '/docs/events') return html
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const [, link] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const { origin, pathname, hash } = new URL(link!.replaceAll('&amp;', '&'), new URL(address, server.url))
      if (origin !== new URL(server.url).origin) continue
      const there = await visit(pathname)
      if (hash !== '' && !ids(there).includes(decodeURIComponent(hash.slice(1)))) broken.push(`${address}: ${link}`)
    }
    return html
  }
  for (const start of ['/docs/client', '/docs/protocol']) await visit(start)
  expect(broken).toEqual([])
  for (const page of ['/docs/operations', '/docs/rules/agora', '/docs/rules/readme', '/docs/readme'])
    expect([...pages.keys()]).toContain(page)
  expect(pages.get('/docs/protocol')).toContain('<h1 id="the-protocol">The protocol</h1>')
})
