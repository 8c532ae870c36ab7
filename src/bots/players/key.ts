import type { Action } from '../../rules/index.ts'

/** Bits for the value of a field: there are fewer than 512 ids, and no number is greater or less than 16. */
const BITS = 9
const LEAST = -16

/** The names of the fields of each type of action, and its number, from 1: so fewer fields are never the same key. */
const types = new Map<string, { number: number; fields: readonly string[] }>()
/** A number for each id. */
const ids = new Map<string, number>()

/** A number that tells an action from all others, whatever the order of its fields. */
export function keyOf(action: Action): number {
  const { type } = action
  let known = types.get(type)
  if (!known) {
    const fields = Object.keys(action).filter((field) => field !== 'type')
    known = { number: types.size + 1, fields: fields.sort() }
    types.set(type, known)
  }
  let key = known.number
  for (const field of known.fields) {
    const value = (action as unknown as Record<string, string | number>)[field]!
    key = (key << BITS) | (typeof value === 'number' ? value - LEAST : numberOf(value))
  }
  return key
}

function numberOf(id: string): number {
  let number = ids.get(id)
  if (number === undefined) ids.set(id, (number = ids.size))
  return number
}
