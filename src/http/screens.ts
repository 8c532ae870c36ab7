import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** What a screen of the page is about, which its link can say to a messenger. */
const Subjects = z.enum(['invitation', 'match'])
export type Subject = z.infer<typeof Subjects>

const Screens = z.record(z.string().startsWith('/'), z.object({ about: Subjects.optional() }))

/** The addresses that the page draws itself, by pattern of a route, and what each one is about. */
export type Screens = Readonly<Record<string, Subject | null>>

/**
 * Reads which screens a page has from where its build lists them: web/src/lib/screens.json, which its router reads, too.
 * @throws Error if the list is not there, or of another version
 */
export function readScreens(builtPage: string): Screens {
  const listed = Screens.parse(JSON.parse(readFileSync(join(builtPage, '.vite/screens.json'), 'utf8')))
  return Object.fromEntries(Object.entries(listed).map(([path, { about }]) => [path, about ?? null]))
}
