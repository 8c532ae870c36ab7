import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { expect } from 'vitest'
import { seededRandom } from './random.ts'

/** What `./scripts/test` draws by: the commit. Where it is missing, as with `--all`, everything runs. */
const DRAW = process.env.TEST_DRAW

/** Of repetitions, a draw runs one in so many. */
const ONE_IN = 3

/** A number for a draw, the same in each run of a commit; none if everything runs. */
export const seedOfDraw = (about: string): number | undefined =>
  DRAW ? createHash('sha256').update(`${DRAW} ${about}`).digest().readInt32BE() : undefined

/** The file that is tested, the same wherever the project lies. */
const placeOfTest = (): string => relative(process.cwd(), expect.getState().testPath ?? '')

/** Of cases that are alike, in their order, so many as are drawn for this commit and this file: files draw others. */
export function drawn<Case>(cases: readonly Case[], count = 1): readonly Case[] {
  const seed = seedOfDraw(`${placeOfTest()} ${JSON.stringify(cases)}`)
  if (seed === undefined) return cases
  const random = seededRandom(seed)
  const ranks = cases.map((_, index) => ({ index, rank: random() })).sort((one, other) => one.rank - other.rank)
  const chosen = new Set(ranks.slice(0, count).map(({ index }) => index))
  return cases.filter((_, index) => chosen.has(index))
}

/** How often something runs that would run `count` times if everything ran. */
export const repeats = (count: number): number => (DRAW ? Math.ceil(count / ONE_IN) : count)
