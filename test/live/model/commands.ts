import fc from 'fast-check'

/** Matches, codes and action ids are named by small numbers, so that they meet again. */
export type Command =
  | { type: 'create'; match: number; code: number }
  | {
      type: 'commit'
      match: number
      kind: 'join' | 'act' | 'resign'
      seat: 0 | 1
      /** From the present version. */
      offset: number
      action: number | null
      ends: boolean
      /** So often at once. */
      times: number
    }
  | { type: 'load' | 'settle'; match: number }
  | { type: 'entriesAfter'; match: number; version: number }
  | { type: 'findByCode'; code: number }
  | { type: 'claim'; limit: number }

const match = fc.nat({ max: 4 })
const code = fc.nat({ max: 3 })
const seat = fc.constantFrom(0 as const, 1 as const)

const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('create' as const), match, code }) },
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('commit' as const),
      match,
      kind: fc.constantFrom('join' as const, 'act' as const, 'act' as const, 'resign' as const),
      seat,
      offset: fc.constantFrom(0, 0, 0, 0, -1, 1),
      action: fc.option(fc.nat({ max: 5 })),
      ends: fc.constantFrom(false, false, false, true),
      times: fc.constantFrom(1, 1, 3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('load' as const), match }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('settle' as const), match }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('entriesAfter' as const), match, version: fc.nat({ max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('findByCode' as const), code }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('claim' as const), limit: fc.nat({ max: 3 }) }) },
)

export const commandsArbitrary = fc.array(commandArbitrary, { minLength: 1, maxLength: 60, size: 'max' })
