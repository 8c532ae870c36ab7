import type { MatchOptions } from '../../src/rules/index.ts'
import type { Slot } from '../../src/rules/structure.ts'
import { layoutOf } from '../../src/rules/structure.ts'
import { table } from './fill.ts'

/** Characters for half a card in a picture. */
const HALF_CARD = 3

/** A picture of the structure of an age, the slots that are accessible at the start, and what covers each other one. */
export function layout(options: MatchOptions, age: 1 | 2 | 3): string {
  const slots = layoutOf(options, age)
  const rows = [...new Set(slots.map(({ row }) => row))]
  const numbersIn = (row: number): number[] => [...slots.keys()].filter((slot) => slots[slot]!.row === row)
  const accessible = [...slots.keys()].filter((slot) => slots[slot]!.coveredBy.length === 0)
  return [
    '```text',
    ...rows.map((row) => picture(slots, numbersIn(row))),
    '```',
    '',
    `Accessible at the start: slots ${accessible.join(', ')}.`,
    '',
    table(
      ['row', 'dealt', 'slots, and the slots that cover each'],
      rows.map((row) => {
        const numbers = numbersIn(row)
        return [row, slots[numbers[0]!]!.dealtFaceUp ? 'face up' : 'face down', covers(slots, numbers)]
      }),
    ),
  ].join('\n')
}

function picture(slots: readonly Slot[], numbers: readonly number[]): string {
  let line = ''
  for (const number of numbers) {
    const { column, dealtFaceUp } = slots[number]!
    const text = dealtFaceUp ? ` ${number} ` : `(${number})`
    line = line.padEnd((column - 1) * HALF_CARD) + text.padStart(4)
  }
  return line.trimEnd()
}

const covers = (slots: readonly Slot[], numbers: readonly number[]): string =>
  numbers
    .map((number) => {
      const { coveredBy } = slots[number]!
      return coveredBy.length === 0 ? `${number}` : `${number} (${coveredBy.join(', ')})`
    })
    .join(', ')
