import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expandOffers } from '../../../client/src/helpers.ts'
import type { CuriaError, Offer } from '../../../client/src/index.ts'

// A client over HTTP, which plays a match against a bot: to its end, or until it has made the mistake that its argument
// names.

const [url, mistake] = process.argv.slice(2)

interface View {
  version: number
  snapshot: { match: string; status: string; board: { legal?: Offer[] } }
}

async function ask<Answer>(method: string, path: string, token?: string, body?: object): Promise<Answer | null> {
  for (let sent = body; ;) {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(sent && { 'content-type': 'application/json' }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
    }).catch(() => null)
    if (!answer) {
      if (mistake === 'gives-up') process.exit(3)
      if (mistake === 'falls-silent') await pause(1_000_000)
      if (mistake === 'another-id' && sent && 'actionId' in sent) sent = { ...sent, actionId: randomUUID() }
      continue
    }
    const content = (await answer.json()) as Answer & { error: Pick<CuriaError, 'code' | 'message' | 'details'> }
    if (answer.ok) return content
    const { code, message, details = {} } = content.error
    if (typeof details.retryAfterMs === 'number') {
      if (mistake === 'reads-message' && !message.startsWith('The server')) process.exit(4)
      if (mistake !== 'is-impatient') await pause(details.retryAfterMs)
    } else if (code === 'stale') return null
    else process.exit(5)
  }
}

const { token } = (await ask<{ token: string }>('POST', '/v1/players', undefined, { name: 'Ada' }))!
const created = { kind: 'base', opponent: { bot: 'novice' }, actionId: randomUUID() }
let view = (await ask<View>('POST', '/v1/matches', token, created))!
const match = `/v1/matches/${view.snapshot.match}`
const oneId = randomUUID()
/** After so many actions each mistake was made. */
const most = mistake === 'nothing' ? Infinity : mistake === 'has-one-id' ? 2 : 8
let actions = 0
while (view.snapshot.status !== 'ended') {
  const { version, snapshot } = view
  const [action] = expandOffers(snapshot.board.legal)
  if (action) {
    const actionId = mistake === 'has-one-id' ? oneId : randomUUID()
    const more = mistake === 'adds-a-field' && { note: 'mine' }
    await ask('POST', `${match}/actions`, token, { actionId, version, action, ...more })
    actions += 1
    if (actions === most) process.exit()
  }
  view = (await ask<View>('GET', `${match}?after=${version}&wait=25`, token))!
}
