import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BotLevel } from '../src/protocol/index.ts'
import { Pacer } from './load/pacer.ts'
import { quantile } from './load/quantile.ts'
import { Recorder } from './load/recorder.ts'
import { TARGETS } from './load/targets/index.ts'
import { startCuria } from './servers/curia.ts'

// What bots that think cost everybody else on the node: how long moves of people take until they are acknowledged, and
// the delay of the event loop, in short windows with bots and without them in turn, so that what else the machine does
// is the same for both.
// npm run bench:bots -- [--rounds 10] [--seconds 4] [--matches 50] [--bots 50] [--rate 50] [--level club] [--pause 1000]
//   [--thinking 10], where the players against bots take `pause` ms for a move; the ten of the event loop take none

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PLAYERS = fileURLToPath(new URL('bots/players.ts', import.meta.url))
/** When the players have stopped, the bots have nothing more to think of after so long. */
const SETTLES_MS = 7_000

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '4' },
    matches: { type: 'string', default: '50' },
    bots: { type: 'string', default: '50' },
    rate: { type: 'string', default: '50' },
    level: { type: 'string', default: 'club' },
    pause: { type: 'string', default: '1000' },
    thinking: { type: 'string', default: '10' },
  },
})
const [rounds, windowMs] = [Number(values.rounds), Number(values.seconds) * 1000]
const say = (line: string): boolean => process.stdout.write(`${line}\n`)

interface Spread {
  p50: number
  p99: number
}

/** Begins so many matches against bots, in a process of their own. Resolves when all are in play. */
async function startPlayers(url: string, count: number, level: BotLevel, pauseMs: number): Promise<ChildProcess> {
  const child = fork(PLAYERS, [url, String(count), level, String(pauseMs)], { execArgv: ['--import', 'tsx'] })
  // Elsewhere they would have a machine of their own.
  setPriority(child.pid!, constants.priority.PRIORITY_LOW)
  let playing = 0
  await new Promise<void>((resolve) => child.on('message', () => (playing += 1) === count && resolve()))
  return child
}

/**
 * Measures windows with bots, and without them, in turn. While the players are stopped, no bot has to play.
 * @param measure resolves after a window with what was measured in it.
 */
async function compare(players: ChildProcess, measure: () => Promise<Spread>): Promise<Record<'alone' | 'beside', Spread[]>> {
  const figures: Record<'alone' | 'beside', Spread[]> = { alone: [], beside: [] }
  for (let round = 0; round < rounds; round += 1) {
    players.kill('SIGSTOP')
    await delay(SETTLES_MS)
    figures.alone.push(await measure())
    players.kill('SIGCONT')
    await delay(SETTLES_MS)
    figures.beside.push(await measure())
  }
  return figures
}

/** The median of some figures, with the quarter and the three quarters. */
const middle = (figures: readonly number[]): string => {
  const [low, half, high] = [0.25, 0.5, 0.75].map((share) => quantile(figures, share)!.toFixed(1))
  return `${half} ms (${low} to ${high})`
}

function report(what: string, { alone, beside }: Record<'alone' | 'beside', Spread[]>): void {
  for (const name of ['p50', 'p99'] as const) {
    const [without, with_] = [alone, beside].map((list) => list.map((each) => each[name]))
    const ratio = quantile(with_!, 0.5)! / quantile(without!, 0.5)!
    say(`${what}, ${name}: ${middle(without!)} without bots, ${middle(with_!)} with them; ${ratio.toFixed(2)} times`)
  }
}

/** People play at a rate, next to matches against bots. */
async function acknowledgements(url: string): Promise<void> {
  const [recorder, pacer] = [new Recorder(), new Pacer(Number(values.rate))]
  const context = { urls: [new URL(url)], recorder, pacer, kind: 'base', clock: 'none', cross: false, spectators: 0 }
  const matches = Array.from({ length: Number(values.matches) }, (_, index) => TARGETS.curia(context, index))
  for (const match of matches) await match.connect()
  for (const match of matches) await match.begin()
  recorder.started = recorder.measuring = true
  for (const match of matches) match.next()
  const players = await startPlayers(url, Number(values.bots), values.level as BotLevel, Number(values.pause))
  const figures = await compare(players, async () => {
    const from = recorder.acknowledgedMs.length
    await delay(windowMs)
    const window = recorder.acknowledgedMs.slice(from)
    return { p50: quantile(window, 0.5)!, p99: quantile(window, 0.99)! }
  })
  recorder.stopping = true
  pacer.stop()
  players.kill('SIGKILL')
  await once(players, 'exit')
  report(`acknowledgements in ${values.matches} matches of people, ${values.bots} against ${values.level}`, figures)
}

/** The delay of the event loop of a server since this was asked last, ms; a timer alone has about 10 ms of it. */
async function delayOf(url: string): Promise<Spread> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string): number =>
    1000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)![1])
  return { p50: figure('p50'), p99: figure('p99') }
}

async function eventLoop(url: string): Promise<void> {
  const players = await startPlayers(url, Number(values.thinking), 'master', 0)
  const figures = await compare(players, async () => {
    await delayOf(url)
    await delay(windowMs)
    return delayOf(url)
  })
  players.kill('SIGKILL')
  await once(players, 'exit')
  report(`delay of the event loop, ${values.thinking} bots of the level master`, figures)
}

const server = await startCuria({ checkout: ROOT })
try {
  await acknowledgements(server.url)
  await eventLoop(server.url)
} finally {
  await server.end()
}
process.exit(0)
