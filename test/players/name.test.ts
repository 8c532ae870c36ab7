import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playerName } from '../../src/players/index.ts'
import { CodedError } from '../../src/protocol/index.ts'

const refused = (name: string): string => {
  try {
    playerName(name)
  } catch (error) {
    if (error instanceof CodedError && error.code === 'name-invalid') return error.message
    throw error
  }
  throw new Error(`${JSON.stringify(name)} was accepted`)
}

describe('a name is accepted unchanged', () => {
  it.each([
    ['Ada'],
    ['Zoë Müller-Lüdenscheid'],
    ['李清照'],
    ['ᚠᚢᚦ'],
    ['محمد'],
    ['שלום'],
    ['मनीष'],
    ['ไม้'],
    ['한글'],
    ['👩‍🚀 Ada'],
    ['👨‍👩‍👧‍👦'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['🇨🇭'],
    ['👍🏽'],
    ['❤️'],
    ['<b>&amp;"\''],
    ['__proto__'],
  ])('%s', (name) => {
    expect(playerName(name)).toBe(name.normalize('NFKC'))
  })

  it('with the joiners that Persian and Indic spelling need', () => {
    expect(playerName('می\u200Cخواهم')).toBe('می\u200Cخواهم')
    expect(playerName('ക്\u200Dഷ')).toBe('ക്\u200Dഷ')
  })

  it('when it has 24 characters as a reader counts them, however many code points those are', () => {
    expect(playerName('👨‍👩‍👧‍👦'.repeat(24))).toBe('👨‍👩‍👧‍👦'.repeat(24))
    expect(playerName('e\u0301'.repeat(24))).toBe('é'.repeat(24))
    expect(playerName('q\u0323\u0307'.repeat(24))).toHaveLength(72)
  })
})

describe('a name is brought into its normal form', () => {
  it.each([
    ['ends are trimmed', '  \t Ada\u3000\n', 'Ada'],
    ['spaces within become one', 'Ada   of\u00A0\u2003Wessex', 'Ada of Wessex'],
    ['compatibility forms become plain', 'Ａｄａ ﬁ ①', 'Ada fi 1'],
    ['letters and marks are composed', 'A\u030A', 'Å'],
    ['presentation selectors without an emoji go', 'A\uFE0F™️', 'ATM'],
  ])('%s', (_what, given, accepted) => {
    expect(playerName(given)).toBe(accepted)
  })

  it('which is unchanged when it is given again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (given) => {
        let name: string
        try {
          name = playerName(given)
        } catch {
          return
        }
        expect(playerName(name)).toBe(name)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a name is refused with the reason', () => {
  it.each([
    ['with nothing in it', ''],
    ['of spaces alone', ' \u00A0\u3000 '],
    ['of a presentation selector alone', '\uFE0F'],
  ])('%s', (_what, name) => {
    expect(refused(name)).toMatch(/no visible character/)
  })

  it.each([
    ['a control', 'A\u0007da', 'U+0007'],
    ['a line break', 'A\nda', 'U+000A'],
    ['a bidi override', 'A\u202Eda', 'U+202E'],
    ['a bidi isolate', 'A\u2066da', 'U+2066'],
    ['a bidi mark', 'A\u200Eda', 'U+200E'],
    ['a zero width space', 'A\u200Bda', 'U+200B'],
    ['a word joiner', 'A\u2060da', 'U+2060'],
    ['a byte order mark', 'A\uFEFFda', 'U+FEFF'],
    ['a soft hyphen', 'A\u00ADda', 'U+00AD'],
    ['a line separator', 'A\u2028da', 'U+2028'],
    ['a space of another kind', 'A\u1680da', 'U+1680'],
    ['a Hangul filler', '\u3164', 'U+1160'],
    ['a Braille blank', '\u2800', 'U+2800'],
    ['an object replacement', '\uFFFC', 'U+FFFC'],
    ['a tag outside a flag', 'A\u{E0041}', 'U+E0041'],
    ['a supplementary variation selector', 'A\u{E0100}', 'U+E0100'],
    ['a private character', 'A\uE000', 'U+E000'],
    ['an unassigned character', 'A\u0378', 'U+0378'],
    ['a lone surrogate', 'A\uD800', 'U+D800'],
    ['a joiner between letters that do not need it', 'A\u200Dda', 'U+200D'],
    ['a joiner at the end of an emoji', '👩\u200D', 'U+200D'],
    ['a joiner between emoji that do not join', '🍎\u200D🍏', 'U+200D'],
    ['a non-joiner after a letter that joins to nothing', 'دا\u200Cن', 'U+200C'],
    ['a non-joiner at the end', 'می\u200C', 'U+200C'],
  ])('with %s', (_what, name, character) => {
    expect(refused(name)).toContain(character)
  })

  it.each([
    ['alone', '\u0301'],
    ['after a space', 'A \u0301'],
    ['of a spacing accent, which is one after normalisation', '\u00A8'],
  ])('with a combining mark %s', (_what, name) => {
    expect(refused(name)).toMatch(/combining mark without a letter/)
  })

  it('with too many marks on a letter', () => {
    expect(refused(`Z${'\u0335\u0301'.repeat(5)}algo`)).toMatch(/too many combining marks/)
    expect(refused('\u1100'.repeat(40))).toMatch(/too many/)
  })

  it('with more than 24 characters, counted after normalisation', () => {
    expect(refused('a'.repeat(25))).toMatch(/25 characters; at most 24/)
    expect(refused('\uFDFA'.repeat(2))).toMatch(/at most 24/)
    expect(refused('a'.repeat(10_000))).toMatch(/at most 24/)
  })

  it('or is within the limits, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (given) => {
        try {
          const name = playerName(given)
          const characters = [...new Intl.Segmenter('en').segment(name)]
          expect(characters.length).toBeGreaterThanOrEqual(1)
          expect(characters.length).toBeLessThanOrEqual(24)
        } catch (error) {
          expect(error).toMatchObject({ code: 'name-invalid' })
        }
      }),
      { numRuns: 3000 },
    )
  })
})
