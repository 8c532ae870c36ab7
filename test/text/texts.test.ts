import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { chatText } from '../../src/matches/chat-text.ts'
import { playerName } from '../../src/players/index.ts'
import {
  botRequestSchema,
  claimRequestSchema,
  CodedError,
  guestRequestSchema,
  measureRequestSchema,
  reportRequestSchema,
  sayRequestSchema,
} from '../../src/protocol/index.ts'
import type { TextKind } from '../../src/text/index.ts'
import { countCharacters, isVisible, mostUnits, TEXT_LIMITS, textFault, unitsOf } from '../../src/text/index.ts'

const KINDS = Object.keys(TEXT_LIMITS) as TextKind[]
/** What people take for one character, in many code points and UTF-16 units. */
const CHARACTERS = [
  'a',
  '李',
  '\u{20bb7}',
  '😀',
  '👨‍👩‍👧‍👦',
  '👩🏻‍❤️‍💋‍👩🏿',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '🇨🇭',
  '👍🏽',
  '❤️',
  '1️⃣',
  'e\u0301',
  'q\u0323\u0307',
  'नि',
  'ไ',
  '각',
]
const ID = 'q7bX2mYpL0sTgR4w'

const accepts = (work: () => unknown): boolean => {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof CodedError && /^(bad-request|name-invalid)$/.test(error.code)) return false
    throw error
  }
}
const measureWith = (why: string) => ({ type: 'unmute', player: ID, why })

/** Everything that a player writes and others read, and whether the server takes a text there. */
const TAKES: Record<string, (text: string) => boolean> = {
  'a name': (text) => accepts(() => playerName(text)),
  'a line of chat': (text) => accepts(() => chatText(text)),
  'the request of a line of chat': (text) => sayRequestSchema.safeParse({ match: ID, text }).success,
  'the note of a report': (note) => reportRequestSchema.safeParse({ player: ID, reason: 'other', note }).success,
  'the reason of a moderator': (why) => measureRequestSchema.safeParse(measureWith(why)).success,
}

describe('characters are counted as people count them', () => {
  it.each(CHARACTERS)('%s is one, and as many of it as are allowed fit into every kind of text', (character) => {
    expect(countCharacters(character)).toBe(1)
    for (const kind of KINDS) {
      const { most } = TEXT_LIMITS[kind]
      expect(textFault(kind, character.repeat(most))).toBeNull()
      expect(textFault(kind, character.repeat(most + 1))).toBe('too-long')
    }
  })

  it('no text has more UTF-16 units than its count allows, whatever it is', () => {
    const unit = fc.constantFrom(...CHARACTERS, '\u0301', '\u200D', '\u1100', '\u093F', '\u{1F468}\u200D', '\uD800')
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 200 }), (parts) => {
        const text = parts.join('')
        expect(text.length).toBeLessThanOrEqual(unitsOf(countCharacters(text)))
      }),
    )
  })

  it('a pile of marks on one letter is no single character', () => {
    for (const kind of KINDS) expect(textFault(kind, `e${'\u0301'.repeat(10_000)}`)).toBe('too-long')
    expect(countCharacters(`e${'\u0301'.repeat(10_000)}`)).toBe(1001)
    expect(countCharacters('👩\u200D'.repeat(1000))).toBeGreaterThanOrEqual(200)
  })

  it('a text with too many UTF-16 units is refused before anything is done with it', () => {
    for (const kind of KINDS) {
      const endless = new Proxy(
        { length: mostUnits(kind) + 1 },
        {
          get: (target, key) => {
            if (key !== 'length') throw new Error(`${String(key)} of a text that is too long was used`)
            return target.length
          },
        },
      )
      expect(textFault(kind, endless as unknown as string)).toBe('too-long')
    }
  })

  it('a password is counted like every other text, and has a least length, too', () => {
    expect(textFault('password', '😀'.repeat(7))).toBe('too-short')
    expect(textFault('password', '😀'.repeat(8))).toBeNull()
    expect(textFault('password', '        ')).toBeNull()
  })
})

describe('text that nobody can see', () => {
  /** Every code point of Unicode that shows nothing by itself. */
  const hidden = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    /[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\p{M}\u2800\u3164\u115F\u1160\uFFA0\u{1D159}\u{13441}\u{13442}]/u.test(
      character,
    ),
  )

  it('is not visible, whichever code point it is made of', () => {
    expect(hidden.length).toBeGreaterThan(900_000)
    expect(hidden.filter(isVisible)).toEqual([])
  })

  it.each(Object.entries(TAKES))('is refused as %s, in any mixture', (_what, takes) => {
    const few = hidden.filter((character) => !/[\p{Co}\p{Cn}\p{Cs}]/u.test(character))
    expect(few.length).toBeGreaterThan(2000)
    // An empty note is no note.
    const blank = takes('') ? few.filter((character) => character.trim() !== '') : few
    expect(blank.filter(takes)).toEqual([])
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...blank), { minLength: 1, maxLength: 20 }), (characters) => {
        expect(takes(characters.join(''))).toBe(false)
      }),
    )
  })

  it.each(Object.entries(TAKES))('is no reason to refuse what can be seen as %s', (_what, takes) => {
    expect(CHARACTERS.filter((character) => !takes(character))).toEqual([])
  })
})

describe('the schemas', () => {
  it.each([
    ['chat', sayRequestSchema, 'text'],
    ['note', reportRequestSchema, 'note'],
    ['name', guestRequestSchema, 'name'],
    ['name', botRequestSchema, 'name'],
    ['name', claimRequestSchema, 'name'],
    ['password', claimRequestSchema, 'password'],
    ['reason', measureRequestSchema.options[0], 'why'],
  ] as const)('say how many characters a %s has, and bound nothing that is valid', (kind, schema, field) => {
    const { description, maxLength } = z.toJSONSchema((schema.shape as Record<string, z.ZodType>)[field]!, {
      io: 'input',
    })
    expect(description).toContain(`${TEXT_LIMITS[kind].most} `)
    expect(description).toContain('as people count them')
    for (const character of CHARACTERS) {
      expect(character.repeat(TEXT_LIMITS[kind].most).length).toBeLessThanOrEqual(maxLength!)
    }
  })

  it('of a line of chat takes 300 letters and not 301', () => {
    const takes = (text: string): boolean => sayRequestSchema.safeParse({ match: ID, text }).success
    expect([takes('a'.repeat(300)), takes('a'.repeat(301))]).toEqual([true, false])
  })
})

describe('a text that somebody may write in several lines', () => {
  it('keeps its lines, and loses what acts on the text around it', () => {
    const why = ' They said:\r\n“\u202Eevil\u0000”\u2028and left \n'
    expect(measureRequestSchema.parse(measureWith(why))).toMatchObject({ why: 'They said:\n“ evil ”\nand left' })
  })
})
