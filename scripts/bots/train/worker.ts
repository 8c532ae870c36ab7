import { networkOf } from '../../../src/bots/index.ts'
import type { GameKind } from '../../../src/protocol/index.ts'
import { matchOptions } from '../../../src/protocol/index.ts'
import { readWeights } from './file.ts'
import { playOneAhead } from './one-ahead.ts'
import type { SelfPlayGame } from './record.ts'
import { playSearched } from './searched.ts'
import { stylesOf } from './styles.ts'

/** A game that is to be played. */
export interface Task {
  kind: GameKind
  name: string
  /** The worlds that a player samples for a decision; null to look one action ahead. */
  worlds: number | null
  /** The file of the weights; null for a game of random actions. */
  weights: string | null
}

type Play = (name: string) => SelfPlayGame

function playOf({ kind, worlds, weights }: Task): Play {
  const options = matchOptions(kind)
  if (weights === null) return (name) => playOneAhead(options, name, null)
  const styles = stylesOf(networkOf(readWeights(weights), kind), options)
  return (name) => (worlds === null ? playOneAhead(options, name, styles) : playSearched(options, name, styles, worlds))
}

/** Read once for all games of a round. */
const plays = new Map<string, Play>()

process.on('message', (task: Task) => {
  const key = JSON.stringify([task.kind, task.worlds, task.weights])
  const play = plays.get(key) ?? playOf(task)
  plays.set(key, play)
  process.send!(play(task.name))
})
