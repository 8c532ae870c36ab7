/** What can be done to a message, and what that is called in a verdict. */
export const DISTURBANCES = {
  'lose-answer': 'an answer was lost',
  'lose-request': 'a request was lost',
  busy: 'a request was refused as busy',
  delay: 'a message came late',
  repeat: 'a message came twice',
  'lose-update': 'an update was lost',
  draining: 'the server was about to stop',
  unknown: 'a message had a field, and an event a name, that no client knows',
} as const
export type Disturbance = keyof typeof DISTURBANCES

/** Where something can be disturbed, and by what. Between two disturbances of a place, as many messages pass. */
const PLACES = {
  act: ['lose-answer', 'busy', 'lose-request', 'delay'],
  view: ['lose-answer', 'delay', 'busy', 'unknown'],
  update: ['repeat', 'lose-update', 'unknown', 'draining', 'delay'],
} as const satisfies Record<string, readonly Disturbance[]>
export type Place = keyof typeof PLACES
const PASSING = 2

/** Which messages are disturbed: the same for the same messages. Each disturbance of a place comes so many times. */
export class Plan {
  readonly #rounds: number
  readonly #seen = new Map<Place, number>()
  /** How often each one was done. */
  readonly done = new Map<Disturbance, number>()
  last: Disturbance | null = null

  constructor(rounds: number) {
    this.#rounds = rounds
  }

  /** What is to be done to the next message at a place. */
  next(place: Place): Disturbance | null {
    const seen = this.#seen.get(place) ?? 0
    this.#seen.set(place, seen + 1)
    const list = PLACES[place]
    const turn = seen / (PASSING + 1)
    if (!Number.isInteger(turn) || turn >= list.length * this.#rounds) return null
    const disturbance = list[turn % list.length]!
    this.done.set(disturbance, (this.done.get(disturbance) ?? 0) + 1)
    this.last = disturbance
    return disturbance
  }
}
