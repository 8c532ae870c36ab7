import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { pickAny } from '../../scripts/demo/play.ts'
import { MOST_IN_HAND } from '../../src/notifications/queue.ts'
import type { ViewAnswer } from '../../src/protocol/index.ts'
import { openReceiver } from '../notifications/receiver.ts'
import { PASSWORD } from './accounts.ts'
import { repeats } from './drawn.ts'

/** A server, with what an honest player wants of it, and someone who wants as much of it as they can get. */
export interface Contest {
  /** The honest player asks once, and gets what they asked for. @throws Error if they are refused. */
  honest(): Promise<void>
  /** Asks for much. Resolves when it is all asked for. */
  attack(): Promise<void>
  /** How much the attackers have got, of what they ask for or of what it takes, since they began to ask. */
  served(): number
  close(): Promise<void>
}

/** Work that all players of a server share. */
export interface SharedWork {
  environment: Record<string, string>
  /** How much the attackers may get before the honest player gets what they asked for. */
  most: number
  open(url: string): Promise<Contest>
}

interface Player {
  id: string
  name: string
  token: string
  /** The address of the client, as a proxy reports it. */
  from: string
}

/** Asks again and again, until the answer suits. */
async function until<T>(ask: () => Promise<T> | T, suits: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (suits(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Clients of a server behind a proxy, each with an address of its own. */
class Clients {
  readonly #url: string
  #addresses = 0

  constructor(url: string) {
    this.#url = url
  }

  newAddress(): string {
    this.#addresses += 1
    return `198.51.${this.#addresses >> 8}.${this.#addresses & 255}`
  }

  async try(
    who: Partial<Player>,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        'x-forwarded-for': who.from ?? this.newAddress(),
        ...(body && { 'content-type': 'application/json' }),
        ...(who.token !== undefined && { authorization: `Bearer ${who.token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  }

  async ask<Answer>(who: Partial<Player>, method: string, path: string, body?: object): Promise<Answer> {
    const answer = await this.try(who, method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as Answer
  }

  async guest(name: string, from = this.newAddress()): Promise<Player> {
    const { player, token } = await this.ask<{ player: { id: string }; token: string }>(
      { from },
      'POST',
      '/v1/players',
      { name },
    )
    return { id: player.id, name, token, from }
  }

  async account(): Promise<Player> {
    const guest = await this.guest('Guest')
    const name = `Owner ${randomBytes(6).toString('hex')}`
    const { token } = await this.ask<{ token: string }>(guest, 'POST', '/v1/players/me/account', {
      name,
      password: PASSWORD,
    })
    return { ...guest, name, token }
  }

  /** Makes a move, and waits for the player's next turn. Resolves with whether there is one. */
  async move(player: Player, match: string): Promise<boolean> {
    const before = await this.ask<ViewAnswer>(player, 'GET', `/v1/matches/${match}`)
    if (before.snapshot.status === 'ended') return false
    if (before.snapshot.board?.legal) {
      const action = pickAny(before.snapshot)
      const body = { actionId: randomUUID(), version: before.version, action }
      await this.ask(player, 'POST', `/v1/matches/${match}/actions`, body)
    }
    for (let view = before; ;) {
      view = await this.ask<ViewAnswer>(player, 'GET', `/v1/matches/${match}?after=${view.version}&wait=25`)
      if (view.snapshot.status === 'ended') return false
      if (view.snapshot.board?.legal) return true
    }
  }

  /** A finished game of two players with some moves. */
  async game(players: readonly [Player, Player], moves: number): Promise<string> {
    const [host, other] = players
    const {
      snapshot: { match, code },
    } = await this.ask<ViewAnswer>(host, 'POST', '/v1/matches', { seat: 0 })
    await this.ask(other, 'POST', '/v1/matches/join', { code })
    for (let made = 0; made < moves; made += 1) {
      const views = await Promise.all(
        players.map((player) => this.ask<ViewAnswer>(player, 'GET', `/v1/matches/${match}`)),
      )
      const mover = views.findIndex(({ snapshot }) => snapshot.board?.legal)
      const { version, snapshot } = views[mover]!
      const body = { actionId: randomUUID(), version, action: pickAny(snapshot) }
      await this.ask(players[mover]!, 'POST', `/v1/matches/${match}/actions`, body)
    }
    await this.ask(other, 'POST', `/v1/matches/${match}/resign`, { actionId: randomUUID() })
    // Finished games are stored a moment later.
    await until(
      () => this.try({}, 'GET', `/v1/games/${match}`),
      ({ status }) => status === 200,
    )
    return match
  }
}

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index))

/** An attacker with so many matches against bots at once. */
const BOT_MATCHES = repeats(50)

const bots = async (url: string): Promise<Contest> => {
  const clients = new Clients(url)
  const [ada, mallory] = [await clients.guest('Ada'), await clients.guest('Mallory')]
  const begin = async (player: Player, clock: string): Promise<string> =>
    (await clients.ask<ViewAnswer>(player, 'POST', '/v1/matches', { opponent: { bot: 'master' }, clock, seat: 0 }))
      .snapshot.match
  let match = await begin(ada, 'blitz')
  let served = 0
  let isOver = false
  const attacks: Promise<void>[] = []
  return {
    async honest() {
      if (!(await clients.move(ada, match))) match = await begin(ada, 'blitz')
    },
    async attack() {
      served = 0
      const matches = await Promise.all(times(BOT_MATCHES, () => begin(mallory, 'none')))
      attacks.push(
        ...matches.map(async (each) => {
          while (!isOver && (await clients.move(mallory, each).catch(() => false))) served += 1
        }),
      )
    },
    served: () => served,
    async close() {
      isOver = true
      await Promise.all(attacks)
    },
  }
}

/** Guests who ask for as many analyses of other people's games as one of them may. */
const STRANGERS = { count: repeats(34), each: 3 }
const GAME_MOVES = 6
/** Games of the honest player, each analysed once. */
const OWN_GAMES = 12

const analyses = async (url: string): Promise<Contest> => {
  const clients = new Clients(url)
  const [ada, bo] = [await clients.guest('Ada'), await clients.guest('Bo')]
  const own: string[] = []
  for (let count = 0; count < OWN_GAMES; count += 1) own.push(await clients.game([ada, bo], GAME_MOVES))
  const others: string[] = []
  const pair = [await clients.guest('Cleo'), await clients.guest('Dan')] as const
  for (let count = 0; count < STRANGERS.count * STRANGERS.each; count += 1)
    others.push(await clients.game(pair, GAME_MOVES))
  const done = async (game: string): Promise<boolean> =>
    (await clients.try({}, 'GET', `/v1/games/${game}/analysis`)).status === 200
  const served = new Set<string>()
  return {
    async honest() {
      const game = own.pop()!
      const ask = () => clients.ask<{ decisions?: unknown }>(ada, 'GET', `/v1/games/${game}/analysis`)
      await until(ask, ({ decisions }) => decisions !== undefined)
      for (const other of others) if (!served.has(other) && (await done(other))) served.add(other)
    },
    async attack() {
      const asked = [...others]
      await Promise.all(
        times(STRANGERS.count, async () => {
          const stranger = await clients.guest('Mallory')
          for (const game of asked.splice(0, STRANGERS.each))
            await clients.try(stranger, 'GET', `/v1/games/${game}/analysis`)
        }),
      )
      served.clear()
    },
    served: () => served.size,
    close: () => Promise.resolve(),
  }
}

const LOG_INS = 300

const logIns = async (url: string): Promise<Contest> => {
  const clients = new Clients(url)
  const ada = await clients.account()
  const logIn = (who: Partial<Player>, name: string) =>
    clients.try(who, 'POST', '/v1/sessions', { name, password: PASSWORD })
  let served = 0
  let refused = 0
  const attacks: Promise<void>[] = []
  return {
    async honest() {
      const { status, body } = await logIn({ from: ada.from }, ada.name)
      if (status !== 201) throw new Error(`the log-in was refused: ${JSON.stringify(body)}`)
    },
    async attack() {
      refused = 0
      attacks.push(
        ...times(LOG_INS, async (index) => {
          const { status } = await logIn({}, `Nobody ${index}`)
          if (status === 401) served += 1
          else refused += 1
        }),
      )
      // As many wait as may.
      await until(
        () => refused,
        (count) => count > 0,
      )
      served = 0
    },
    served: () => served,
    close: async () => void (await Promise.all(attacks)),
  }
}

/** The attackers, each with so many targets: a webhook, and the devices that an account may have. */
const OWNERS = 2
const DEVICES = 10

const deliveries = async (url: string): Promise<Contest> => {
  const clients = new Clients(url)
  const receiver = await openReceiver()
  const open = new Set<Socket>()
  let mostAtOnce = 0
  const silent = createServer((socket) => {
    open.add(socket)
    mostAtOnce = Math.max(mostAtOnce, open.size)
    socket
      .once('close', () => open.delete(socket))
      .on('error', () => undefined)
      .resume()
  })
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const [ada, bo, mallory] = [await clients.account(), await clients.account(), await clients.account()]
  await clients.ask(ada, 'PUT', '/v1/players/me/webhook', { url: `${receiver.url}/ada` })
  /** A challenge, which is a notification for each target, until it is withdrawn. */
  const challenge = async (from: Player, to: Player): Promise<() => Promise<void>> => {
    const {
      challenge: { id },
    } = await clients.ask<{ challenge: { id: string } }>(from, 'POST', '/v1/challenges', { to: { player: to.id } })
    return () => clients.ask(from, 'DELETE', `/v1/challenges/${id}`)
  }
  return {
    async honest() {
      const before = receiver.received.length
      const withdraw = await challenge(bo, ada)
      await until(
        () => receiver.received.length,
        (count) => count > before,
      )
      await withdraw()
    },
    async attack() {
      for (let owner = 0; owner < OWNERS; owner += 1) {
        const account = await clients.account()
        await clients.ask(account, 'PUT', '/v1/players/me/webhook', { url: `${silentUrl}/webhook` })
        for (let device = 0; device < DEVICES; device += 1) {
          const curve = createECDH('prime256v1')
          const keys = { p256dh: curve.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
          const endpoint = `${silentUrl}/${account.id}/${device}`
          await clients.ask(account, 'POST', '/v1/players/me/push', { endpoint, keys })
        }
        for (let count = 0; count < 3; count += 1) await challenge(mallory, account)
      }
      // The first attempts have begun.
      await until(
        () => mostAtOnce,
        (count) => count > 0,
      )
    },
    served: () => mostAtOnce,
    async close() {
      for (const socket of open) socket.destroy()
      silent.close()
      await receiver.close()
    },
  }
}

/** How many networks one customer of a provider asks from, and how often each. */
const NETWORKS = { count: 16, each: 5 }

const exported = async (url: string): Promise<Contest> => {
  const clients = new Clients(url)
  const players = [await clients.guest('Ada'), await clients.guest('Bo')] as const
  for (let count = 0; count < 30; count += 1) await clients.game(players, GAME_MOVES)
  const attacks: Promise<void>[] = []
  const ask = async (method: string, from: string): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`${url}/v1/games/export`, { method, headers: { 'x-forwarded-for': from } })
    return { status: answer.status, text: await answer.text() }
  }
  return {
    async honest() {
      const { status, text } = await ask('GET', clients.newAddress())
      if (!text.endsWith('{"end":true}\n')) throw new Error(`the export was refused: ${status} ${text.slice(0, 200)}`)
    },
    async attack() {
      // An answer to HEAD has no end that anyone could wait for.
      await Promise.all(times(8, (index) => ask('HEAD', `203.0.113.${index >> 1}`)))
      attacks.push(
        ...times(NETWORKS.count * NETWORKS.each, async (index) => {
          await ask('GET', `2001:db8:1:${index % NETWORKS.count}::1`)
        }),
      )
    },
    served: () => 0,
    close: async () => void (await Promise.all(attacks)),
  }
}

/** The address in `X-Forwarded-For` counts, and nothing but the work itself limits anyone. */
const PROXY = { TRUST_PROXY: 'loopback' }

export const SHARED_WORK: Readonly<Record<string, SharedWork>> = {
  'a guest plays many bots': {
    environment: { ...PROXY, BOT_THREADS: '1', BOT_PACE_MS: '0' },
    most: 10,
    open: bots,
  },
  'strangers ask for many analyses': { environment: { ...PROXY, BOT_THREADS: '1' }, most: 5, open: analyses },
  'three hundred addresses log in at once': { environment: PROXY, most: 10, open: logIns },
  'two accounts have webhooks and devices that never answer': {
    environment: { ...PROXY, WEBHOOKS: 'any' },
    // Deliveries in hand. When they are given up, the next ones may begin before the target sees that they were.
    most: 2 * OWNERS * MOST_IN_HAND,
    open: deliveries,
  },
  'a customer of a provider exports the history from all networks, and asks for heads': {
    environment: PROXY,
    most: 0,
    open: exported,
  },
}
