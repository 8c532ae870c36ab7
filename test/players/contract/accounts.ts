import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { Places } from '../../support/history.ts'
import { blocks } from './blocks.ts'
import { bots } from './bots.ts'
import { claiming } from './claiming.ts'
import { earlyEnds } from './early-ends.ts'
import { having } from './having.ts'
import { loggingIn } from './logging-in.ts'
import { passkeys } from './passkeys.ts'
import { passwords } from './passwords.ts'
import { people } from './people.ts'
import { sessions } from './sessions.ts'
import { storage } from './storage.ts'
import { waysBack } from './ways-back.ts'
import { World } from './world.ts'

/** The contract of accounts and sessions, for every database. */
export function describeAccounts(what: string, makePlaces: () => Promise<Places>): void {
  describe(`Accounts in ${what}`, () => {
    const world = new World(makePlaces)
    beforeAll(() => world.begin())
    afterEach(() => world.closeNodes())
    afterAll(() => world.end())

    claiming(world)
    having(world)
    loggingIn(world)
    sessions(world)
    passwords(world)
    storage(world)
    blocks(world)
    people(world)
    earlyEnds(world)
    bots(world)
    waysBack(world)
    passkeys(world)
  })
}
