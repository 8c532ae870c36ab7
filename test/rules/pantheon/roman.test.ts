/** pantheon.md §10: Mars, Minerva and Neptune. */
import { describe, expect, test } from 'vitest'
import { expectTurnOf, expectWon } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered, pushes } from '../support/expect-decision.ts'
import { activated, pantheon } from '../support/pantheon.ts'
import { chooseMilitary, putMinerva } from '../support/pantheon-actions.ts'

describe('Mars', () => {
  test('P106 pushes the pawn two spaces, with Strategy too', () => {
    for (const tokens of [[], ['strategy']] as const) {
      const after = activated('mars', { pawn: 2, A: { tokens }, B: { coins: 7 } })
      expect([after.state.pawn, after.coins('B')]).toEqual([4, 5])
      expectTurnOf(after, 'B')
    }
  })

  test('P107 can win by military', () => {
    expectWon(activated('mars', { pawn: 7 }), 'military', 'A')
  })
})

const TRACK = Array.from({ length: 19 }, (_, index) => index - 9)

describe('Minerva', () => {
  test('P108 her pawn can be put on any space, capitals and the space of the conflict pawn included', () => {
    const game = activated('minerva', { pawn: 2 })
    expectAsked(game, 'A', 'place-minerva', TRACK.map(putMinerva))
    expectMandatory(game)
    expectNotOffered(game, putMinerva(10), putMinerva(-10), putMinerva(0.5))
    const after = game.act(putMinerva(-9))
    expect([after.minerva, after.view('B').pantheon!.minerva]).toEqual([-9, -9])
    expect(after.eventsOf('minerva-placed')).toEqual([{ type: 'minerva-placed', seat: 0, position: -9 }])
    expectTurnOf(after, 'B')
  })

  test('P109 the pawn stops before her, and the rest of the push is lost', () => {
    const game = pantheon({ pawn: 2, minerva: 4, A: { coins: 50 }, accessible: ['arsenal'] })
    const after = game.build('arsenal')
    expect([after.state.pawn, after.minerva, after.track()]).toEqual([3, null, ['0/loot-5', '1/loot-2', '1/loot-5']])
    expect(after.eventsOf('minerva-removed')).toEqual([{ type: 'minerva-removed', seat: 0, position: 4 }])
    expect(pushes(after)).toEqual([['A', 2, 3]])
  })

  test('P110 on a capital she prevents the victory once', () => {
    const game = pantheon({ pawn: 8, minerva: 9, A: { coins: 50 }, accessible: ['walls', 'guard-tower', 'temple'] })
    const stopped = game.build('walls')
    expect([stopped.state.pawn, stopped.minerva, stopped.state.result]).toEqual([8, null, null])
    expect(pushes(stopped)).toEqual([])
    expectWon(stopped.pass().build('guard-tower'), 'military', 'A')
  })

  test('P111 she stops the other player as well', () => {
    const game = pantheon({ mover: 'B', pawn: 1, minerva: -1, B: { coins: 50 }, accessible: ['walls'] })
    const after = game.build('walls')
    expect([after.state.pawn, after.minerva]).toEqual([0, null])
  })

  test('P112 on the space of the pawn she acts when it comes back', () => {
    const game = pantheon({ pawn: 0, minerva: 0, B: { coins: 50 }, accessible: ['guard-tower', 'stable'] })
    const left = game.build('guard-tower')
    expect([left.state.pawn, left.minerva]).toEqual([1, 0])
    const back = left.build('stable')
    expect([back.state.pawn, back.minerva]).toEqual([1, null])
  })

  test('P113 a push that is stopped at once takes no token and costs nothing', () => {
    const game = pantheon({
      pawn: 2,
      minerva: 3,
      A: { tokens: ['poliorcetics'] },
      B: { coins: 7 },
      accessible: ['guard-tower'],
    })
    const after = game.build('guard-tower')
    expect([after.state.pawn, after.coins('B'), after.minerva, after.track().length]).toEqual([2, 7, null, 4])
  })
})

describe('Neptune', () => {
  const neptune = (position = {}) => activated('neptune', { B: { coins: 7 }, ...position })

  test('P114 one token is discarded without effect, another one acts; the pawn does not move', () => {
    const game = neptune()
    const all = (['0/loot-2', '0/loot-5', '1/loot-2', '1/loot-5'] as const).map(chooseMilitary)
    expectAsked(game, 'A', 'discard-military-token', all)
    expectMandatory(game)
    const discarded = game.act(chooseMilitary('1/loot-5'))
    expect(discarded.coins('A')).toBe(7)
    expect(discarded.eventsOf('military-token-discarded')).toEqual([
      { type: 'military-token-discarded', seat: 0, side: 1, token: 'loot-5' },
    ])
    expectAsked(discarded, 'A', 'apply-military-token', all.slice(0, 3))
    const after = discarded.act(chooseMilitary('0/loot-5'))
    expect([after.coins('B'), after.state.pawn, after.track()]).toEqual([2, 0, ['0/loot-2', '1/loot-2']])
    expectTurnOf(after, 'B')
  })

  test('P115 a token of the own side of the track costs the opponent, too', () => {
    const after = neptune({ A: { coins: 9 } }).do(chooseMilitary('0/loot-2'), chooseMilitary('1/loot-2'))
    expect([after.coins('A'), after.coins('B')]).toEqual([9, 5])
    expect(after.eventsOf('military-token-taken')).toEqual([
      { type: 'military-token-taken', seat: 0, token: 'loot-2', side: 1 },
    ])
  })

  test('P116 the only token is discarded, without one both steps are skipped', () => {
    const game = pantheon({ A: { coins: 3 }, spaces: { 1: 'neptune' } })
    const withTokens = (...militaryTokens: [readonly 'loot-2'[], readonly 'loot-5'[]]) =>
      game.with({ ...game.state, militaryTokens }).activate(1)
    const one = withTokens(['loot-2'], [])
    expectAsked(one, 'A', 'discard-military-token', [chooseMilitary('0/loot-2')])
    const after = one.act(chooseMilitary('0/loot-2'))
    expect([after.skipped(), after.coins('B'), after.track()]).toEqual([['apply-military-token'], 7, []])
    expect(withTokens([], []).skipped()).toEqual(['discard-military-token', 'apply-military-token'])
  })

  test('P117 the discarded token cannot act', () => {
    const game = neptune().act(chooseMilitary('1/loot-2'))
    expectNotOffered(game, chooseMilitary('1/loot-2'), chooseMilitary('0/minor'))
    expect(game.isLegal(chooseMilitary('0/loot-2'))).toBe(true)
  })

  test('P118 a token that is gone does nothing when the pawn gets there', () => {
    const gone = neptune({ pawn: -5, A: { coins: 7 } }).do(chooseMilitary('1/loot-5'), chooseMilitary('0/loot-5'))
    expect(gone.state.pawn).toBe(-5)
    const game = pantheon({ mover: 'B', pawn: -5, A: { coins: 7 }, accessible: ['guard-tower'] })
    const without = game.with({ ...game.state, militaryTokens: gone.state.militaryTokens })
    const after = without.build('guard-tower')
    expect([after.state.pawn, after.coins('A')]).toEqual([-6, 7])
  })
})
