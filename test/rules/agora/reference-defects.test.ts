/** agora.md §9.2: what the reference implementation gets wrong, and a server must not. */
import { describe, expect, test } from 'vitest'
import type { CardId, TokenId } from '../../../src/rules/index.ts'
import { agora, agoraDraft, triggered } from '../support/agora.ts'
import {
  CHAMBERS,
  choose,
  chooseSlot,
  chooseToken,
  chooseWonder,
  CONSPIRE,
  DECLINE,
  draft,
  keep,
  lock,
  move,
  place,
  remove,
  swap,
  trigger,
} from '../support/agora-actions.ts'
import { expectExtraTurn, expectTurnOf } from '../support/expect.ts'
import { expectAsked, expectNotOffered } from '../support/expect-decision.ts'
import { VIEWERS } from '../support/game.ts'

describe('what the server must check', () => {
  test.each([
    ['politician-left-1', [1, 2]],
    ['politician-center-1', [3, 4]],
    ['politician-right-1', [5, 6]],
  ] as const)('%s places only in chambers %s', (card, section) => {
    const acting = agora({
      A: { owns: ['theater', 'altar'] },
      cubes: { 1: '1-0', 6: '1-0' },
      accessible: [card],
    }).recruit(card)
    const second = acting.act(place(section[0]))
    for (const game of [acting, second]) {
      for (const chamber of CHAMBERS)
        expect(game.isLegal(place(chamber))).toBe((section as readonly number[]).includes(chamber))
      expectNotOffered(
        game,
        ...CHAMBERS.filter((chamber) => !(section as readonly number[]).includes(chamber)).map(place),
      )
    }
  })

  test('only a building of the stated colour, and of the opponent, can be discarded', () => {
    const position = {
      age: 2,
      A: { owns: ['altar', 'tavern'] },
      B: { owns: ['baths', 'temple', 'wood-reserve', 'press', 'quarry'] },
      discardPile: ['theater'],
    } as const
    const others = (offered: readonly CardId[]) =>
      [...position.A.owns, ...position.B.owns, ...position.discardPile]
        .filter((card) => !offered.includes(card))
        .map(choose)
    const expropriation = triggered('expropriation', position)
    expectAsked(expropriation, 'A', 'destroy-building', [choose('baths'), choose('temple')])
    expectNotOffered(expropriation, ...others(['baths', 'temple']))
    const swindle = triggered('swindle', position)
    expectAsked(swindle, 'A', 'destroy-building', [choose('wood-reserve')])
    expectNotOffered(swindle, ...others(['wood-reserve']))
    const zeus = agora({ ...position, A: { ...position.A, coins: 30, wonders: ['statue-of-zeus'] } }).wonder(
      'statue-of-zeus',
    )
    expectAsked(zeus, 'A', 'destroy-building', [choose('quarry')])
    expectNotOffered(zeus, ...others(['quarry']))
    const foreclosure = triggered('foreclosure', position)
    expectNotOffered(foreclosure, ...others(['press', 'quarry']))
  })

  test('only two blue or two green buildings, one of each city, can be swapped', () => {
    const swapping = triggered('coercion', {
      A: { owns: ['altar', 'scriptorium', 'tavern'] },
      B: { owns: ['baths', 'workshop', 'wood-reserve'] },
      discardPile: ['theater'],
    })
    expectAsked(swapping, 'A', 'swap-buildings', [swap('baths', 'altar'), swap('workshop', 'scriptorium')])
    expectNotOffered(
      swapping,
      swap('baths', 'scriptorium'),
      swap('workshop', 'altar'),
      swap('wood-reserve', 'tavern'),
      swap('altar', 'baths'),
      swap('scriptorium', 'workshop'),
      swap('baths', 'theater'),
      swap('theater', 'altar'),
      swap('baths', 'baths'),
    )
  })

  test('a token chosen from the board must lie there', () => {
    const board: TokenId[] = ['law', 'economy']
    const choosing = agora({
      age: 2,
      A: { owns: ['scriptorium'], tokens: ['urbanism'] },
      B: { tokens: ['philosophy'] },
      board,
      accessible: ['library'],
    }).build('library')
    expectAsked(choosing, 'A', 'progress-token', board.map(chooseToken))
    expectNotOffered(
      choosing,
      ...([...choosing.state.boxTokens, 'urbanism', 'philosophy'] as TokenId[]).map(chooseToken),
    )
    const spying = triggered('espionage', { A: { tokens: ['urbanism'] }, B: { tokens: ['philosophy'] }, board })
    expectNotOffered(spying, ...([...board, 'urbanism', 'philosophy'] as TokenId[]).map(chooseToken))
  })

  test('Obscurantism cannot take an own token, nor one that is locked', () => {
    const locking = triggered('obscurantism', { A: { tokens: ['urbanism', 'law'] }, B: { tokens: ['philosophy'] } })
    expectNotOffered(locking, lock('urbanism'), lock('law'))
    expect(locking.isLegal(lock('philosophy'))).toBe(true)
  })

  test('Treason constructs no card of a later age', () => {
    for (const age of [1, 2] as const) {
      const choosing = triggered('treason', { age })
      const { ages } = choosing.state.deal
      expectNotOffered(choosing, ...ages[3].removed.map(choose), ...(age === 1 ? ages[2].removed.map(choose) : []))
      expectNotOffered(choosing, ...choosing.state.structure.flatMap((card) => (card === null ? [] : [choose(card)])))
    }
  })

  test('Property Fraud constructs no senator, and no card of another row', () => {
    const choosing = triggered('property-fraud', { at: { 0: 'conspirator-1', 1: 'politician-left-1' } })
    expectAsked(choosing, 'A', 'construct-last-row', [chooseSlot(2)])
    expectNotOffered(
      choosing,
      ...choosing.state.structure.flatMap((card, slot) => (card === null || slot === 2 ? [] : [chooseSlot(slot)])),
    )
  })

  test('Curia Julia triggers no conspiracy that is prepared or triggered, nor one of the opponent', () => {
    const curia = agora({
      A: { coins: 20, unprepared: ['sabotage'], prepared: ['coup'], triggered: ['treason'], wonders: ['curia-julia'] },
      B: { unprepared: ['espionage'] },
    }).wonder('curia-julia')
    expectAsked(curia, 'A', 'trigger-unprepared', [trigger('sabotage'), DECLINE])
    expectNotOffered(curia, trigger('coup'), trigger('treason'), trigger('espionage'), trigger('extortion'))
  })
})

describe('the stack of what is still to be decided', () => {
  test("declining a token's move leaves the senate actions", () => {
    const moving = agora({
      age: 2,
      A: { owns: ['theater', 'altar', 'baths', 'temple'] },
      pawn: 5,
      decrees: { 1: 'shield' },
      accessible: ['politician-left-1'],
    })
      .recruit('politician-left-1')
      .act(place(1))
    expectAsked(moving, 'A', 'move')
    const senate = moving.act(DECLINE)
    expectAsked(senate, 'A', 'senate')
    expect(senate.left).toBe(2)
    expectAsked(senate.act(DECLINE), 'B', 'turn')
  })

  test('declining the move of a conspiracy leaves the main action', () => {
    expectTurnOf(triggered('blackmail', { cubes: { 1: '1-0' } }).act(DECLINE), 'A')
  })

  test('a triggered conspiracy comes on top of the pending steps: a turn, an extra turn, its own next steps', () => {
    const maneuver = triggered('political-maneuver', { pawn: 2, decrees: { 1: 'shield' }, cubes: { 4: '0-1' } })
    expectAsked(maneuver, 'A', 'place')
    const token = maneuver.act(place(1))
    expectAsked(token, 'A', 'place')
    const removing = token.act(place(2))
    expectAsked(removing, 'A', 'remove')
    const moving = removing.act(remove(4))
    expectAsked(moving, 'A', 'move')
    expectTurnOf(moving.act(move(2, 3)), 'A')

    const curia = agora({
      A: { coins: 20, unprepared: ['extortion'], wonders: ['curia-julia'] },
      B: { wonders: ['knossos'] },
      cubes: { 1: '1-0' },
    }).wonder('curia-julia')
    const taking = curia.act(trigger('extortion'))
    expectAsked(taking, 'A', 'take-wonder')
    const last = taking.act(chooseWonder('knossos'))
    expectAsked(last, 'A', 'move')
    expectExtraTurn(last.act(DECLINE), 'A')
  })

  test('conspiring comes on top of the pending steps: the draft, an extra turn', () => {
    const drafted = agoraDraft({
      first: ['pyramids', 'colossus', 'sphinx', 'curia-julia'],
      deck: ['coup', 'treason'],
    }).do(draft('pyramids'), draft('colossus'), draft('sphinx'), keep('coup', 'top'))
    expectAsked(drafted, 'B', 'draft')
    expect(drafted.legal()).toHaveLength(4)

    const extra = agora({
      A: { coins: 20, wonders: ['mausoleum'], tokens: ['theology'] },
      discardPile: ['conspirator-1'],
      deck: ['coup', 'treason'],
    })
      .wonder('mausoleum')
      .do(choose('conspirator-1'), CONSPIRE, keep('treason', 'bottom'))
    expectExtraTurn(extra, 'A')
  })

  test('a pair that Coercion gives the opponent is skipped when the board is empty by then', () => {
    const tokens: TokenId[] = ['law', 'masonry', 'theology', 'strategy']
    const owned = { A: { owns: ['scriptorium', 'laboratory'] }, B: { owns: ['library', 'workshop'], tokens } } as const
    const first = triggered('coercion', { ...owned, board: ['economy'] }).act(swap('library', 'laboratory'))
    expectAsked(first, 'A', 'progress-token', [chooseToken('economy')])
    const after = first.act(chooseToken('economy'))
    expect(after.skipped()).toContain('progress-token')
    expect(after.city('B').tokens).toEqual(tokens)
    expectTurnOf(after, 'A')

    const empty = triggered('coercion', { ...owned, B: { ...owned.B, tokens: [...tokens, 'economy'] }, board: [] }).act(
      swap('library', 'laboratory'),
    )
    expect(empty.skipped()).toEqual(['progress-token', 'progress-token', 'move'])
    expectTurnOf(empty, 'A')
  })
})

describe('what no viewer may learn', () => {
  test('no view says whether a conspiracy that lies face down would have an effect', () => {
    // Sabotage, Swindle and Foreclosure would do nothing here; Coup, Blackmail and Embezzlement would.
    const useless = agora({
      A: { unprepared: ['sabotage'], prepared: ['swindle', 'foreclosure'] },
      cubes: { 1: '1-0' },
    })
    const useful = agora({ A: { unprepared: ['coup'], prepared: ['blackmail', 'embezzlement'] }, cubes: { 1: '1-0' } })
    for (const viewer of [1, 'spectator'] as const) {
      expect(JSON.stringify(useless.view(viewer))).toBe(JSON.stringify(useful.view(viewer)))
      expect(JSON.stringify(useless.pass().view(viewer))).toBe(JSON.stringify(useful.pass().view(viewer)))
    }
    for (const game of [useless, useful]) {
      for (const viewer of VIEWERS) {
        const fields = Object.values(game.view(viewer).cities[0].conspiracies!).flatMap(Object.keys)
        expect(fields.filter((field) => !['id', 'state', 'under'].includes(field))).toEqual([])
      }
    }
  })

  test('Curia Julia asks about an unprepared conspiracy whether or not it would have an effect', () => {
    const asked = (conspiracy: 'sabotage' | 'coup') =>
      agora({ A: { coins: 20, unprepared: [conspiracy], wonders: ['curia-julia'] } }).wonder('curia-julia')
    for (const viewer of [1, 'spectator'] as const) {
      expect(asked('sabotage').view(viewer)).toEqual(asked('coup').view(viewer))
      expect(asked('sabotage').eventsFor(viewer)).toEqual(asked('coup').eventsFor(viewer))
    }
    expectAsked(asked('sabotage'), 'A', 'trigger-unprepared', [trigger('sabotage'), DECLINE])
  })
})
