/** What a position means for both seats: prices, ledgers, and what is blocked and why. */
import { describe, expect, test } from 'vitest'
import type { Explanation } from '../../../src/rules/index.ts'
import { explain } from '../../../src/rules/index.ts'
import { agora, agoraDraft, triggered } from '../support/agora.ts'
import type { Game } from '../support/game.ts'
import { scenario } from '../support/scenario.ts'

/** What the seat to act is told. */
const explained = (game: Game): Explanation => explain(game.state, game.state.toAct!)

describe('quotes', () => {
  const game = scenario({
    A: { coins: 1, owns: ['press'] },
    B: { coins: 9, owns: ['quarry'], wonders: ['sphinx'] },
    accessible: ['baths', 'workshop'],
  })
  const slotOf = (card: 'baths' | 'workshop'): number => game.slotOf(card)

  test('a card has the price that each of the two players would pay', () => {
    const { quotes } = explained(game)
    const baths = slotOf('baths')
    // B sells stone for 3, because B produces one; A has one coin.
    expect(quotes[0].slots![baths]).toEqual({
      total: 3,
      trade: 3,
      chained: false,
      bought: { stone: { units: 1, each: 3 } },
      short: 2,
    })
    expect(quotes[1].slots![baths]).toEqual({ total: 0, trade: 0, chained: false, produced: { stone: 1 } })
  })

  test('a covered card that lies face up has a price, a face-down card has none', () => {
    const { structure } = game.view('A')
    const { slots } = explained(game).quotes[0]
    expect(Object.entries(structure).some(([slot, { card, accessible }]) => card && !accessible && slots![slot])).toBe(
      true,
    )
    for (const [slot, { card }] of Object.entries(structure)) expect(slot in slots!, slot).toBe(card !== undefined)
  })

  test('a wonder has a price for its owner and for the other player', () => {
    const { quotes } = explained(game)
    // Clay 2, stone at its price, and twice glass at 2.
    expect(quotes[0].wonders!.sphinx).toMatchObject({ total: 2 + 3 + 4, short: 8 })
    expect(quotes[1].wonders!.sphinx).toMatchObject({ total: 2 + 4 })
    expect(quotes[1].wonders!.sphinx).not.toHaveProperty('short')
  })

  test('a constructed wonder has no price', () => {
    const built = scenario({ A: { constructed: ['pyramids'] } })
    expect(explained(built).quotes[0].wonders).not.toHaveProperty('pyramids')
  })

  test('in the draft, the wonders that can be picked have a price', () => {
    const drafting = agoraDraft({ first: ['pyramids', 'colossus', 'sphinx', 'piraeus'] })
    expect(Object.keys(explained(drafting).quotes[0].wonders!).sort()).toEqual([
      'colossus',
      'piraeus',
      'pyramids',
      'sphinx',
    ])
  })
})

describe('the ledger', () => {
  test('has production, choices, prices of trade, income and science', () => {
    const game = scenario({
      age: 2,
      A: {
        owns: ['lumber-yard', 'sawmill', 'forum', 'clay-reserve', 'scriptorium', 'library'],
        constructed: ['great-lighthouse'],
      },
      B: { owns: ['press', 'glassworks'] },
    })
    expect(explained(game).ledger[0]).toMatchObject({
      production: { wood: 3, clay: 0, stone: 0, glass: 0, papyrus: 0 },
      choices: ['raw', 'manufactured'],
      trade: { wood: 2, clay: 1, stone: 2, glass: 3, papyrus: 3 },
      // 2, and 1 for each of two yellow cards.
      discard: 4,
      science: { quill: 2 },
    })
    expect(explained(game).ledger[0]).not.toHaveProperty('senatorCost')
  })

  test('with Agora it has the cost of the next senator and the actions of the next politician', () => {
    const game = agora({ A: { owns: ['altar', 'theater'], senators: ['conspirator-1', 'politician-left-1'] } })
    expect(explained(game).ledger[0]).toMatchObject({ senatorCost: 2, senateActions: 2 })
    expect(explained(game).ledger[1]).toMatchObject({ senatorCost: 0, senateActions: 1 })
    expect(explained(agora({ A: { tokens: ['corruption'], senators: ['conspirator-1'] } })).ledger[0]).toMatchObject({
      senatorCost: 0,
    })
  })
})

describe('what is blocked', () => {
  test('a card that is too expensive, covered or face down', () => {
    const game = scenario({ A: { coins: 0 }, accessible: ['baths', 'tavern'] })
    const { slots } = explained(game).blocked!
    expect(slots![game.slotOf('baths')]).toBe('too-expensive')
    expect(slots).not.toHaveProperty(String(game.slotOf('tavern')))
    for (const [slot, { card, accessible }] of Object.entries(game.view('A').structure)) {
      if (!accessible) expect(slots![slot]).toBe(card === undefined ? 'face-down' : 'covered')
    }
  })

  test('a wonder that is too expensive, and one after seven', () => {
    const poor = scenario({ A: { coins: 0, wonders: ['pyramids'] } })
    expect(explained(poor).blocked!.wonders!.pyramids).toBe('too-expensive')
    const seven = scenario({
      A: { coins: 99, wonders: ['pyramids'], constructed: ['sphinx', 'colossus', 'piraeus'] },
      B: { constructed: ['mausoleum', 'great-library', 'appian-way', 'hanging-gardens'] },
    })
    expect(explained(seven).blocked!.wonders).toEqual({ pyramids: 'wonder-limit' })
  })

  test('a conspiracy that was triggered, and a prepared one after another was triggered in this turn', () => {
    const game = agora({ A: { prepared: ['coup', 'sabotage'], unprepared: ['treason'] } })
    expect(explained(game).blocked).not.toHaveProperty('conspiracies')
    const after = game.act({ type: 'trigger-conspiracy', conspiracy: 'coup' })
    expect(explained(after).blocked!.conspiracies).toEqual({
      coup: 'already-triggered',
      sabotage: 'already-triggered',
    })
  })

  test('everything that another decision leaves for later', () => {
    const game = scenario({ A: { coins: 20, wonders: ['great-library', 'pyramids'] } }).wonder('great-library')
    const { slots, wonders } = explained(game).blocked!
    expect(new Set(Object.values(slots!))).toEqual(new Set(['other-decision']))
    expect(wonders!.pyramids).toBe('other-decision')
  })

  test('in Turn of Events covered cards stay blocked, accessible ones do not', () => {
    const game = triggered('turn-of-events', {})
    const { slots } = explained(game).blocked!
    for (const [slot, { accessible }] of Object.entries(game.view('A').structure)) {
      if (accessible) expect(slots).not.toHaveProperty(slot)
      else expect(['covered', 'face-down']).toContain(slots![slot])
    }
  })

  test('a conspirator who finds no conspiracy in the deck', () => {
    const game = agora({ accessible: ['conspirator-1'] })
    const recruited = game.with({ ...game.state, conspiracyDeck: [] }).act({
      type: 'recruit-senator',
      slot: game.slotOf('conspirator-1'),
    })
    expect(explained(recruited).blocked!.actions).toEqual({ conspire: 'none-left' })
  })

  test('nothing is said to the other player and to spectators', () => {
    const game = scenario({ A: { coins: 0 } })
    expect(explain(game.state, 1)).not.toHaveProperty('blocked')
    expect(explain(game.state, 'spectator')).not.toHaveProperty('blocked')
  })
})

test('a further turn is announced as soon as it is earned', () => {
  const game = agora({ A: { coins: 20, wonders: ['curia-julia'], unprepared: ['coup'] } }).wonder('curia-julia')
  expect(explained(game)).toMatchObject({ extraTurn: true, because: { kind: 'wonder', id: 'curia-julia' } })
  expect(explained(scenario({}))).not.toHaveProperty('extraTurn')
})
