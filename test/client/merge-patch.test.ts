import fc from 'fast-check'
import { apply, generate } from 'json-merge-patch'
import { describe, expect, it } from 'vitest'
import { applyPatch, replaceShared } from '../../client/src/merge-patch.ts'
import { frozen } from './support.ts'

/** JSON as patches are made of; keys are few, so that patch and value meet. */
const json = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1, 'a', 'b'),
    fc.array(fc.constantFrom(0, 1, 'a'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', '0', '__proto__'), tie('value'), { maxKeys: 4 }),
}))

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

/** The parts of a value, by their paths. */
function* partsOf(value: unknown, path = ''): Iterable<[string, object]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value]
  for (const [key, part] of Object.entries(value)) yield* partsOf(part, `${path}/${key}`)
}

/** Every part of `after` that is equal to the part at its place before is the same object. */
function expectShared(before: unknown, after: unknown): void {
  const known = new Map(partsOf(before))
  for (const [path, part] of partsOf(after)) {
    const old = known.get(path)
    if (old && JSON.stringify(old) === JSON.stringify(part)) expect(part).toBe(old)
  }
}

/** RFC 7396, section 2, as it is written there; what it makes is new. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const result = new Map(
    typeof target === 'object' && target !== null && !Array.isArray(target) ? Object.entries(target) : [],
  )
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name)
    else result.set(name, mergePatch(result.get(name), value))
  }
  return Object.fromEntries(result)
}

describe('a merge patch', () => {
  it('gives what the RFC says, changes nothing in place, and shares what is the same', () => {
    fc.assert(
      fc.property(json.object, json.value, (value, patch) => {
        const [before, change] = [frozen(copy(value)), frozen(copy(patch))]
        const after = applyPatch<unknown>(before, change)
        expect(after).toEqual(mergePatch(value, patch))
        expect(before).toEqual(value)
        expectShared(before, after)
      }),
    )
  })

  it('made from two values by another library leads from one to the other', () => {
    const plain = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(
        fc.constantFrom(true, 0, 'a'),
        fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom(true, 0), { maxKeys: 2 }),
      ),
    )
    fc.assert(
      fc.property(plain, plain, (before, after) => {
        const patch = (generate(copy(before), copy(after)) as object | undefined) ?? {}
        const patched = applyPatch(frozen(before), patch)
        expect(patched).toEqual(after)
        expect(patched).toEqual(apply(copy(before), patch))
        expectShared(before, patched)
      }),
    )
  })
})

describe('a replacement', () => {
  it('is the new value, made of the parts of the old one that are the same', () => {
    fc.assert(
      fc.property(json.value, json.value, (value, next) => {
        const before = frozen(copy(value))
        const after = replaceShared<unknown>(before, frozen(copy(next)))
        expect(after).toEqual(copy(next))
        expectShared(before, after)
      }),
    )
  })

  it('by an equal value is the old one', () => {
    fc.assert(
      fc.property(json.value, (value) => {
        const before = copy(value)
        expect(replaceShared<unknown>(before, copy(value))).toBe(before)
      }),
    )
  })
})
