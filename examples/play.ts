/**
 * Plays a whole game of 7 Wonders Duel against a bot of a Curia server, with `fetch` alone: what happens comes as a stream.
 * Node 22.18 or later runs it as it is:
 *
 *     node examples/play.ts http://localhost:3000 pantheon
 *
 * It knows no rules: every view of the server lists the legal actions, and it picks one of them.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** What it needs to know of a view; all else is passed over. */
interface View {
  version: number
  snapshot: {
    match: string
    status: string
    board?: { legal?: Record<string, unknown[]>[] }
    outcome?: object
    scores?: object
  }
}
type Update = { version: number; patch: object }

const [, , url, kind = 'base'] = process.argv
let token = ''

/** Sends a request until it is answered: every command has an id, so that a repetition does nothing. */
async function send(method: string, path: string, body?: object): Promise<Response> {
  for (;;) {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' }
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(url + path, request).catch(() => null)
    if (response?.ok) return response
    if (response && response.status !== 429 && response.status !== 503) throw new Error(await response.text())
    // The same request may succeed later; a server that cannot be reached may be restarted.
    await delay(1000 * Number(response?.headers.get('retry-after') ?? 2))
  }
}

/** The events of a match, from a version on, until the stream ends. */
async function* eventsOf(match: string, after: number): AsyncGenerator<[name: string, payload: unknown]> {
  const { body } = await send('GET', `/v1/matches/${match}/events?after=${after}`)
  let rest = ''
  for await (const text of body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1]
      // A comment has no name.
      if (name) yield [name, JSON.parse(/^data: (.*)$/m.exec(block)![1]!)]
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON Merge Patch: RFC 7396. */
function patched(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete result[field]
    else result[field] = patched(result[field], value)
  }
  return result
}

const any = <T>(list: T[]): T => list[randomInt(list.length)]!

/** If the player decides: picks an offer, and a value for each of its fields. */
async function decide({ version, snapshot: { match, board } }: View): Promise<void> {
  if (!board?.legal) return
  const picks = Object.entries(any(board.legal)).map(([field, values]) => [
    field,
    field === 'type' ? values : any(values),
  ])
  const action: unknown = Object.fromEntries(picks)
  await send('POST', `/v1/matches/${match}/actions`, { actionId: randomUUID(), version, action })
}

const guest = await send('POST', '/v1/players', { name: `TypeScript ${randomInt(10_000)}` })
token = ((await guest.json()) as { token: string }).token
const game = { kind, opponent: { bot: 'novice' }, actionId: randomUUID() }
let view = (await (await send('POST', '/v1/matches', game)).json()) as View
while (view.snapshot.status !== 'ended') {
  try {
    for await (const [name, payload] of eventsOf(view.snapshot.match, view.version)) {
      if (name === 'match:view' || name === 'match:reset') view = payload as View
      else if (name === 'match:update') {
        const { version, patch } = payload as Update
        view = { version, snapshot: patched(view.snapshot, patch) as View['snapshot'] }
      } else continue
      if (view.snapshot.status === 'ended') break
      await decide(view)
    }
  } catch (error) {
    // The connection was lost: the next stream goes on from the version that is known.
    if (!(error instanceof TypeError)) throw error
  }
}
process.stdout.write(`${JSON.stringify(view.snapshot.outcome)} ${JSON.stringify(view.snapshot.scores)}\n`)
