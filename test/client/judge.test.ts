import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playOn } from '../../scripts/demo/play.ts'
import { ROOT } from '../support/artifacts.ts'
import { bundled } from '../support/bundle.ts'
import { endWithUs } from '../support/child.ts'
import { clientOf } from '../support/guest.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ WEB: 'off' })
})
afterAll(() => server?.destroy())

/** What the judge says of a client, and its exit code. */
async function judge(options: string[], command: string[]): Promise<{ said: string; code: number | null }> {
  const program = await bundled('client/judge/main.ts')
  const child = spawn(process.execPath, [program, '--url', server.url, ...options, '--', ...command], { cwd: ROOT })
  endWithUs(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { said: out + err, code }
}

const PATIENTLY = ['--rounds', '1', '--silence', '600']

describe('the judge', () => {
  it('finds nothing wrong with the SDK, which met everything that there is for a socket', async () => {
    const { said, code } = await judge(PATIENTLY, ['node', await bundled('test/client/judged/sdk.ts'), '{url}'])
    expect(said).toContain('The client did nothing wrong.')
    for (const met of ['an answer was lost (1)', 'an update was lost (1)', 'the server was about to stop (1)']) {
      expect(said).toContain(met)
    }
    expect(code).toBe(0)
  })

  it('finds nothing wrong with the example in Python', async () => {
    const curia = await clientOf(server.url, 'Ben')
    const match = await curia.create()
    const bot = ['python3', 'examples/bot.py', '{url}', '--code', match.value.snapshot.code!]
    const [{ said, code }] = await Promise.all([judge(PATIENTLY, bot), playOn(match)])
    curia.close()
    expect(said).toContain('The client did nothing wrong.')
    expect(said).toContain('an answer was lost')
    expect(code).toBe(0)
  })

  it.each([
    ['nothing', 'The client did nothing wrong.'],
    ['another-id', 'with another actionId, although it could not know whether the one before was done'],
    ['has-one-id', 'used one actionId for two different commands'],
    ['is-impatient', 'sent POST /v1/matches/{id}/actions again before the time that retryAfterMs named'],
    ['adds-a-field', 'sent POST /v1/matches/{id}/actions, which was refused as bad-request'],
    ['gives-up', 'ended with the code 3, after an answer was lost'],
    ['reads-message', 'ended with the code 4, after a request was refused as busy'],
    ['falls-silent', 'did not go on, after an answer was lost'],
  ])('sees what is wrong with a client over HTTP that %s', async (mistake, sentence) => {
    const patience = mistake === 'falls-silent' ? ['--rounds', '1', '--silence', '5'] : PATIENTLY
    const client = ['node', await bundled('test/client/judged/over-http.ts'), '{url}', mistake]
    const { said, code } = await judge(patience, client)
    expect(said).toContain(sentence)
    expect(code).toBe(mistake === 'nothing' ? 0 : 1)
  })

  it('sees that a client over a socket looks at no version', async () => {
    const client = ['node', await bundled('test/client/judged/over-socket.ts'), '{url}']
    const { said, code } = await judge(PATIENTLY, client)
    expect(said).toMatch(/acted over a new connection without asking|ended before its match/)
    expect(code).toBe(1)
  })

  it('says how it is used', async () => {
    expect(await judge([], [])).toMatchObject({
      code: 2,
      said: expect.stringContaining('Usage: curia-judge') as string,
    })
  })
})
