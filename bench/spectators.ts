import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Curia } from '../client/src/index.ts'
import { pickAny } from '../scripts/demo/play.ts'

// What spectators of a match cost its players: how long a move takes until it is acknowledged, and the CPU time of the
// server for a move, alternately without spectators and with many, in one run.
// npm run bench:spectators -- --count 1000

const ROUNDS = 6
const MOVES = 40
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const count = Number(process.argv[process.argv.indexOf('--count') + 1]) || 1000

/** The server in a process of its own, with a folder that is removed with it. */
async function startServer(): Promise<{ url: string; cpuSeconds: () => Promise<number>; end: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'curia-bench-'))
  const environment = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_SOCKET: '100000',
    CONNECTIONS_PER_ADDRESS: '100000',
    RATE_LIMIT_GUESTS: '1000000',
    RATE_LIMIT_HTTP: '1000000',
  }
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const url = await new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const address = /listens on (http:\/\/\S+)/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  const cpuSeconds = async (): Promise<number> => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)![1])
  }
  const end = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  return { url, cpuSeconds, end }
}

/** Spectators in a process of their own, so that what they do with what they get is not measured. */
async function gather(url: string, match: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('watchers.ts', import.meta.url)), [url, match, String(count)], {
    execArgv: ['--import', 'tsx'],
  })
  await once(child, 'message')
  return child
}

/** Resolves when all spectators have been sent so many updates. */
async function everybodySaw(audience: ChildProcess, updates: number): Promise<void> {
  for (let seen = 0; seen < updates * count; ) {
    audience.send('how many')
    ;[seen] = (await once(audience, 'message')) as [number]
  }
}

interface Round {
  ms: number[]
  cpuMs: number
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const high = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length * 0.95)]!

const server = await startServer()
const [ada, ben] = [new Curia({ url: server.url }), new Curia({ url: server.url })]
await Promise.all([ada.guest({ name: 'Ada' }), ben.guest({ name: 'Ben' })])

/** Plays some moves of a new match, before so many or nobody. */
async function play(watched: boolean): Promise<Round> {
  const adas = await ada.create({ kind: 'agora', seat: 0 })
  const matches = [adas, await ben.join({ code: adas.value.snapshot.code! })]
  await adas.until(({ version }) => version > 0)
  const audience = watched ? await gather(server.url, adas.id) : null
  const ms: number[] = []
  const before = await server.cpuSeconds()
  for (let move = 0; move < MOVES; move += 1) {
    const mover = matches.find(({ value }) => value.snapshot.board?.legal)!
    const { version, snapshot } = mover.value
    const began = performance.now()
    await mover.act(pickAny(snapshot), version)
    ms.push(performance.now() - began)
    await Promise.all(matches.map((match) => match.until((state) => state.version > version)))
  }
  if (audience) await everybodySaw(audience, MOVES)
  const cpuMs = (((await server.cpuSeconds()) - before) * 1000) / MOVES
  if (audience) {
    audience.kill('SIGKILL')
    await once(audience, 'exit')
  }
  await adas.resign()
  for (const match of matches) match.close()
  return { ms, cpuMs }
}

await play(false)
const alone: Round[] = []
const watched: Round[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  alone.push(await play(false))
  watched.push(await play(true))
}
const all = (rounds: Round[]): number[] => rounds.flatMap(({ ms }) => ms)
const show = (what: string, rounds: Round[]): void => {
  const cpu = median(rounds.map(({ cpuMs }) => cpuMs))
  const [middle, most] = [median(all(rounds)).toFixed(2), high(all(rounds)).toFixed(2)]
  say(`${what}: a move is acknowledged in ${middle} ms (95 %: ${most} ms), ${cpu.toFixed(2)} ms of CPU per move`)
}
show('no spectators', alone)
show(`${count} spectators`, watched)
const more = median(watched.map(({ cpuMs }) => cpuMs)) - median(alone.map(({ cpuMs }) => cpuMs))
const ratio = (median(all(watched)) / median(all(alone))).toFixed(2)
say(`ratio of the times: ${ratio}; CPU per spectator and move: ${((more / count) * 1000).toFixed(1)} µs`)
for (const client of [ada, ben]) client.close()
await server.end()
