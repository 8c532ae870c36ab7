import { RuleViolation } from '../index.ts'
import { COMMANDS } from './commands.ts'
import { Fields } from './fields.ts'
import { Games } from './games.ts'
import { MOST_LINE_LENGTH } from './lines.ts'
import { badRequest, Refusal } from './refusal.ts'

type Id = string | number | null

/** Answers requests about games, one after the other. It keeps the games, and nothing else. */
export class Runner {
  readonly #games: Games
  readonly #newSeed: () => string

  /**
   * @param mostGames how many games it keeps at most
   * @param newSeed draws the seed of a game for which none is given
   */
  constructor(mostGames: number, newSeed: () => string) {
    this.#games = new Games(mostGames)
    this.#newSeed = newSeed
  }

  /** The answer to a line, or to one that was too long (null): one line of JSON. A refused request changes nothing. */
  answer(line: string | null): string {
    let id: Id = null
    try {
      const request = requestIn(line)
      id = idOf(request.id)
      return JSON.stringify({ id, ok: true, ...this.#do(request) })
    } catch (error) {
      return JSON.stringify({ id, ok: false, error: reasonOf(error) })
    }
  }

  #do(request: Record<string, unknown>): object {
    const name = request.command
    if (typeof name !== 'string' || !Object.hasOwn(COMMANDS, name)) {
      throw badRequest(`A request needs command: one of ${Object.keys(COMMANDS).join(', ')}.`)
    }
    const { fields, run } = COMMANDS[name]!
    const given = new Fields(request, `A request ${name}`, ['id', 'command', ...fields])
    return run({ games: this.#games, newSeed: this.#newSeed, fields: given })
  }
}

function requestIn(line: string | null): Record<string, unknown> {
  if (line === null) throw new Refusal('line-too-long', `A line has at most ${MOST_LINE_LENGTH} characters.`)
  const request = parsed(line)
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    throw badRequest('A request must be an object.')
  }
  return request as Record<string, unknown>
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Refusal('bad-json', 'This line is no JSON.')
  }
}

function idOf(given: unknown): Id {
  if (given === undefined || given === null) return null
  if (typeof given === 'string' || typeof given === 'number') return given
  throw badRequest('The id of a request must be a text or a number.')
}

function reasonOf(error: unknown): { code: string; message: string } {
  if (error instanceof Refusal || error instanceof RuleViolation) return { code: error.code, message: error.message }
  return { code: 'internal', message: `The runner has a fault: ${String(error)}` }
}
