import { expect, it } from 'vitest'
import type { ShownMatch, ShownQuery, ShownStore } from '../../../src/live/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { LONG, newId, PATIENTLY, SHORT } from './harness.ts'

const MANY = 1000

const ratingOf = (rating: number) => ({ rating, deviation: 80, provisional: false, games: 31 })

/** A match to be shown. Without ratings it has no clock. */
export function aShownMatch(kind: ShownMatch['kind'] = 'base', ratings?: [number, number]): ShownMatch {
  return {
    match: newId(),
    players: { 0: newPlayer('Ada'), 1: newPlayer('Bo') },
    ...(ratings && { ratings: { 0: ratingOf(ratings[0]), 1: ratingOf(ratings[1]) } }),
    kind,
    options: { wonders: 'draft', tiedPawn: 'chooses' },
    terms: { clock: ratings ? 'blitz' : 'none', rated: ratings !== undefined, visibility: 'public' },
    origin: 'queue',
    startedAt: 1_767_225_600_000,
  }
}

export function shown({ node, pass }: LobbyHarness): void {
  const list = async (shown: ShownStore, query: Partial<ShownQuery> = {}): Promise<string[]> =>
    (await shown.list({ order: 'newest', limit: MANY, ...query })).map(({ match }) => match.match)
  const hideAll = async (shown: ShownStore): Promise<void> => {
    for (const match of await list(shown)) await shown.hide(match)
  }

  it('is shown once and unchanged, until it is hidden, on every node', async () => {
    const [one, other] = [await node(), await node()]
    const match = aShownMatch('agora', [1512.5, 1490])
    expect(await one.shown.has(match.match)).toBe(false)
    await one.shown.show(match)
    await other.shown.show({ ...match, kind: 'base' })
    expect(await other.shown.has(match.match)).toBe(true)
    const listed = await other.shown.list({ order: 'newest', limit: MANY })
    expect(listed.filter((each) => each.match.match === match.match).map((each) => each.match)).toEqual([match])
    await other.shown.hide(match.match)
    await one.shown.hide(match.match)
    expect(await one.shown.has(match.match)).toBe(false)
    for (const order of ['newest', 'rating'] as const) {
      expect(await list(one.shown, { order })).not.toContain(match.match)
    }
    await hideAll(one.shown)
  })

  it('is found by each of its players, as long as it is shown', async () => {
    const [one, other] = [await node(), await node()]
    const matches = [aShownMatch(), aShownMatch(), aShownMatch()] as const
    const [
      {
        players: { 0: ada, 1: bo },
      },
      first,
      second,
    ] = matches
    first.players = { 0: newPlayer('Eve'), 1: ada }
    for (const match of matches.slice(0, 2)) await one.shown.show(match)
    const ids = [ada, bo, first.players[0], second.players[0]].map(({ id }) => id)
    const played = async (): Promise<(string | undefined)[]> => {
      const found = await other.shown.playedBy([...ids, newPlayer('Gus').id])
      expect([...found.keys()].every((id) => ids.includes(id))).toBe(true)
      return ids.map((id) => found.get(id))
    }
    expect(await played()).toEqual([expect.any(String), matches[0].match, first.match, undefined])
    await one.shown.hide(matches[0].match)
    expect(await played()).toEqual([first.match, undefined, first.match, undefined])
    await one.shown.hide(first.match)
    await one.shown.show(second)
    expect(await played()).toEqual([undefined, undefined, undefined, second.match])
    await one.shown.hide(second.match)
    expect(await other.shown.playedBy(ids)).toEqual(new Map())
  })

  it('is listed newest first, and by rating if it has one, with equal ratings newest first', async () => {
    const { shown } = await node()
    const matches = [
      aShownMatch('base', [1500, 1700]),
      aShownMatch(),
      aShownMatch('base', [1900, 1300]),
      aShownMatch('base', [2100, 900]),
      aShownMatch('base', [1650.4, 1649.6]),
    ]
    for (const match of matches) await shown.show(match)
    const [middle, untimed, equal, low, high] = matches.map(({ match }) => match)
    expect(await list(shown)).toEqual([high, low, equal, untimed, middle])
    expect(await list(shown, { order: 'rating' })).toEqual([high, equal, middle, low])
    await hideAll(shown)
  })

  it('is found by its kind of game and its clock', async () => {
    const { shown } = await node()
    const [base, agora, untimed] = [
      aShownMatch('base', [1500, 1500]),
      aShownMatch('agora', [1600, 1600]),
      aShownMatch(),
    ]
    for (const match of [base, agora, untimed]) await shown.show(match)
    expect(await list(shown, { kind: 'base' })).toEqual([untimed.match, base.match])
    expect(await list(shown, { clock: 'blitz' })).toEqual([agora.match, base.match])
    expect(await list(shown, { kind: 'agora', clock: 'blitz', order: 'rating' })).toEqual([agora.match])
    expect(await list(shown, { kind: 'agora', clock: 'none' })).toEqual([])
    expect(await list(shown, { kind: 'pantheon' })).toEqual([])
    await hideAll(shown)
  })

  it('is found by whether a bot has a seat', async () => {
    const { shown } = await node()
    const botOf = (seat: 0 | 1): Partial<ShownMatch> => {
      const bot = { ...newPlayer('Bot'), bot: true as const }
      return { players: seat === 0 ? { 0: bot, 1: newPlayer('Bo') } : { 0: newPlayer('Ada'), 1: bot } }
    }
    const [people, first, second] = [
      aShownMatch('base', [1500, 1500]),
      { ...aShownMatch('base', [1600, 1600]), ...botOf(0) },
      { ...aShownMatch('agora'), ...botOf(1) },
    ]
    for (const match of [people, first, second]) await shown.show(match)
    expect(await list(shown, { bots: true })).toEqual([second.match, first.match])
    expect(await list(shown, { bots: false })).toEqual([people.match])
    expect(await list(shown, { bots: true, kind: 'agora' })).toEqual([second.match])
    expect(await list(shown, { bots: true, clock: 'blitz', order: 'rating' })).toEqual([first.match])
    expect(await list(shown, { bots: false, kind: 'agora', clock: 'none' })).toEqual([])
    await shown.hide(first.match)
    expect(await list(shown, { bots: true })).toEqual([second.match])
    await hideAll(shown)
    for (const bots of [true, false]) expect(await list(shown, { bots })).toEqual([])
  })

  it('is once in a list that is read page by page, while others are shown and hidden', async () => {
    const { shown } = await node()
    const matches = Array.from({ length: 9 }, () => aShownMatch('base', [1500, 1500]))
    for (const match of matches) await shown.show(match)
    for (const order of ['newest', 'rating'] as const) {
      const all = await list(shown, { order })
      const first = await shown.list({ order, limit: 4 })
      const last = first.at(-1)!
      // The match that the page ended with is hidden, and another one is shown.
      await shown.hide(last.match.match)
      await shown.show(aShownMatch('base', [1500, 1500]))
      const rest = await shown.list({ order, limit: MANY, after: last.place })
      expect([...first, ...rest].map(({ match }) => match.match)).toEqual(all)
    }
    await hideAll(shown)
  })

  it('is given to be checked, again and again, but to one node at a time', async () => {
    const [one, other] = [await node(), await node()]
    const { match } = aShownMatch()
    await one.shown.show({ ...aShownMatch(), match })
    expect(await one.shown.claim(MANY, LONG)).toEqual([])
    let claims = 0
    const claim = async (): Promise<number> => {
      const claimed = await Promise.all([one, other].map(({ shown }) => shown.claim(MANY, SHORT)))
      expect(claimed.flat().filter((each) => each === match).length).toBeLessThanOrEqual(1)
      claims += claimed.flat().filter((each) => each === match).length
      return claims
    }
    for (const times of [1, 2]) {
      pass(SHORT)
      await expect.poll(claim, PATIENTLY).toBeGreaterThanOrEqual(times)
    }
    await one.shown.hide(match)
    pass(SHORT)
    expect(await one.shown.claim(MANY, 0)).not.toContain(match)
  })
}
