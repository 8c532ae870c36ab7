import { Curia } from '../../../client/src/index.ts'
import type { Visitor } from './browser.ts'

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
