import type { MatchOptions } from '../../../src/rules/index.ts'
import { deal, start } from '../../../src/rules/index.ts'
import { Game } from './game.ts'

export const BASE_OPTIONS: MatchOptions = { agora: false, pantheon: false, wonders: 'draft', tiedPawn: 'chooses' }

/** A match as it begins. */
export const newGame = (seed: string, options: Partial<MatchOptions> = {}): Game => {
  const all = { ...BASE_OPTIONS, ...options }
  return new Game(start(all, deal(seed, all)))
}
