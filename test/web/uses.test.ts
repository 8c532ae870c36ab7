/** The buttons that a table offers for a decision. */
import { describe, expect, it } from 'vitest'
import { expandOffers } from '../../client/src/index.ts'
import type { GameKind } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import type { MatchState } from '../../src/rules/index.ts'
import { catalogue, view } from '../../src/rules/index.ts'
import type { Pick, Thing } from '../../web/src/lib/board.ts'
import { firstPicks, keyOf, nextPicks } from '../../web/src/lib/board.ts'
import { indexCatalogue } from '../../web/src/lib/catalogue.ts'
import type { Table } from '../../web/src/lib/table.svelte.ts'
import { usesOf } from '../../web/src/lib/uses.ts'
import { randomHistory } from '../rules/support/history.ts'

/** What the buttons are made from: a seat's view of a state, and what was selected. */
function tableOf(kind: GameKind, state: MatchState): Table {
  const mine = state.toAct
  if (mine === null) throw new Error('nobody has to decide')
  const board = view(state, mine)
  const actions = expandOffers(board.legal)
  const cards = indexCatalogue(catalogue(matchOptions(kind, DEFAULT_GAME_OPTIONS)) as never)
  const parts = { board, actions, first: firstPicks(actions), picks: [], catalogue: cards, mine, nameOf: String }
  return parts as unknown as Table
}

/** Whether the catalogue has what a button is about, under the kind that the button says. */
function isKnown({ catalogue: cards }: Table, thing: Thing): boolean {
  if (!('id' in thing)) return true
  const { buildings, senators, wonders, tokens, militaryTokens, decrees, conspiracies, divinities } = cards
  const rows = {
    card: [buildings, senators],
    wonder: [wonders],
    token: [tokens],
    military: [militaryTokens],
    decree: [decrees],
    conspiracy: [conspiracies],
    divinity: [divinities],
  }[thing.kind]
  return rows.some((row) => row.has(thing.id))
}

/** Progress tokens that lie on the board or in a city. */
const tokensOnTable = ({ board }: Table): Set<string> =>
  new Set([board!.boardTokens, ...Object.values(board!.cities).map(({ tokens }) => tokens)].flatMap(Object.keys))

it('a progress token that can be chosen lies on the table or has a button, or both', () => {
  let inTheBox = 0
  for (let game = 0; game < 20; game++) {
    for (const state of randomHistory(`tokens ${game}`, 'agora').states.slice(0, -1)) {
      const table = tableOf('agora', state)
      const there = tokensOnTable(table)
      const others = [...table.first.values()].filter(
        ({ field, value }) => field === 'token' && !there.has(String(value)),
      )
      const buttons = new Set(usesOf(table, false).map(({ id }) => id))
      expect(
        others.map(keyOf).filter((key) => !buttons.has(key)),
        table.board!.decision!.kind,
      ).toEqual([])
      inTheBox += others.length
    }
  }
  expect(inTheBox).toBeGreaterThan(10)
})

describe.each(GAME_KIND_IDS)('%s', (kind) => {
  it('has no two buttons of one key, and none for what the catalogue does not know, whatever was selected', () => {
    let decisions = 0
    for (let game = 0; game < 3; game++) {
      const { states } = randomHistory(`buttons ${game}`, kind)
      for (const state of states.slice(0, -1)) {
        const table = tableOf(kind, state)
        const selections: (readonly Pick[])[] = [[], ...[...table.first.values()].map((pick) => [pick])]
        for (const [first] of selections.slice(1)) {
          for (const pick of nextPicks(table.actions, [first!]).values()) selections.push([first!, pick])
        }
        for (const picks of selections) {
          table.picks = picks
          for (const everything of [true, false]) {
            const uses = usesOf(table, everything)
            expect(uses.flatMap(({ thing }) => (thing && !isKnown(table, thing) ? [thing] : []))).toEqual([])
            const ids = uses.map(({ id }) => id)
            expect(new Set(ids).size, `${table.board!.decision!.kind} ${picks.map(keyOf).join()}: ${ids.join()}`).toBe(
              ids.length,
            )
          }
        }
        decisions++
      }
    }
    expect(decisions).toBeGreaterThan(50)
  })
})
