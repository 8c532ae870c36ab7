import type { ActionInput, MatchEvent, MatchOptions, MatchState } from '../index.ts'
import { Choices, deal, reduce, start } from '../index.ts'
import { badRequest, Refusal } from './refusal.ts'

/** A state, and the one before it. States share what did not change, and games that were copied share their past. */
interface Position {
  readonly state: MatchState
  /** How many actions led to it. */
  readonly played: number
  readonly before: Position | null
}

/** A game at its present position, to which actions are added, and from which they are taken back. */
export class Game {
  #position: Position
  #choices: Choices

  private constructor(position: Position) {
    this.#position = position
    this.#choices = new Choices(position.state)
  }

  /**
   * A game as its seed deals it, after these actions.
   * @throws RuleViolation if one of them is not legal
   */
  static begin(options: MatchOptions, seed: string, actions: readonly ActionInput[]): Game {
    const game = new Game({ state: start(options, deal(seed, options)), played: 0, before: null })
    for (const action of actions) game.act(action)
    return game
  }

  get state(): MatchState {
    return this.#position.state
  }

  get played(): number {
    return this.#position.played
  }

  /** What can be chosen in the state. */
  get choices(): Choices {
    return this.#choices
  }

  /** Does an action for the seat to act. Returns what happened. @throws RuleViolation if it is not legal. */
  act(action: ActionInput): MatchEvent[] {
    const { state, events } = reduce(this.state, action, this.#choices)
    this.#moveTo({ state, played: this.played + 1, before: this.#position })
    return events
  }

  /** Takes the last actions back. @throws Refusal if there are not so many. */
  undo(count: number): void {
    if (count > this.played) throw badRequest(`The game has only ${this.played} actions.`)
    let position = this.#position
    for (let left = count; left > 0; left--) position = position.before!
    this.#moveTo(position)
  }

  /** The same game: what is done in one of both does not change the other. */
  copy(): Game {
    return new Game(this.#position)
  }

  #moveTo(position: Position): void {
    this.#position = position
    this.#choices = new Choices(position.state)
  }
}

/** The games of a runner, by number. It keeps a number of them, until they are ended. */
export class Games {
  readonly most: number
  readonly #games = new Map<number, Game>()
  #added = 0

  constructor(most: number) {
    this.most = most
  }

  /** @throws Refusal if there is no such game. */
  get(number: number): Game {
    const game = this.#games.get(number)
    if (!game) throw new Refusal('unknown-game', `There is no game ${number}.`)
    return game
  }

  /** Keeps a game. Returns its number. @throws Refusal if there are too many; then nothing is made. */
  add(make: () => Game): number {
    if (this.#games.size >= this.most) {
      throw new Refusal('too-many-games', `${this.most} games are kept: end one of them first.`)
    }
    const game = make()
    this.#games.set(++this.#added, game)
    return this.#added
  }

  end(number: number): void {
    this.get(number)
    this.#games.delete(number)
  }
}
