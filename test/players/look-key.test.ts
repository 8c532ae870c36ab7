import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookKeys, nameKey, playerName } from '../../src/players/index.ts'
import { disguised } from '../support/look-alikes.ts'

const prototypes = createRequire(import.meta.url)('unhomoglyph/data.json') as Record<string, string>
const { lookKey, capitalsKey } = {
  lookKey: (name: string) => lookKeys(name).lookKey,
  capitalsKey: (name: string) => lookKeys(name).capitalsKey,
}

describe('names look alike', () => {
  it.each([
    ['with l, I, i, 1 and a bar', ['Club', 'CIub', 'C1ub', 'C|ub', 'ciub', 'CLUB']],
    ['with 0 and O', ['Otto', '0tt0', 'OTTO', 'ott0']],
    ['with rn and m', ['Omar', 'Ornar', 'OMAR', 'ORNAR']],
    ['in scripts that look alike', ['Ada', 'Аdа', 'Αda']],
    ['with a letter and its mark composed or not, in any script', ['Zoë', 'Zoe\u0308', 'Zоё']],
    ['with a character that shows nothing', ['می\u200Cخواهم', 'میخواهم']],
    ['with a letter that looks like two', ['Ruby', 'ƦUBY', 'ʀuby']],
    ['with letters that Unicode 13 did not compare', ['Pow', 'þow', 'Poш']],
  ])('%s', (_what, names) => {
    expect(new Set(names.map(lookKey)).size).toBe(1)
  })

  it.each([
    ['in Cyrillic', ['Тамара', 'тaмapa', 'TAMAPA']],
    ['in Greek', ['Ιωάννα', 'ιωάννα', 'IΩΆNNA']],
  ])('in capitals, whatever their letters are %s', (_what, names) => {
    expect(new Set(names.map(capitalsKey)).size).toBe(1)
  })
})

describe('names do not look alike', () => {
  it.each([
    ['with accents', ['Zoe', 'Zoë', 'Zoé']],
    ['with spaces and punctuation', ['AdaB', 'Ada B', 'Ada-B', 'Ada.B']],
    ['with other Latin letters', ['Ada', 'Ida', 'Adb', 'Aba', 'Adaa']],
    ['with n and v, which only Greek letters mix', ['Nina', 'Vina']],
    ['with other emoji', ['👍', '👍🏽', '👎']],
  ])('%s', (_what, names) => {
    for (const key of [lookKey, capitalsKey]) expect(new Set(names.map(key)).size).toBe(names.length)
  })
})

describe('the key of what a name looks like', () => {
  it('is the same for every character and its prototype in Unicode 13, except for those that Unicode 17 changed', () => {
    // Whatever is composed of others is decomposed first, so its own prototype does not count.
    const single = Object.entries(prototypes).filter(([character]) => character.normalize('NFKD') === character)
    const others = single.filter(([character, prototype]) => lookKey(character) !== lookKey(prototype))
    expect(others.map(([character]) => character)).toEqual(['ƒ'])
    expect(single.length).toBeGreaterThan(2000)
  })

  it('is the same for each Latin letter and its capital', () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz')
      expect([letter, lookKey(letter.toUpperCase())]).toEqual([letter, lookKey(letter)])
  })

  it('is the same for a Latin name with any of its letters in disguise', () => {
    const letters = fc.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz 01'), { minLength: 1, maxLength: 12 })
    const names = letters.map((some) => playerName(`x${some.join('')}x`))
    fc.assert(
      fc.property(
        names.chain((name) => fc.tuple(fc.constant(name), disguised(name))),
        ([name, other]) => {
          expect(lookKey(playerName(other))).toBe(lookKey(name))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('in capitals is the same in any case, for every letter', () => {
    const letters = Array.from({ length: 0x1f000 }, (_, code) => String.fromCodePoint(code)).filter(
      (character) => /\p{L}/u.test(character) && character.normalize('NFKC') === character,
    )
    const others = letters.filter((letter) => capitalsKey(letter) !== capitalsKey(nameKey(letter)))
    expect(others).toEqual(['İ'])
  })
})
