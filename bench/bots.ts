import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BotLevel } from '../src/protocol/index.ts'
import { runLoad } from './load/load.ts'
import { median } from './load/quantile.ts'
import { startCuria } from './servers/curia.ts'

// What bots that think cost everybody else on the node: how long moves of people take until they are acknowledged, and
// the delay of the event loop, alternately without bots and with them, in one run.
// npm run bench:bots -- [--rounds 3] [--seconds 15] [--matches 50] [--bots 50] [--rate 50] [--level club] [--thinking 10]

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PLAYERS = fileURLToPath(new URL('bots/players.ts', import.meta.url))
const WARM_UP_SECONDS = 3

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
    matches: { type: 'string', default: '50' },
    bots: { type: 'string', default: '50' },
    rate: { type: 'string', default: '50' },
    level: { type: 'string', default: 'club' },
    thinking: { type: 'string', default: '10' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** Begins so many matches against bots. Resolves when all are in play. */
async function startPlayers(url: string, count: number, level: BotLevel): Promise<ChildProcess> {
  const child = fork(PLAYERS, [url, String(count), level], { execArgv: ['--import', 'tsx'] })
  let playing = 0
  await new Promise<void>((resolve) => child.on('message', () => (playing += 1) === count && resolve()))
  return child
}

async function withPlayers<T>(url: string, count: number, level: BotLevel, work: () => Promise<T>): Promise<T> {
  if (count === 0) return work()
  const players = await startPlayers(url, count, level)
  try {
    return await work()
  } finally {
    players.kill('SIGKILL')
    await once(players, 'exit')
  }
}

/** The delay of the event loop of a server since this was asked last, ms; a timer alone has about 10 ms of it. */
async function delayOf(url: string): Promise<{ p50: number; p99: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string): number =>
    1000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)![1])
  return { p50: figure('p50'), p99: figure('p99') }
}

const middle = (figures: readonly number[]): string => median([...figures])!.toFixed(1)

async function acknowledgements(url: string, pid: number): Promise<void> {
  const [without, beside]: { p50: number; p99: number }[][] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    for (const bots of [0, Number(values.bots)]) {
      const { acknowledgedMs } = await withPlayers(url, bots, values.level as BotLevel, () =>
        runLoad({
          target: 'curia', urls: [url], matches: Number(values.matches), warmUpSeconds: WARM_UP_SECONDS, seconds,
          rate: Number(values.rate), kind: 'base', clock: 'none', cross: false, spectators: 0, processes: { server: pid },
        }),
      )
      ;(bots === 0 ? without : beside)!.push({ p50: acknowledgedMs.p50!, p99: acknowledgedMs.p99! })
    }
  }
  for (const name of ['p50', 'p99'] as const) {
    const [alone, with_] = [without, beside].map((list) => list!.map((each) => each[name]))
    const ratios = with_!.map((ms, round) => ms / alone![round]!)
    say(`acknowledgement, ${name}: ${middle(alone!)} ms alone, ${middle(with_!)} ms beside ${values.bots} matches against ` +
      `${values.level}; ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} times as long`)
  }
}

async function eventLoop(url: string): Promise<void> {
  const [without, beside]: { p50: number; p99: number }[][] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    for (const bots of [0, Number(values.thinking)]) {
      const figures = await withPlayers(url, bots, 'master', async () => {
        await delay(WARM_UP_SECONDS * 1000)
        await delayOf(url)
        await delay(seconds * 1000)
        return delayOf(url)
      })
      ;(bots === 0 ? without : beside)!.push(figures)
    }
  }
  for (const name of ['p50', 'p99'] as const) {
    const [alone, with_] = [without, beside].map((list) => middle(list!.map((each) => each[name])))
    say(`delay of the event loop, ${name}: ${alone} ms alone, ${with_} ms with ${values.thinking} bots (master) that think`)
  }
}

const server = await startCuria({ checkout: ROOT })
try {
  await acknowledgements(server.url, server.pid)
  await eventLoop(server.url)
} finally {
  await server.end()
}
process.exit(0)
