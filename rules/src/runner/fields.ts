import type { ActionInput, GameKind, GameOptions, Viewer } from '../index.ts'
import { DEFAULT_GAME_OPTIONS, GAME_KINDS, MOST_EXTRA_COINS } from '../index.ts'
import { badRequest } from './refusal.ts'

type Json = Readonly<Record<string, unknown>>

/** The fields of an object of a request. Every reader throws a `bad-request` that names what is wrong. */
export class Fields {
  readonly #given: Json
  readonly #of: string

  /**
   * @param of what has these fields, for messages
   * @param known the names that a field can have
   * @throws Refusal if the value is no object, or has a field with another name
   */
  constructor(given: unknown, of: string, known: readonly string[]) {
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw badRequest(`${of} must be an object.`)
    const other = Object.keys(given).find((name) => !known.includes(name))
    if (other !== undefined) throw badRequest(`${of} has no field ${JSON.stringify(other)}.`)
    this.#given = given as Json
    this.#of = of
  }

  has(name: string): boolean {
    return this.#given[name] !== undefined
  }

  /** A whole number within bounds, both of which it can be. */
  whole(name: string, least: number, most: number): number {
    const value = this.#given[name]
    const fits = Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
    return fits ? (value as number) : this.#refuse(name, `a whole number from ${least} to ${most}`)
  }

  /** A text that is not empty. */
  text(name: string): string {
    const value = this.#given[name]
    return typeof value === 'string' && value !== '' ? value : this.#refuse(name, 'a text that is not empty')
  }

  /** One of a few values. */
  choice<Value>(name: string, values: readonly Value[]): Value {
    const value = values.find((each) => each === this.#given[name])
    return value ?? this.#refuse(name, `one of ${values.map((each) => JSON.stringify(each)).join(', ')}`)
  }

  kind(): GameKind {
    return this.choice('kind', Object.keys(GAME_KINDS) as GameKind[])
  }

  viewer(): Viewer {
    return this.choice<Viewer>('viewer', [0, 1, 'spectator'])
  }

  /** Whether it is an action at all, and a legal one, the rules say. */
  action(): ActionInput {
    return this.#given.action as ActionInput
  }

  actions(): ActionInput[] {
    const value = this.#given.actions
    return Array.isArray(value) ? (value as ActionInput[]) : this.#refuse('actions', 'a list of actions')
  }

  /** What the players choose in addition to the kind of game: each option can be left out. */
  options(): GameOptions {
    const chosen = new Fields(this.#given.options ?? {}, 'options', ['wonders', 'tiedPawn', 'handicap'])
    return {
      wonders: chosen.has('wonders') ? chosen.choice('wonders', ['draft', 'first-game']) : DEFAULT_GAME_OPTIONS.wonders,
      tiedPawn: chosen.has('tiedPawn')
        ? chosen.choice('tiedPawn', ['chooses', 'begins'])
        : DEFAULT_GAME_OPTIONS.tiedPawn,
      ...(chosen.has('handicap') && { handicap: chosen.#handicap() }),
    }
  }

  #handicap(): GameOptions['handicap'] {
    const handicap = new Fields(this.#given.handicap, 'handicap', ['seat', 'coins'])
    return { seat: handicap.choice('seat', [0, 1]), coins: handicap.whole('coins', 1, MOST_EXTRA_COINS) }
  }

  #refuse(name: string, needed: string): never {
    throw badRequest(`${this.#of} needs ${name}: ${needed}.`)
  }
}
