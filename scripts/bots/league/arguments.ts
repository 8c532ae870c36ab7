import { parseArgs } from 'node:util'
import type { GameKind } from '../../../src/protocol/index.ts'
import { GAME_KIND_IDS, gameKindSchema } from '../../../src/protocol/index.ts'
import type { Allowed } from './contenders.ts'
import { CONTENDER_NAMES, EARLIER_MASTER } from './contenders.ts'
import type { Pair } from './schedule.ts'

export const USAGE = `Usage: npm run league -- [--games N] [--seconds S] [--samples N] [--kind KIND] [--players A,B] [...]
Programs play against each other, every one against every other one: each deal twice, with the seats changed.
If it is interrupted, it prints the tables of the games so far.
  --games    deals of each pair; each is played twice; by default 10
  --seconds  CPU time for a decision at most; by default there is no limit but the samples
  --samples  worlds that a player samples for a decision at most; by default as many as its level has
  --kind     ${GAME_KIND_IDS.join(', ')}; by default all of them
  --players  of ${CONTENDER_NAMES.join(', ')}; by default all of them
  --pairs    only these pairs, such as club:master,random:master; club:master:50 for 50 deals, whatever --games says
  --earlier  another built checkout of this project: its strongest level takes part, as ${EARLIER_MASTER}
  --sprt     such as 0:30: a pair stops when it is known whether the first is better by 30 Elo rather than by 0
  --threads  processes that play; by default 2
  --seed     of all deals; by default "league"`

export interface Wanted {
  allowed: Allowed
  kinds: readonly GameKind[]
  pairs: readonly Pair[]
  bounds: readonly [number, number] | null
  threads: number
  seed: string
  earlier: string | undefined
}

/** Every pair of some players. */
const pairsOf = (names: readonly string[], deals: number): Pair[] =>
  names.flatMap((one, index) => names.slice(index + 1).map((other): Pair => ({ names: [one, other], deals })))

/** A pair as an argument names it, such as `club:master` or `club:master:50`. */
function readPair(text: string, games: number): Pair {
  const [one = '', other = '', deals = games] = text.split(':')
  return { names: [one, other], deals: Number(deals) }
}

/** Two numbers, the lower one first; null if they are none. */
function readBounds(text: string): [number, number] | null {
  const [lower, higher, ...more] = text.split(':').map(Number)
  return more.length === 0 && lower! < higher! ? [lower!, higher!] : null
}

/** What the arguments ask for; null if they make no sense. */
export function readArguments(args?: string[]): Wanted | null {
  try {
    const { values } = parseArgs({
      ...(args && { args }),
      options: {
        games: { type: 'string', default: '10' },
        seconds: { type: 'string', default: 'Infinity' },
        samples: { type: 'string', default: 'Infinity' },
        kind: { type: 'string' },
        players: { type: 'string' },
        earlier: { type: 'string' },
        pairs: { type: 'string' },
        sprt: { type: 'string' },
        threads: { type: 'string', default: '2' },
        seed: { type: 'string', default: 'league' },
      },
    })
    const [games, seconds, worlds, threads] = [values.games, values.seconds, values.samples, values.threads].map(Number)
    const names = [...CONTENDER_NAMES, ...(values.earlier === undefined ? [] : [EARLIER_MASTER])]
    const pairs =
      values.pairs?.split(',').map((pair) => readPair(pair, games!)) ??
      pairsOf(values.players?.split(',') ?? names, games!)
    const kind = gameKindSchema.optional().safeParse(values.kind)
    const bounds = values.sprt === undefined ? null : readBounds(values.sprt)
    const isPair = ({ names: [one, other], deals }: Pair): boolean =>
      deals >= 1 && one !== other && names.includes(one) && names.includes(other)
    const makesSense = seconds! > 0 && worlds! >= 1 && threads! >= 1 && kind.success
    if (!makesSense || pairs.length === 0 || !pairs.every(isPair)) return null
    if (values.sprt !== undefined && bounds === null) return null
    const kinds = kind.data ? [kind.data] : GAME_KIND_IDS
    const { seed, earlier } = values
    const allowed = { worlds: worlds!, ms: seconds! * 1000 }
    return { allowed, kinds, pairs, bounds, threads: threads!, seed, earlier }
  } catch {
    return null
  }
}
