import type { Browser } from 'playwright-core'
import type { LiveMatch } from '../../../client/src/index.ts'
import { Curia } from '../../../client/src/index.ts'
import { pickBy } from '../../../scripts/demo/play.ts'
import type { GameKind } from '../../../src/protocol/index.ts'
import type { Size, Visitor } from './browser.ts'
import { visit } from './browser.ts'

/** A guest who plays through the SDK, and whose session browsers can be given. */
export interface Guest {
  curia: Curia
  /** Makes the page of a visitor one of this guest. It must be loaded again for that. */
  lend(visitor: Pick<Visitor, 'page'>): Promise<void>
}

/** A guest who has claimed an account. */
export async function accountWithSession(url: string, name: string): Promise<Guest> {
  const guest = await guestWithSession(url, name)
  await guest.curia.register({ name, password: 'correct horse battery' })
  return guest
}

export async function guestWithSession(url: string, name: string): Promise<Guest> {
  let session = ''
  const storage = {
    getItem: () => (session === '' ? null : session),
    setItem: (_: string, value: string) => void (session = value),
    removeItem: () => void (session = ''),
  }
  const curia = new Curia({ url, storage })
  await curia.guest({ name })
  return {
    curia,
    lend: ({ page }) =>
      page.evaluate(([key, value]) => localStorage.setItem(key, value), [`curia:${url}`, session] as const),
  }
}

/** Plays random actions of a seat until the match has reached a version. */
export async function playTo(match: LiveMatch, until: number, random: () => number): Promise<void> {
  while (match.value.version < until) {
    const { snapshot, version } = match.value
    if (snapshot.board?.legal) await match.act(pickBy(random, snapshot), version)
    else await match.until((state) => state.version > version)
  }
}

/**
 * Two guests, each at a browser of their own, at a table that they have played to a version with other devices: so it is
 * there at once.
 */
export async function seatTwoAt(
  browser: Browser,
  url: string,
  kind: GameKind,
  {
    version,
    random,
    sizes = ['desktop', 'desktop'],
  }: { version: number; random: () => number; sizes?: readonly [Size, Size] },
): Promise<[Visitor, Visitor]> {
  const guests = [await guestWithSession(url, 'Ada'), await guestWithSession(url, 'Ben')] as const
  const match = await guests[0].curia.create({ kind, clock: 'standard' })
  const other = await guests[1].curia.join({ code: match.value.snapshot.code! })
  await Promise.all([match, other].map((seat) => playTo(seat, version, random)))
  const come = async (seat: 0 | 1): Promise<Visitor> => {
    const visitor = await visit(browser, `${url}/settings`, sizes[seat])
    await guests[seat].lend(visitor)
    await visitor.page.goto(`${url}/match/${match.id}`)
    await visitor.page.waitForSelector('.table:is([data-state="yours"], [data-state="theirs"])')
    return visitor
  }
  const visitors = await Promise.all([come(0), come(1)])
  for (const { curia } of guests) curia.close()
  return visitors
}
