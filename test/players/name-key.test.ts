import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameKey, playerName } from '../../src/players/index.ts'

const key = (name: string): string => nameKey(playerName(name))

describe('names count as the same', () => {
  it.each([
    ['in any case', ['Ada', 'ada', 'ADA', 'aDA']],
    ['in any width', ['Ada', 'Ａｄａ', 'ａＤＡ']],
    ['with other spaces', [' Ada  B ', 'ada\u00A0b', 'ADA\u3000B']],
    ['with a sharp s, great or small, and without', ['Straße', 'STRASSE', 'strasse', 'STRAẞE']],
    ['with any of the sigmas', ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ', 'οδυσσεύσ']],
    [
      'with any i that is another in Turkish',
      ['Istanbul', 'İstanbul', 'istanbul', 'ıstanbul', 'ISTANBUL', 'i\u0307stanbul'],
    ],
    ['with ligatures and other compatibility forms', ['Sﬁnx ①', 'SFINX 1', 'sfinx ¹']],
    ['with letters composed or not', ['Zoë', 'ZOE\u0308', 'zoe\u0308']],
    ['with an emoji in either presentation', ['I ❤ it', 'I ❤️ it']],
    ['in other scripts with cases', ['Łódź ЖУК', 'łódź жук']],
  ])('%s', (_what, names) => {
    expect(new Set(names.map(key)).size).toBe(1)
  })
})

describe('names are different', () => {
  it.each([
    ['with accents', ['Zoe', 'Zoë', 'Zoé']],
    ['with spaces and punctuation', ['AdaB', 'Ada B', 'Ada-B', 'Ada.B', 'Ada_B']],
    ['in scripts that look alike', ['Ada', 'Аdа']],
    ['with figures that look like letters', ['Bob', 'B0b', 'BoB1', 'Bobl', 'Bobi']],
    ['with joiners that their spelling needs', ['می\u200Cخواهم', 'میخواهم']],
    ['with other emoji', ['👍', '👍🏽', '👎']],
    ['with other signs above an i', ['i', 'í', 'ï', 'ĩ']],
  ])('%s', (_what, names) => {
    expect(new Set(names.map(key)).size).toBe(names.length)
  })
})

/** All characters, except the many East Asian ones that have neither cases nor compatibility forms. */
const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) =>
    !/[\p{Cn}\p{Co}\p{Cs}]/u.test(character) &&
    (!/\p{Lo}/u.test(character) || character.normalize('NFKC') !== character),
)

describe('the key', () => {
  it('of every character is that of its cases in any language, of its compatibility form, and its own', () => {
    for (const character of characters) {
      const one = nameKey(character)
      for (const same of [
        character.toUpperCase(),
        character.toLowerCase(),
        character.toLocaleUpperCase('tr'),
        character.toLocaleLowerCase('tr'),
        character.toLocaleUpperCase('lt'),
        character.normalize('NFKC'),
        one,
      ]) {
        if (nameKey(same) !== one)
          expect.fail(`U+${character.codePointAt(0)!.toString(16)}: ${one} and ${nameKey(same)}`)
      }
    }
  })

  it('of characters is the same only where they are one another’s case or compatibility form', () => {
    const upper = (text: string): string => text.normalize('NFKC').toUpperCase()
    const met = new Map<string, string>()
    for (const character of characters) {
      // With a letter before it, because marks and presentation selectors follow another character.
      const one = nameKey(`x${character}x`)
      const other = met.get(one)
      if (other === undefined) met.set(one, character)
      else {
        const forms = (text: string): string[] => [
          upper(text),
          upper(text.toLowerCase()),
          upper(upper(text).toLowerCase()),
        ]
        const related = forms(character).some((form) => forms(other).includes(form))
        const known = /^[iIıİ\uFE0E\uFE0F]$/u
        if (!related && !(known.test(character.normalize('NFKC')) && known.test(other.normalize('NFKC')))) {
          expect.fail(`${other} and ${character} have the key ${one}`)
        }
      }
    }
  })

  it('of a name is that of the name in another case, and is its own key', () => {
    const letters = fc.array(fc.constantFrom(...'aßİıΣς ǅﬁéж漢'), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(letters, (some) => {
        const name = `x${some.join('')}x`
        const one = key(name)
        for (const same of [name.toUpperCase(), name.toLowerCase(), one]) expect(key(same)).toBe(one)
      }),
    )
  })
})
