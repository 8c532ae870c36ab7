import { createRequire } from 'node:module'
import fc from 'fast-check'
import { playerName } from '../../src/players/index.ts'

/** By the characters that look like each other: what the Unicode consortium publishes of them. */
const prototypes = createRequire(import.meta.url)('unhomoglyph/data.json') as Record<string, string>

/** The characters that can stand in a name, with their prototypes, by which they look alike. */
const looks = Object.entries(prototypes).filter(([character]) => normalForm(`x${character}x`) === `x${character}x`)

/** A name as it is accepted; null if it is refused. */
function normalForm(name: string): string | null {
  try {
    return playerName(name)
  } catch {
    return null
  }
}

const prototypeOf = (character: string): string => prototypes[character] ?? character

/** What can stand for a letter in either case without a reader noticing, the letter itself among it. */
function disguisesOf(letter: string): string[] {
  return [letter.toLowerCase(), letter.toUpperCase()].flatMap((cased) => {
    const prototype = prototypeOf(cased)
    return [cased, prototype, ...looks.flatMap(([character, other]) => (other === prototype ? [character] : []))]
  })
}

/** Valid names that look like one, in some mixture of cases: each letter is one that looks like it, or itself. */
export const disguised = (name: string): fc.Arbitrary<string> =>
  fc
    .tuple(...Array.from(name, (letter) => fc.constantFrom(...disguisesOf(letter))))
    .map((letters) => letters.join(''))
    .filter((other) => normalForm(other) !== null)
