import { RawPolling, RawSocket } from './raw-socket.ts'

/** What an attacker knows. */
export interface Target {
  url: string
  /** A match that is played meanwhile. */
  match: string
  /** The tokens of players of the attacker's. */
  tokens: readonly string[]
}

/** An attack: it sends what would harm a server without limits, and resolves when all is sent or refused. */
export type Attack = (target: Target) => Promise<void>

/** More than a connection of a server with limits takes (bytes). */
const MUCH = 20_000_000

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Sends the same packets again and again, until the server closes the connection or so many bytes are sent. */
async function flood(raw: RawSocket, packets: readonly string[], bytes = MUCH): Promise<void> {
  const size = packets.join('').length
  for (let sent = 0; raw.isOpen && sent < bytes; sent += size) {
    if (!raw.send(...packets)) await raw.drained()
    await nextTurn()
  }
  raw.destroy()
}

/** Opens connections one after the other, each as soon as the server has closed the one before. */
async function repeatedly(
  times: number,
  { url, tokens }: Target,
  attack: (raw: RawSocket) => Promise<void>,
): Promise<void> {
  for (let time = 0; time < times; time += 1) await attack(await RawSocket.connect(url, tokens[time % tokens.length]!))
}

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index))

const watch = (match: string, more = ''): string[] =>
  times(50, (id) => `42${id}["match:watch",{"match":"${match}"${more}}]`)

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'a guest connects to another namespace again and again, and reads nothing': (target) =>
    repeatedly(8, target, async (raw) => {
      raw.stopReading()
      await flood(
        raw,
        times(1_000, () => '40/a,'),
      )
    }),

  'a hundred requests of long polling, without a token, connect to other namespaces': async ({ url }) => {
    const body = times(100_000, () => '40/a,')
    await Promise.all(
      times(100, async () => {
        const polling = await RawPolling.open(url).catch(() => null)
        await polling?.post(...body)
      }),
    )
  },

  'ten guests ask for answers and read none': async (target) => {
    const sockets = await Promise.all(times(10, (index) => RawSocket.connect(target.url, target.tokens[index]!)))
    for (const raw of sockets) raw.stopReading()
    await Promise.all(sockets.map((raw) => flood(raw, watch(target.match))))
  },

  'bodies of long polling have very many packets': async ({ url }) => {
    const tiny = times(60_000, () => '3')
    for (let time = 0; time < 50; time += 1) {
      const polling = await RawPolling.open(url).catch(() => null)
      await polling?.post(...tiny)
    }
  },

  'a guest floods the server with messages, and comes back whenever the connection is closed': (target) =>
    repeatedly(8, { ...target, tokens: target.tokens.slice(0, 1) }, (raw) =>
      flood(
        raw,
        times(100, (id) => `42${id}["nonsense",{}]`),
      ),
    ),

  'guests ask for a whole match again and again': async (target) => {
    const sockets = await Promise.all(times(10, (index) => RawSocket.connect(target.url, target.tokens[index]!)))
    await Promise.all(sockets.map((raw) => flood(raw, watch(target.match, ',"version":0'), 500_000)))
  },

  'one address takes connections and requests that wait, and one guest creates matches': async (target) => {
    const { url, match, tokens } = target
    const sockets = await Promise.all(times(300, () => RawSocket.open(url).catch(() => null)))
    const waiting = times(200, () => fetch(`${url}/v1/matches/${match}?after=1&wait=1`).catch(() => null))
    const raw = await RawSocket.connect(url, tokens[0]!)
    await flood(
      raw,
      times(50, (id) => `42${id}["match:create",{}]`),
      500_000,
    )
    for (const answer of await Promise.all(waiting)) await answer?.text()
    for (const socket of sockets) socket?.destroy()
  },

  'thirty-two guests ask for a match 50 times a second each': async (target) => {
    const sockets = await Promise.all(times(32, (index) => RawSocket.connect(target.url, target.tokens[index]!)))
    for (let second = 0; second < 3; second += 1) {
      for (const raw of sockets) raw.send(...watch(target.match))
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
    for (const raw of sockets) raw.destroy()
  },
}
