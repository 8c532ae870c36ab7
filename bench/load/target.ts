import { randomBytes } from 'node:crypto'
import type { Pacer } from './pacer.ts'
import type { Recorder } from './recorder.ts'

/** What every match of a load is given. */
export interface TargetContext {
  urls: URL[]
  recorder: Recorder
  pacer: Pacer
  /** Kind of game and clock, for Curia. */
  kind: string
  clock: string
  /** The second player of each match connects to the second address. */
  cross: boolean
  /** Of each match. */
  spectators: number
}

/** One match under load: two players with one move in flight. */
export interface LoadMatch {
  /** Connects both players. */
  connect(): Promise<void>
  /** Begins a match. */
  begin(): Promise<void>
  /** Moves, if it can. */
  next(): void
}

export type Target = (context: TargetContext, index: number) => LoadMatch

export const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

const prefix = randomBytes(6).toString('hex')
let lastAction = 0

/** An action id that no other driver uses. */
export const newActionId = (): string => `${prefix}${(lastAction += 1).toString(36).padStart(8, '0')}`
