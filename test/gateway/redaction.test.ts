import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foldRecord } from '../../src/record/index.ts'
import type { MatchState } from '../../src/rules/index.ts'
import type { TestGateway } from '../support/gateway.ts'
import { openGateway } from '../support/gateway.ts'
import { legalOf } from '../support/match.ts'
import { newActionId } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

/** Cards and wonders that nobody may know yet: face down, in later ages, of the second draft group, or in the box. */
function hidden(state: MatchState): string[] {
  const { deal, age, structure, faceUp, picks, options } = state
  const faceDown = structure.filter((card, slot) => card !== null && !faceUp[slot])
  const later = ([1, 2, 3] as const).filter((one) => one > age).flatMap((one) => deal.ages[one].slots)
  const removed = ([1, 2, 3] as const).flatMap((one) => deal.ages[one].removed)
  const wonders = options.wonders === 'draft' ? [...deal.boxWonders, ...(picks < 4 ? deal.secondWonders : [])] : []
  return [...faceDown, ...later, ...removed, ...deal.boxGuilds, ...wonders].filter((id) => id !== null)
}

/** Points are numbers by category: `senate` is a category, and a card too. */
const withoutPoints = (text: string): string => text.replace(/"points":\{("[a-z]+":\d+,?)+\}/g, '')

describe('everything that the server sends of a live match', () => {
  it.each([[1], [2], [3]])('names neither a hidden thing nor the seed, in match %i', async (number) => {
    const random = seededRandom(number)
    const { match, clients } = await open.seatTwo(number === 3 ? { wonders: 'first-game' } : {})
    const spectator = await open.connect('Cy')
    await spectator.enter('match:watch', { match })
    const all = [...clients, spectator]
    for (;;) {
      const newest = Math.max(...all.map((client) => client.follower(match).version))
      await Promise.all(all.map((client) => client.follower(match).reached(newest)))
      const mover = clients.find((client) => client.follower(match).snapshot!.board?.legal)
      if (!mover) break
      const { version, snapshot } = mover.follower(match)
      if (random() < 0.1) {
        await pick(all, random).enter('match:watch', { match, version: Math.floor(random() * version) })
      }
      if (random() < 0.3) await pick(all, random).send('match:explain', { match })
      // Also what is refused says nothing.
      await mover.act({
        match,
        actionId: newActionId(),
        version,
        action: { type: 'construct-building', slot: Math.floor(random() * 20) },
      })
      if (mover.follower(match).version > version) continue
      await mover.act({ match, actionId: newActionId(), version, action: pick(legalOf(snapshot!), random) })
      await mover.follower(match).reached(open.backend.record(match).entries.length)
    }
    const record = open.backend.record(match)
    const secrets = record.entries.map(({ version }) => {
      const fold = foldRecord(record, version)
      return fold.outcome ? [] : [record.header.seed, ...hidden(fold.state!)]
    })
    expect(secrets[0]!.length).toBeGreaterThan(50)
    let messages = 0
    for (const client of all) {
      let version = 0
      for (const { match: of, version: at, text } of client.received) {
        if (of !== undefined && of !== match) continue
        // A message without a version was sent at the latest version, or before.
        version = at ?? version
        messages += 1
        for (const secret of secrets[version - 1] ?? []) {
          if (withoutPoints(text).includes(`"${secret}"`)) expect.fail(`version ${version} names ${secret}: ${text}`)
        }
      }
    }
    expect(messages).toBeGreaterThan(150)
  })

  it('shows the tokens that the Great Library drew to their seat alone', async () => {
    let drawn = 0
    for (let number = 1; number <= 40 && drawn === 0; number += 1) {
      const random = seededRandom(100 + number)
      const { match, clients } = await open.seatTwo()
      for (;;) {
        const newest = Math.max(...clients.map((client) => client.follower(match).version))
        await Promise.all(clients.map((client) => client.follower(match).reached(newest)))
        const mover = clients.find((client) => client.follower(match).snapshot!.board?.legal)
        if (!mover) break
        const { version, snapshot } = mover.follower(match)
        const legal = legalOf(snapshot!)
        const wonders = legal.filter(({ type }) => type === 'construct-wonder' || type === 'draft-wonder')
        const library = wonders.filter((action) => 'wonder' in action && action.wonder === 'great-library')
        const actions = [library, wonders, legal].find(({ length }) => length > 0)!
        await mover.act({ match, actionId: newActionId(), version, action: pick(actions, random) })
        await mover.follower(match).reached(version + 1)
      }
      const seen = clients.map((client) =>
        client.follower(match).updates.flatMap(({ events }) => events.filter(({ type }) => type === 'library-drawn')),
      )
      for (const [index, events] of seen.entries()) {
        for (const event of events) {
          drawn += 1
          if (event.seat === index) expect(event.tokens).toHaveLength(event.count as number)
          else expect(Object.keys(event).sort()).toEqual(['count', 'seat', 'type'])
        }
      }
    }
    expect(drawn).toBeGreaterThan(0)
  })
})
