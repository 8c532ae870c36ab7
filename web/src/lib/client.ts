import { Curia } from '@curia/client'
import { storage } from './storage.ts'

/** The client of the server that the page came from. */
export const curia = new Curia({ storage })

// A player whose page is open is online for the others, also where the page itself has nothing to send.
curia.session.subscribe(({ player }) => {
  if (player) curia.connect().catch(() => undefined)
})
