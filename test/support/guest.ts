import { Curia } from '../../client/src/index.ts'
import type { PlayerRef } from '../../src/protocol/index.ts'
import { PASSWORD } from './accounts.ts'

/** A guest of a server, with the token for requests that are made by hand. */
export interface Guest {
  player: PlayerRef
  token: string
}

/** Makes a guest by plain HTTP. */
export async function becomeGuest(url: string, name: string): Promise<Guest> {
  const curia = new Curia({ url })
  const { player, token } = await curia.rest.post('/v1/players', { body: { name } })
  return { player, token }
}

/** The client of a guest: of a new one, or of one once more. */
export async function clientOf(url: string, who: string | Guest): Promise<Curia> {
  const curia = new Curia({ url })
  if (typeof who === 'string') await curia.guest({ name: who })
  else await curia.resume(who)
  return curia
}

/** Makes accounts with these names, which no guest can have then. */
export async function takeNames(url: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    const owner = await clientOf(url, 'Owner')
    await owner.register({ name, password: PASSWORD })
    owner.close()
  }
}
