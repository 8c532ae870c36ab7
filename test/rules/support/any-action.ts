/** Actions that nobody offered: of the right shape with any values at all, and values that are no action. */
import type { Action } from '../../../src/rules/index.ts'
import { AGORA, BASE, PANTHEON } from './data.ts'
import type { Random } from './random.ts'

const ids = (...tables: readonly (readonly { id: string }[])[]): string[] => tables.flat().map(({ id }) => id)
const STRAY = ['', 'no-such-thing', '__proto__', 'constructor', 'toString', '0', 'Altar']
const CARDS = [...ids(BASE.cards, AGORA.senators, PANTHEON.grandTemples), ...STRAY]
const WONDERS = [...ids(BASE.wonders, AGORA.wonders, PANTHEON.wonders), ...STRAY]
const TOKENS = [...ids(BASE.progressTokens, AGORA.progressTokens, PANTHEON.progressTokens), ...STRAY]
const CONSPIRACIES = [...ids(AGORA.conspiracies), ...STRAY]
const SLOTS = [
  ...Array.from({ length: 26 }, (_, slot) => slot),
  -1,
  1.5,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]
const CHAMBERS = [1, 2, 3, 4, 5, 6, 0, 7, -1, 2.5]
const SEATS = [0, 1, 2, -1, 0.5]
const SPACES = CHAMBERS
const OFFERINGS = ['none', '2', '3', '4', '2-3', '2-4', '3-4', '2-3-4', '3-2', '2-2', '5', ...STRAY]
const DIVINITIES = [...ids(PANTHEON.divinities), 'gate', ...STRAY]
const MYTHOLOGIES = [...ids(PANTHEON.mythologies), ...STRAY]
const POSITIONS = [...Array.from({ length: 21 }, (_, index) => index - 10), 0.5, Number.NaN]
const MILITARY_TOKENS = ['loot-2', 'loot-5', 'minor', 'major', ...STRAY]

/** By type of action, the values each field is drawn from. */
const FIELDS: Readonly<Record<Action['type'], Readonly<Record<string, readonly unknown[]>>>> = {
  'draft-wonder': { wonder: WONDERS },
  'construct-building': { slot: SLOTS },
  'discard-card': { slot: SLOTS },
  'construct-wonder': { slot: SLOTS, wonder: WONDERS },
  'recruit-senator': { slot: SLOTS },
  'prepare-conspiracy': { slot: SLOTS, conspiracy: CONSPIRACIES },
  'trigger-conspiracy': { conspiracy: CONSPIRACIES },
  'choose-progress-token': { token: TOKENS },
  'choose-first-player': { seat: SEATS },
  'choose-building': { building: CARDS },
  'place-influence': { chamber: CHAMBERS },
  'remove-influence': { chamber: CHAMBERS },
  'move-influence': { from: CHAMBERS, to: CHAMBERS },
  conspire: {},
  'keep-conspiracy': { conspiracy: CONSPIRACIES, other: ['top', 'bottom', ...STRAY] },
  'choose-wonder': { wonder: WONDERS },
  'choose-available-card': { slot: SLOTS },
  'lock-progress-token': { token: TOKENS },
  'move-decree': { from: CHAMBERS, to: CHAMBERS },
  'swap-buildings': { take: CARDS, give: CARDS },
  decline: {},
  'activate-divinity': { space: SPACES, offerings: OFFERINGS },
  'place-divinity': { divinity: DIVINITIES, space: SPACES },
  'choose-mythology': { mythology: MYTHOLOGIES },
  'choose-divinity': { divinity: DIVINITIES },
  'return-divinity': { divinity: DIVINITIES },
  'construct-wonder-from-discard': { card: CARDS, wonder: WONDERS },
  'place-minerva': { position: POSITIONS },
  'choose-military-token': { seat: SEATS, token: MILITARY_TOKENS },
}
const TYPES = Object.keys(FIELDS) as Action['type'][]

/** An action of the right shape; legal only by chance. */
export function anyAction(random: Random, types: readonly Action['type'][] = TYPES): Action {
  const type = random.pick(types)
  const fields = Object.entries(FIELDS[type]).map(([field, values]) => [field, random.pick(values)])
  return { type, ...(Object.fromEntries(fields) as object) } as Action
}

/** An action in which something is of the wrong type or missing, or something else altogether. */
export function noAction(random: Random): unknown {
  const wrong = [null, undefined, true, {}, [], [0], { slot: 0 }, Symbol('slot')]
  if (random.onceIn(3)) {
    return random.pick([
      ...wrong,
      0,
      'decline',
      ['decline'],
      { type: 'no-such-type' },
      { type: '__proto__' },
      { type: 'hasOwnProperty' },
      { type: null },
      { type: ['decline'] },
      { type: { type: 'decline' } },
    ])
  }
  const type = random.pick(TYPES.filter((each) => Object.keys(FIELDS[each]).length > 0))
  const action = anyAction(random, [type]) as unknown as Record<string, unknown>
  const field = random.pick(Object.keys(FIELDS[type]))
  if (random.onceIn(3)) {
    delete action[field]
    return action
  }
  const other = typeof action[field] === 'string' ? [0, 1n] : ['0', 'altar', -0]
  return { ...action, [field]: random.pick([...wrong, ...other]) }
}
