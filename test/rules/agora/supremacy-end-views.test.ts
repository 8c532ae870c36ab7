/** agora.md §10: political supremacy, the end of the game, and what each viewer sees. */
import { describe, expect, test } from 'vitest'
import type { MatchState } from '../../../src/rules/index.ts'
import type { AgoraDescription } from '../support/agora.ts'
import { agora, newAgoraGame } from '../support/agora.ts'
import { DECLINE, move, place, remove, trigger } from '../support/agora-actions.ts'
import { expectWon } from '../support/expect.ts'
import { expectAsked } from '../support/expect-decision.ts'
import type { Game } from '../support/game.ts'
import { VIEWERS } from '../support/game.ts'
import { namesIn } from '../support/names.ts'
import { playOut } from '../support/playout.ts'

const FIVE = { 1: '1-0', 2: '1-0', 3: '1-0', 4: '1-0', 5: '2-0' } as const

describe('political supremacy', () => {
  test('126 removing the cube that ties the sixth chamber wins', () => {
    const game = agora({ A: { prepared: ['political-maneuver'] }, cubes: { ...FIVE, 6: '1-1' } })
    const removing = game.do(trigger('political-maneuver'), place(1))
    expect(removing.state.result).toBeNull()
    const after = removing.act(remove(6))
    expectWon(after, 'politics', 'A')
  })

  test('127 a player who moves an own cube away can make the opponent win', () => {
    const game = agora({ mover: 'B', cubes: { ...FIVE, 4: '1-1', 6: '1-0' }, accessible: ['politician-left-1'] })
    expectWon(game.recruit('politician-left-1').act(move(4, 5)), 'politics', 'A')
  })

  test('128 the sixth chamber and the pawn in the capital at once are a military victory', () => {
    const game = agora({
      pawn: 8,
      cubes: { ...FIVE, 1: '0-0', 6: '1-0' },
      decrees: { 1: 'shield' },
      accessible: ['conspirator-1'],
    })
    const after = game.recruit('conspirator-1').act(place(1))
    expect(after.controller(1)).toBe('A')
    expectWon(after, 'military', 'A')
  })

  test('129 the sixth chamber in the middle of senate actions ends the match at once', () => {
    const game = agora({
      age: 2,
      A: { owns: ['theater', 'altar', 'baths', 'temple'] },
      cubes: { 3: '1-0', 4: '1-0', 5: '1-0', 6: '1-0' },
      accessible: ['politician-left-1'],
    })
    const second = game.recruit('politician-left-1').act(place(1))
    expect(second.left).toBe(2)
    const after = second.act(place(2))
    expectWon(after, 'politics', 'A')
    expect(after.events.at(-1)).toEqual({ type: 'match-ended', result: { winner: 0, by: 'politics' } })
  })

  test('a move that loses one chamber and gains another is checked once, after both', () => {
    const win = agora({ cubes: { ...FIVE, 6: '0-0' }, accessible: ['politician-left-1'] })
      .recruit('politician-left-1')
      .act(move(5, 6))
    expectWon(win, 'politics', 'A')
    const none = agora({ cubes: { ...FIVE, 5: '1-0', 6: '0-0' }, accessible: ['politician-left-1'] })
      .recruit('politician-left-1')
      .act(move(5, 6))
    expect([none.state.result, none.controller(5), none.controller(6)]).toEqual([null, 'nobody', 'A'])
  })

  test("a token of the opponent can end the match in a player's own turn", () => {
    // A loses the shield decree; B's minor token gives B the sixth chamber.
    const game = agora({
      pawn: -2,
      cubes: { 1: '1-0', 2: '0-2', 3: '0-1', 4: '0-1', 5: '0-1', 6: '0-1' },
      decrees: { 1: 'shield' },
      accessible: ['politician-left-1'],
    })
    const token = game.recruit('politician-left-1').act(move(1, 2))
    expectAsked(token, 'B', 'place')
    expectWon(token.act(place(1)), 'politics', 'B')
  })
})

describe('the end of the game', () => {
  test('130 a controlled chamber is worth its points, a tied one nothing', () => {
    const cubes = { 1: '0-1', 2: '1-0', 3: '1-2', 4: '2-0', 5: '1-1', 6: '3-2' } as const
    const game = agora({ cubes, last: 'palace' })
    const after = game.discard('palace')
    expect([after.score('A').senate, after.score('B').senate]).toEqual([6, 4])
    expect([after.view('B').scores![0].senate, after.view('B').scores![1].senate]).toEqual([6, 4])
    expect(after.state.result).toEqual({ winner: 0, by: 'civilian' })
  })

  test('130 each chamber has its own value, twelve in all', () => {
    const worth = ([1, 2, 3, 4, 5, 6] as const).map(
      (chamber) => agora({ cubes: { [chamber]: '0-1' } }).score('B').senate,
    )
    expect(worth).toEqual([1, 2, 3, 3, 2, 1])
  })

  test('130 senators, cubes, conspiracies and decrees are worth nothing', () => {
    const { total } = agora({
      A: { coins: 0, senators: ['conspirator-1', 'politician-left-1'], triggered: ['coup'], prepared: ['treason'] },
      cubes: { 1: '3-3' },
    }).score('A')
    expect(total).toBe(0)
  })

  test('131 equal totals are decided by the points of blue buildings, and shared if these are equal too', () => {
    const end = (A: AgoraDescription['A'], B: AgoraDescription['B']): Game =>
      agora({ A: { coins: 4, ...A }, B: { coins: 6, ...B }, last: 'palace' }).discard('palace')
    const blue = end({ owns: ['altar'] }, { constructed: ['colossus'] })
    expect(blue.score('A').total).toBe(blue.score('B').total)
    expect(blue.state.result).toEqual({ winner: 0, by: 'civilian' })
    expect(end({ constructed: ['colossus'] }, { owns: ['altar'] }).state.result).toEqual({ winner: 1, by: 'civilian' })
    const shared = end({ owns: ['altar'] }, { owns: ['theater'] })
    expect(shared.state.result).toEqual({ winner: null, by: 'tie' })
    expect(shared.view('A').result).toEqual({ by: 'tie' })
  })
})

/** Names of the Senate's chambers and cubes are numbers; what is left has no name that is a building's too. */
function shown(game: Game, viewer: (typeof VIEWERS)[number]): string[] {
  const { senate, ...rest } = game.view(viewer)
  return namesIn([rest, Object.values(senate!), game.eventsFor(viewer)])
}

/** Conspiracies that a viewer may not know: in the deck, drawn by the other player, or held by them untriggered. */
function secretConspiracies({ conspiracyDeck, cities, stack }: MatchState, viewer: (typeof VIEWERS)[number]): string[] {
  return [
    ...conspiracyDeck,
    ...stack.flatMap((step) => (step.kind === 'keep-conspiracy' && step.seat !== viewer ? step.drawn : [])),
    ...([0, 1] as const)
      .filter((seat) => seat !== viewer)
      .flatMap((seat) => cities[seat].conspiracies.flatMap(({ id, state }) => (state === 'triggered' ? [] : [id]))),
  ]
}

describe('what is hidden', () => {
  test("132 the opponent's conspiracies show their number, which are prepared, and the back of the card below", () => {
    const game = agora({
      A: { unprepared: ['coup', 'treason'], triggered: ['sabotage'] },
      accessible: ['conspirator-1', 'altar'],
    })
    const after = game.prepare('treason', 'conspirator-1')
    for (const viewer of ['B', 'spectator'] as const) {
      expect(after.view(viewer).cities[0].conspiracies).toEqual({
        0: { state: 'triggered', id: 'sabotage' },
        1: { state: 'unprepared' },
        2: { state: 'prepared', under: 'senator' },
      })
      expect(after.eventsFor(viewer)[0]).toEqual({
        type: 'conspiracy-prepared',
        seat: 0,
        index: 2,
        slot: game.slotOf('conspirator-1'),
        card: 'conspirator-1',
      })
      expect(
        namesIn([after.view(viewer), after.eventsFor(viewer)]).filter((name) => ['coup', 'treason'].includes(name)),
      ).toEqual([])
    }
    expect(after.view('A').cities[0].conspiracies).toMatchObject({ 1: { id: 'coup' }, 2: { id: 'treason' } })
    expect(after.eventsFor('A')[0]).toMatchObject({ conspiracy: 'treason' })
  })

  test('132 the identities of conspiracies make no difference to what the opponent receives', () => {
    const held = (unprepared: 'coup' | 'expropriation', prepared: 'treason' | 'swindle') =>
      agora({
        A: { unprepared: [unprepared], prepared: [prepared] },
        B: { unprepared: ['sabotage'] },
        accessible: ['altar'],
      })
    const pairs = [
      [held('coup', 'treason'), held('expropriation', 'swindle')],
      [
        held('coup', 'treason').prepare('coup', 'altar'),
        held('expropriation', 'swindle').prepare('expropriation', 'altar'),
      ],
    ]
    for (const [one, other] of pairs) {
      for (const viewer of ['B', 'spectator'] as const) {
        expect(JSON.stringify([other!.view(viewer), other!.eventsFor(viewer)])).toBe(
          JSON.stringify([one!.view(viewer), one!.eventsFor(viewer)]),
        )
      }
    }
  })

  test('132 and 133 in whole games no view and no event names a hidden conspiracy or decree', () => {
    let hidden = 0
    for (const [seed, start] of [
      ['one', 3],
      ['two', 5],
      ['three', 8],
    ] as const) {
      playOut(
        newAgoraGame(seed),
        (game) => {
          if (game.state.result) return
          const decrees = [
            ...game.state.senate!.decrees.flat().flatMap(({ id, faceUp }) => (faceUp ? [] : [id])),
            ...game.state.deal.boxDecrees,
          ]
          for (const viewer of VIEWERS) {
            const secret = new Set([...decrees, ...secretConspiracies(game.state, viewer)])
            hidden += secret.size
            expect(shown(game, viewer).filter((name) => secret.has(name))).toEqual([])
          }
        },
        start,
      )
    }
    expect(hidden).toBeGreaterThan(0)
  })

  test('133 no viewer learns which decree lies face down, not even when it is moved', () => {
    const game = agora({
      A: { prepared: ['insider-influence'] },
      decrees: { 2: 'coins-red', 4: 'coins-blue', 6: 'coins-green' },
    })
    const moved = game.act(trigger('insider-influence')).act({ type: 'move-decree', from: 2, to: 4 })
    for (const viewer of VIEWERS) {
      expect(game.view(viewer).senate![2].decrees).toEqual({ 0: {} })
      expect(moved.view(viewer).senate![2].decrees).toEqual({})
      expect(moved.view(viewer).senate![4].decrees).toEqual({ 0: {}, 1: {} })
      const names = namesIn([game.view(viewer), moved.view(viewer), moved.eventsFor(viewer)])
      expect(names.filter((name) => ['coins-red', 'coins-blue', 'coins-green'].includes(name))).toEqual([])
    }
  })

  test('134 a senator face down shows that it is one, not which', () => {
    const game = agora({ at: { 12: 'conspirator-1', 13: 'politician-left-1', 3: 'politician-center-1' } })
    const twin = agora({ at: { 12: 'politician-left-1', 13: 'conspirator-1', 3: 'politician-right-2' } })
    for (const viewer of VIEWERS) {
      for (const slot of [12, 13, 3]) expect(game.view(viewer).structure[slot]).toEqual({ back: 'senator' })
      expect(
        namesIn(game.view(viewer)).filter((name) =>
          ['conspirator-1', 'politician-left-1', 'politician-center-1'].includes(name),
        ),
      ).toEqual([])
      expect(twin.view(viewer).structure[3]).toEqual(game.view(viewer).structure[3])
      expect(twin.view(viewer).structure[12]).toEqual(game.view(viewer).structure[13])
    }
  })

  test('134 guilds have a back of their own too', () => {
    const game = agora({ age: 3, at: { 2: 'builders-guild', 3: 'palace' } })
    expect([game.view('A').structure[2], game.view('B').structure[3]]).toEqual([{ back: 'guild' }, { back: 'III' }])
  })

  test('135 the same seed and the same actions give the same states', () => {
    const states = (): string[] => {
      const seen: string[] = []
      playOut(newAgoraGame('twice'), ({ state }) => seen.push(JSON.stringify(state)), 21)
      return seen
    }
    const once = states()
    expect(once.length).toBeGreaterThan(60)
    expect(states()).toEqual(once)
    expect(JSON.stringify(newAgoraGame('another seed').state)).not.toBe(once[0])
  })

  test('135 a spectator sees nothing that one of the players does not see', () => {
    const missing = (part: unknown, whole: unknown, at = ''): string[] => {
      if (typeof part !== 'object' || part === null) return part === whole ? [] : [at]
      return Object.entries(part).flatMap(([key, value]) =>
        missing(value, (whole as Record<string, unknown> | undefined)?.[key], `${at}/${key}`),
      )
    }
    expect(missing({ a: { b: 1 }, c: [1] }, { a: { b: 2 }, c: [1] })).toEqual(['/a/b'])
    for (const [seed, start] of [
      ['onlooker', 2],
      ['another', 4],
    ] as const) {
      playOut(
        newAgoraGame(seed),
        (game) => {
          for (const seat of [0, 1] as const) {
            expect(missing(game.view('spectator'), game.view(seat))).toEqual([])
            expect(missing(game.eventsFor('spectator'), game.eventsFor(seat))).toEqual([])
          }
        },
        start,
      )
    }
  })

  test('only the view of the player who decides has legal actions and prices', () => {
    const game = agora({ accessible: ['altar'] })
    expect([game.view('A').legal !== undefined, game.view('A').prices !== undefined]).toEqual([true, true])
    for (const viewer of ['B', 'spectator'] as const)
      expect([game.view(viewer).legal, game.view(viewer).prices]).toEqual([undefined, undefined])
    const acting = agora({ accessible: ['politician-left-1'] }).recruit('politician-left-1')
    expect(acting.view('B').decision).toEqual({ kind: 'senate', left: 1 })
    expect(acting.act(DECLINE).view('A').legal).toBeUndefined()
  })
})
