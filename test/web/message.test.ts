import { describe, expect, it } from 'vitest'
import { format, namesIn, parseMessage } from '../../web/src/lib/message.ts'

const say = (source: string, values: Record<string, string | number> = {}, lang = 'en'): string =>
  format(parseMessage(source), values, lang).map(String).join('')

describe('a message', () => {
  it('is its text, with values in their places', () => {
    expect(say('Nothing to fill in.')).toBe('Nothing to fill in.')
    expect(say('{p} takes { card }.', { p: 'Ada', card: 'Tavern' })).toBe('Ada takes Tavern.')
  })

  it('isolates a value from right to left, which must not reorder the text around it, once', () => {
    expect(say('{p} (1): {text}', { p: 'שלום', text: 'hello' })).toBe('\u2068שלום\u2069 (1): hello')
    expect(say('{p}!', { p: '\u2068שלום\u2069' })).toBe('\u2068שלום\u2069!')
  })

  it('counts by the rules of its language', () => {
    const coins = '{n, plural, =0 {no coins} one {one coin} other {# coins}}'
    expect([0, 1, 2, 1200].map((n) => say(coins, { n }))).toEqual(['no coins', 'one coin', '2 coins', '1,200 coins'])
    // Japanese has one form for all numbers.
    expect(say('{n, plural, other {#枚}}', { n: 1 }, 'ja')).toBe('1枚')
  })

  it('chooses by a word, also within another choice', () => {
    const line =
      '{who, select, me {You build} other {{p} builds}} ' +
      '{how, select, free {for free} other {for {n, plural, one {one coin} other {# coins}}}}.'
    expect(say(line, { who: 'me', how: 'free' })).toBe('You build for free.')
    expect(say(line, { who: 'them', p: 'Ben', how: 'paid', n: 3 })).toBe('Ben builds for 3 coins.')
  })

  it('keeps what is more than text as a part of its own', () => {
    const thing = { id: 'tavern' }
    expect(format(parseMessage('{p} builds {card}.'), { p: 'Ada', card: thing }, 'en')).toEqual([
      'Ada',
      ' builds ',
      thing,
      '.',
    ])
  })

  it('shows which value is missing instead of failing', () => {
    expect(say('{p} wins.')).toBe('{p} wins.')
  })

  it.each(['{p', '{n, plural, one {x}}', 'a } b', '{n, plural, other {x}', '{}'])(
    'is refused if it cannot be read: %s',
    (source) => {
      expect(() => parseMessage(source)).toThrow(SyntaxError)
    },
  )

  it('knows the names of its values', () => {
    expect([...namesIn(parseMessage('{a} {n, plural, other {# {b}}} {c, select, other {{d}}}'))].sort()).toEqual([
      'a',
      'b',
      'c',
      'd',
      'n',
    ])
  })
})
