import type { Game } from './game.ts'

/** A generator of repeatable numbers below `limit`: the same start gives the same game. */
function repeatable(start: number): (limit: number) => number {
  let state = start >>> 0
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Plays legal actions at random, always the same ones, until the match is over; shows each moment on the way. */
export function playOut(game: Game, at: (game: Game) => void, start = 1): Game {
  const pick = repeatable(start)
  let now = game
  at(now)
  while (now.toAct !== null) {
    const legal = now.legal()
    now = now.act(legal[pick(legal.length)]!)
    at(now)
  }
  return now
}
