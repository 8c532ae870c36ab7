import type { Browser } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import type { Size, Visit, Visitor } from './browser.ts'
import { enter, visit } from './browser.ts'
import type { Guest } from './session.ts'

/** Where visitors come, and with which browser. */
interface Place {
  readonly browser: Browser
  readonly server: { readonly url: string }
}

interface Visitors {
  readonly visitors: Visitor[]
  /** Someone new, at a path of the server or at another address. */
  come: (path?: string, size?: Size, language?: string, visit?: Visit) => Promise<Visitor>
  /** Someone new who has entered a name, in the lobby. */
  comeAs: (name: string, language?: string) => Promise<Visitor>
  /** Someone with the session of a guest, which they take over in the settings; then at a path. */
  comeWith: (guest: Guest, path: string, size?: Size, language?: string, visit?: Visit) => Promise<Visitor>
}

/**
 * The visitors of each test of the file that calls it: they are closed after it, and nothing may have gone wrong on their
 * pages.
 * @param place - is asked when someone comes: it may be there during the tests only
 * @param isExpected - whether a problem belongs to what the file tests
 */
export function visitorsOfEachTest(
  place: () => Place,
  isExpected: (problem: string) => boolean = () => false,
): Visitors {
  const visitors: Visitor[] = []
  afterEach(async () => {
    const problems = visitors.flatMap((visitor) => visitor.problems)
    await Promise.all(visitors.splice(0).map((visitor) => visitor.close()))
    expect(problems.filter((problem) => !isExpected(problem))).toEqual([])
  })
  const come: Visitors['come'] = async (path = '/', ...how) => {
    const { browser, server } = place()
    const visitor = await visit(browser, new URL(path, server.url).href, ...how)
    visitors.push(visitor)
    return visitor
  }
  return {
    visitors,
    come,
    async comeAs(name, language) {
      const visitor = await come('/', 'desktop', language)
      await enter(visitor, name)
      return visitor
    },
    async comeWith(guest, path, ...how) {
      const visitor = await come('/settings', ...how)
      await guest.lend(visitor)
      await visitor.page.goto(place().server.url + path)
      return visitor
    },
  }
}
