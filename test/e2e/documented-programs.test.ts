import type { ChildProcess } from 'node:child_process'
import { execFile, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { io } from 'socket.io-client'
import ts from 'typescript'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expandOffers } from '../../client/src/index.ts'
import type { ViewAnswer } from '../../src/protocol/index.ts'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { refused, ScriptedServer, viewAt } from '../client/scripted-server.ts'
import { endWithUs } from '../support/child.ts'
import { drawn } from '../support/drawn.ts'
import { becomeGuest, takeNames } from '../support/guest.ts'
import { HttpProxy } from '../support/http-proxy.ts'
import { blocksOf, read } from '../support/markdown.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const programOf = (page: string, info: string): string =>
  blocksOf(read(page)).find((block) => block.info === info)!.content
const compiled = (source: string): string =>
  ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022 } }).outputText

/** The programs of the documents: how each is started, with its source on the standard input. */
const PYTHON = { command: ['python3', '-'], source: programOf('docs/protocol.md', 'python client') }
const NODE = [process.execPath, '--input-type=module']
const JAVASCRIPT = { command: [...NODE, '-'], source: programOf('README.md', 'js client') }
/** With the SDK from its sources. */
const TYPESCRIPT = {
  command: [...NODE, '--import=tsx', '--conditions=curia-source', '-'],
  source: compiled(programOf('README.md', 'ts client')),
}
type Program = typeof PYTHON

const children = new Set<ChildProcess>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})

interface Run {
  /** What the program has said at its end, and its errors. */
  ended: Promise<[said: string, errors: string]>
  /** The code of the invitation, once the program prints it. */
  invitation: Promise<string>
}

function run({ command: [file, ...before], source }: Program, ...args: string[]): Run {
  const child = spawn(file!, [...before, ...args], { cwd: ROOT })
  endWithUs(child)
  children.add(child)
  child.stdin.end(source)
  const invitation = new Promise<string>((resolve) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      const code = /Invite with (\w+)\n/.exec((said += chunk.toString()))?.[1]
      if (code !== undefined) resolve(code)
    })
  })
  return { ended: Promise.all([text(child.stdout), text(child.stderr)]), invitation }
}

describe('a program', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer({ BOT_PACE_MS: '0' })
    await takeNames(server.url, 'Ada')
  })
  afterAll(() => server?.destroy())

  it('of the protocol page plays a whole game', async () => {
    const [said, errors] = await run(PYTHON, server.url).ended
    expect(errors).toBe('')
    expect(said).toContain("'total':")
  })

  it('for curl makes a guest, a match and an action, line by line', async () => {
    const lines = programOf('docs/protocol.md', 'sh curl').trim().split('\n')
    const variables: Record<string, string> = { URL: server.url }
    const ask = async (line: string): Promise<Record<string, unknown>> => {
      const { stdout } = await promisify(execFile)('bash', ['-c', line], { env: { ...process.env, ...variables } })
      return JSON.parse(stdout) as Record<string, unknown>
    }
    const [guest, create, wait, act] = lines as [string, string, string, string]
    variables.TOKEN = String((await ask(guest.replace('Ada', 'Ada with curl'))).token)
    variables.MATCH = ((await ask(create)) as unknown as ViewAnswer).snapshot.match
    const { version, snapshot } = (await ask(wait)) as unknown as ViewAnswer
    const [action] = expandOffers(snapshot.board!.legal)
    Object.assign(variables, { VERSION: String(version), ACTION: JSON.stringify(action) })
    expect(await ask(act)).toMatchObject({ match: variables.MATCH, version: version + 1 })
    expect(lines).toHaveLength(4)
  })

  it.each(drawn(GAME_KIND_IDS))('of the README plays a whole game of %s when it is run twice', async (kind) => {
    const create = "ask('match:create', { actionId: creation }, show)"
    expect(JAVASCRIPT.source).toContain(create)
    const ofKind = create.replace('{ ', `{ kind: '${kind}', `)
    const program = { ...JAVASCRIPT, source: JAVASCRIPT.source.replace(create, ofKind) }
    const host = run(program, server.url)
    const guest = run(program, server.url, await Promise.race([host.invitation, host.ended.then(String)]))
    const [[hostSaid, ...errors], [guestSaid, ...others]] = await Promise.all([host.ended, guest.ended])
    expect([...errors, ...others]).toEqual(['', ''])
    expect(guestSaid).toContain('total:')
    expect(hostSaid).toContain(guestSaid)
  })
})

describe('copies of the programs', () => {
  it('wait for what one address may not do yet, and play to the end', async () => {
    const server = await startServer({ BOT_PACE_MS: '0', RATE_LIMIT_GUESTS: '8', RATE_LIMIT_HTTP: '600' })
    try {
      await takeNames(server.url, 'Ada')
      // Until the minute is over, nobody else is let in.
      for (let others = 1; others < 8; others += 1) await becomeGuest(server.url, 'Passer-by')
      const playPair = async (program: Program): Promise<string[][]> => {
        const host = run(program, server.url)
        const guest = run(program, server.url, await Promise.race([host.invitation, host.ended.then(String)]))
        return Promise.all([host.ended, guest.ended])
      }
      const bots = Promise.all(Array.from({ length: 4 }, () => run(PYTHON, server.url).ended))
      const all = await Promise.all([bots, playPair(JAVASCRIPT), playPair(TYPESCRIPT)])
      const outputs = all.flat()
      expect(outputs).toHaveLength(8)
      for (const [said, errors] of outputs) {
        expect(errors).toBe('')
        expect(said).toMatch(/'?total'?:/)
      }
      const metrics = await fetch(`${server.url}/metrics`)
      expect(await metrics.text()).toMatch(/curia_errors_total\{transport="http",code="rate-limited"\} [1-9]/)
    } finally {
      await server.destroy()
    }
  })

  it('of the protocol page are eight on one address, and play to the end under the limits that a server has by itself', async () => {
    const server = await startServer({
      RATE_LIMIT_HTTP: '',
      RATE_LIMIT_GUESTS: '',
      RATE_LIMIT_SOCKET: '',
      BOT_PACE_MS: '0',
    })
    try {
      for (const [said, errors] of await Promise.all(Array.from({ length: 8 }, () => run(PYTHON, server.url).ended))) {
        expect(errors).toBe('')
        expect(said).toContain("'total':")
      }
    } finally {
      await server.destroy()
    }
  })

  it.each([
    ['JavaScript', JAVASCRIPT],
    ['TypeScript', TYPESCRIPT],
  ] as const)('in %s wait until one address may have another connection', async (_language, program) => {
    const limit = 5
    const server = await startServer({ CONNECTIONS_PER_ADDRESS: String(limit) })
    let asked = 0
    let seesRefusals: () => void = () => undefined
    const refusals = new Promise<void>((resolve) => (seesRefusals = resolve))
    const proxy = await HttpProxy.open((_request, path) => {
      if (path.startsWith('/socket.io/')) asked += 1
      // The attempts before were refused.
      if (asked === 3) seesRefusals()
      return server.url
    }, 'pass')
    const others = []
    try {
      const { token } = await becomeGuest(server.url, 'Ben')
      for (let count = 0; count < limit; count += 1) {
        const socket = io(server.url, { auth: { token }, transports: ['websocket'], forceNew: true })
        others.push(socket)
        await new Promise<void>((resolve) => socket.once('connect', resolve))
      }
      const { invitation, ended } = run(program, proxy.url)
      await Promise.race([refusals, ended.then((output) => expect.fail(`it has ended: ${output.join('')}`))])
      for (const socket of others) socket.disconnect()
      expect(await Promise.race([invitation, ended.then(String)])).toMatch(/^[A-Z0-9]{8}$/)
    } finally {
      for (const socket of others) socket.disconnect()
      await proxy.close()
      await server.destroy()
    }
  })
})

it('the program of the protocol page waits after every refusal, and repeats what was refused', async () => {
  const answers: Record<string, object> = {
    'POST /v1/players': { token: 'a token' },
    'POST /v1/matches': {
      version: 1,
      snapshot: { match: 'a', status: 'playing', board: { legal: [{ type: 'conspire' }] } },
    },
    'POST /v1/matches/a/actions': {},
    'GET /v1/matches/a?after=1&wait=25&turn=true': {
      version: 2,
      snapshot: { status: 'ended', outcome: 'the end', scores: {} },
    },
  }
  const server = await ScriptedServer.open()
  try {
    const asked: string[] = []
    server.answerHttp(({ method, url }, response) => {
      const request = `${method} ${url}`
      const isFirst = !asked.includes(request)
      asked.push(request)
      response
        .writeHead(isFirst ? 429 : 200, isFirst ? { 'retry-after': '1' } : {})
        .end(JSON.stringify(answers[request]))
    })
    expect(await run(PYTHON, server.url).ended).toEqual(['the end {}\n', ''])
    expect(asked).toEqual(Object.keys(answers).flatMap((request) => [request, request]))
  } finally {
    await server.close()
  }
})

it('the program of the README waits after every refusal, and repeats what was refused', async () => {
  const server = await ScriptedServer.open()
  try {
    let guests = 0
    server.answerHttp((_request, response) => {
      guests += 1
      if (guests === 1) response.writeHead(429, { 'retry-after': '1' }).end('{}')
      else response.writeHead(201).end('{ "token": "a token" }')
    })
    server.refusals.push('draining')
    const view = viewAt(1)
    Object.assign(view.snapshot, { code: 'ABCDEFGH', board: { legal: [{ type: 'conspire' }] } })
    const isFirst = (event: string): boolean => server.of(event).length === 1
    server.answer('match:create', () => (isFirst('match:create') ? refused('busy', { retryAfterMs: 20 }) : view))
    server.answer('match:act', (_action, socket) => {
      if (isFirst('match:act')) return refused('rate-limited', { retryAfterMs: 20 })
      socket.emit('match:ended', { outcome: { by: 'civilian' }, scores: {} })
      return { ok: true }
    })
    const [said, errors] = await run(JAVASCRIPT, server.url).ended
    expect(errors).toBe('')
    expect(said).toBe("Invite with ABCDEFGH\n{ by: 'civilian' } {}\n")
    expect([guests, server.tokens]).toEqual([2, ['a token', 'a token']])
    for (const event of ['match:create', 'match:act']) {
      const [first, ...others] = server.of(event)
      expect(others).toEqual([first])
    }
  } finally {
    await server.close()
  }
})
