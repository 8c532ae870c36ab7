/** What asks for a decision: each step carries its cause, and so do the steps that follow from it. */
import { describe, expect, test } from 'vitest'
import type { Explanation } from '../../../src/rules/index.ts'
import { explain } from '../../../src/rules/index.ts'
import { agora, agoraDraft, triggered } from '../support/agora.ts'
import { choose, chooseToken, CONSPIRE, draft, place, swap } from '../support/agora-actions.ts'
import type { Game } from '../support/game.ts'
import { activated, both, pantheon } from '../support/pantheon.ts'
import { chooseDivinity, chooseMilitary, chooseMythology } from '../support/pantheon-actions.ts'
import { scenario } from '../support/scenario.ts'

/** The kind of the open decision, and its cause. */
const asked = (game: Game): [string | undefined, Explanation['because']] => [
  game.decision,
  explain(game.state, game.state.toAct!).because,
]

describe('the cause of a decision is', () => {
  test('the wonder, with the colour of the choice', () => {
    const game = scenario({
      A: { coins: 20, wonders: ['statue-of-zeus'] },
      B: { owns: ['quarry', 'clay-pool'] },
    }).wonder('statue-of-zeus')
    expect(asked(game)).toEqual(['destroy-building', { kind: 'wonder', id: 'statue-of-zeus', colors: ['brown'] }])
  })

  test('the wonder that has drawn what there is to choose from', () => {
    const library = scenario({ A: { coins: 20, wonders: ['great-library'] } }).wonder('great-library')
    expect(asked(library)).toEqual(['library-choice', { kind: 'wonder', id: 'great-library' }])
  })

  test('the wonder that was picked in the draft', () => {
    const first = ['knossos', 'curia-julia', 'sphinx', 'piraeus'] as const
    const knossos = agoraDraft({ first }).act(draft('knossos'))
    expect(asked(knossos)).toEqual(['place', { kind: 'wonder', id: 'knossos' }])
    const curia = agoraDraft({ first }).act(draft('curia-julia'))
    expect(asked(curia)).toEqual(['keep-conspiracy', { kind: 'wonder', id: 'curia-julia' }])
  })

  test('the wonder again, after a military token that its first step has brought', () => {
    const game = agora({
      A: { coins: 20, wonders: ['knossos'] },
      pawn: 2,
      decrees: { 1: 'shield' },
    })
    // Control of the shield pushes the pawn to the token.
    const shielded = game.wonder('knossos').act(place(1))
    expect(asked(shielded)).toEqual(['place', { kind: 'military-token', id: 'minor' }])
    expect(asked(shielded.act(place(2)))).toEqual(['move', { kind: 'wonder', id: 'knossos' }])
  })

  test('the conspiracy, until all of its steps are resolved', () => {
    const game = triggered('swindle', { B: { owns: ['tavern'] }, A: {}, cubes: { 1: '1-0' } })
    expect(asked(game)).toEqual(['destroy-building', { kind: 'conspiracy', id: 'swindle', colors: ['yellow'] }])
    expect(asked(game.choose('tavern'))).toEqual(['move', { kind: 'conspiracy', id: 'swindle' }])
  })

  test('the conspiracy that completes a pair, for the other player, too', () => {
    const game = triggered('coercion', {
      A: { owns: ['scriptorium', 'laboratory'] },
      B: { owns: ['library', 'workshop'] },
      board: ['law', 'masonry'],
    }).act(swap('library', 'laboratory'))
    const coercion = ['progress-token', { kind: 'conspiracy', id: 'coercion' }]
    expect([game.toAct, asked(game)]).toEqual(['A', coercion])
    const others = game.act(chooseToken('law'))
    expect([others.toAct, asked(others)]).toEqual(['B', coercion])
  })

  test('the building that completes a pair of symbols, also if a divinity has constructed it', () => {
    const pair = { age: 2, A: { coins: 20, owns: ['scriptorium'] }, board: ['law', 'economy'] } as const
    const library = ['progress-token', { kind: 'building', id: 'library' }]
    expect(asked(scenario({ ...pair, accessible: ['library'] }).build('library'))).toEqual(library)
    const revived = activated('hades', { ...pair, discardPile: ['library'] }).act(choose('library'))
    expect(asked(revived)).toEqual(library)
  })

  test('the progress token that completes a pair of symbols', () => {
    const game = pantheon({
      A: { coins: 20, owns: ['scriptorium'], divinities: ['ishtar'] },
      board: ['law', 'economy'],
      accessible: ['library'],
    }).build('library')
    expect(asked(game.act(chooseToken('law')))).toEqual(['progress-token', { kind: 'progress-token', id: 'law' }])
  })

  test('the senator, whichever of their actions it is', () => {
    const game = agora({ A: { owns: ['altar', 'theater'] }, accessible: ['politician-left-1'] })
    const first = game.act({ type: 'recruit-senator', slot: game.slotOf('politician-left-1') })
    const second = first.act(place(1))
    for (const each of [first, second]) {
      expect(asked(each)).toEqual(['senate', { kind: 'senator', id: 'politician-left-1' }])
    }
  })

  test('the senator for whose conspiracies there is a choice', () => {
    const game = agora({ accessible: ['conspirator-1'] })
    const recruited = game.act({ type: 'recruit-senator', slot: game.slotOf('conspirator-1') })
    const conspirator = { kind: 'senator', id: 'conspirator-1' }
    expect(asked(recruited)).toEqual(['conspirator', conspirator])
    expect(asked(recruited.act(CONSPIRE))).toEqual(['keep-conspiracy', conspirator])
  })

  test('the Mythology token, until a divinity is placed', () => {
    const game = pantheon({
      age: 1,
      mover: 'B',
      left: [...Array(20).keys()].filter((slot) => slot !== 14),
      tokensAt: { 9: 'mythology-greek-1' },
    }).act({ type: 'discard-card', slot: 15 })
    expect(asked(game)).toEqual(['place-divinity', { kind: 'mythology-token', id: 'mythology-greek-1' }])
  })

  test('the divinity, and not its step, for the pair that its Snake token completes', () => {
    const nisaba = { kind: 'divinity', id: 'nisaba' }
    const game = activated('nisaba', { A: { owns: ['scriptorium'] }, B: { owns: ['library'] } })
    expect(asked(game)).toEqual(['place-snake', nisaba])
    expect(asked(game.act(choose('library')))).toEqual(['progress-token', nisaba])
  })

  test('the divinity until it takes a military token, which then asks for its own steps', () => {
    const neptune = { kind: 'divinity', id: 'neptune' }
    const first = activated('neptune', { cubes: { 1: '0-1' } }, both)
    const second = first.act(chooseMilitary('0/minor'))
    expect([asked(first), asked(second)]).toEqual([
      ['discard-military-token', neptune],
      ['apply-military-token', neptune],
    ])
    const third = second.act(chooseMilitary('0/major'))
    expect(asked(third)).toEqual(['remove', { kind: 'military-token', id: 'major' }])
  })

  test('the Gate, and the divinity that it lets a seat activate', () => {
    const game = activated('gate', { A: { tokens: ['law'] }, decks: { mesopotamian: ['ishtar', 'nisaba', 'enki'] } })
    expect(asked(game)).toEqual(['choose-divinity', { kind: 'divinity', id: 'gate' }])
    const ishtar = game.act(chooseDivinity('ishtar'))
    expect(asked(ishtar)).toEqual(['progress-token', { kind: 'divinity', id: 'ishtar' }])
  })

  test('the Divine Theater, until the divinities are returned', () => {
    const theater = { kind: 'wonder', id: 'divine-theater' }
    const game = pantheon({ A: { coins: 40, wonders: ['divine-theater'] } }).wonder('divine-theater')
    const revealed = game.act(chooseMythology('phoenician'))
    expect([game, revealed, revealed.act(chooseDivinity('tanit'))].map(asked)).toEqual([
      ['choose-mythology', theater],
      ['choose-divinity', theater],
      ['return-divinities', theater],
    ])
  })
})

test('a turn has no cause, and nothing has one once the match is over', () => {
  expect(explain(scenario({}).state, 0)).not.toHaveProperty('because')
  const { state } = scenario({ A: { coins: 20, wonders: ['great-library'] } }).wonder('great-library')
  expect(explain({ ...state, toAct: null }, 0)).not.toHaveProperty('because')
})
