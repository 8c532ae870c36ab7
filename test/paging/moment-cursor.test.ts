import { describe, expect, it } from 'vitest'
import { momentFromCursor, momentToCursor, toCursor } from '../../src/paging/index.ts'
import { primitives } from '../../src/protocol/index.ts'

const key = { at: Date.UTC(2026, 10, 29), id: '96c7ead858f549c0' }
const list = ['reports', null]
const read = (cursor: string) => momentFromCursor(cursor, list, primitives.matchId)

describe('The cursor of a list in the order of time', () => {
  it('gives its key back', () => {
    expect(read(momentToCursor(key, list))).toEqual(key)
  })

  it.each([
    ['of another list', momentToCursor(key, ['reports', 'open'])],
    ['with a time that no database knows', momentToCursor({ ...key, at: 10 ** 14 }, list)],
    ['with a time before 1970', momentToCursor({ ...key, at: -1 }, list)],
    ['with another kind of id', momentToCursor({ ...key, id: '' }, list)],
    ['with more than a key', toCursor([key.at, key.id, 'more'], list)],
    ['with less than a key', toCursor([key.at], list)],
  ])('is refused when it is one %s', (_, cursor) => {
    expect(() => read(cursor)).toThrow(expect.objectContaining({ code: 'bad-cursor' }))
  })
})
