import type { GameKind } from '../../../src/protocol/index.ts'
import { matchOptions } from '../../../src/protocol/index.ts'
import type { Allowed, Build } from './contenders.ts'
import { buildIn, contenders } from './contenders.ts'
import type { Played } from './game.ts'
import { play } from './game.ts'

/** A game to be played. The first of the names sits on seat 0. */
export interface Fixture {
  kind: GameKind
  seed: string
  names: [string, string]
  allowed: Allowed
  /** The checkout of `earlier-master`. */
  earlier?: string | undefined
}
export type Report = Fixture & Played

const builds = new Map<string, Promise<Build>>()

function buildOf(checkout: string): Promise<Build> {
  const build = builds.get(checkout) ?? buildIn(checkout)
  builds.set(checkout, build)
  return build
}

// A process of its own: the CPU time that a player takes is all that this process uses.
process.on('message', (fixture: Fixture) => {
  void (async () => {
    const { kind, seed, names, allowed, earlier } = fixture
    const options = matchOptions(kind)
    const all = contenders(options, allowed, earlier === undefined ? null : await buildOf(earlier))
    const played = play(options, seed, [all[names[0]]!, all[names[1]]!], allowed.ms)
    process.send!({ ...fixture, ...played } satisfies Report)
  })()
})
