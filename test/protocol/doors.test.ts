import { expect, it } from 'vitest'
import type { z } from 'zod'
import { shapesOf } from '../../scripts/docs-tables/protocol.ts'
import { DOORS } from '../../src/protocol/index.ts'

/** The fields of a message: those of every shape that it may have. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  return [...new Set(shapesOf(schema, 'input').flatMap(({ properties }) => Object.keys(properties ?? {})))]
}

/** HTTP has more ways to ask for these: a long poll, and filters. */
const MORE: Record<string, [only: string[], command: string[]]> = {
  'match:watch': [['after', 'wait', 'turn'], ['version']],
  'lobby:watch': [['kind', 'clock', 'rated', 'bots'], []],
}

it.each([...DOORS])('the door of HTTP for %s has every field of the command, and no other', (name, [command, door]) => {
  const [more, instead] = MORE[name] ?? [[], []]
  const asked = [...(door.subject ? [door.subject] : []), ...fieldsOf(door.query), ...fieldsOf(door.body)]
  expect(asked.filter((field) => !more.includes(field)).sort()).toEqual(
    fieldsOf(command.request)
      .filter((field) => !instead.includes(field))
      .sort(),
  )
})

it.each([...DOORS])('the path of %s names what its door takes from it', (_name, [, door]) => {
  expect(door.route.includes('{id}')).toBe(door.subject !== undefined)
  expect(Object.keys(door.params?.shape ?? {})).toEqual(door.subject ? ['id'] : [])
})
