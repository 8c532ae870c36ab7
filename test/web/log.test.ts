/** The log of a table, of random games. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import { catalogue, redact } from '../../src/rules/index.ts'
import { indexCatalogue } from '../../web/src/lib/catalogue.ts'
import { logOf } from '../../web/src/lib/log.ts'
import type { Step } from '../../web/src/lib/steps.ts'
import type { Table } from '../../web/src/lib/table.svelte.ts'
import { randomHistory } from '../rules/support/history.ts'

describe.each(GAME_KIND_IDS)('%s', (kind) => {
  it('has a mark of a seat where somebody does something, and the age of each turn', () => {
    const cards = indexCatalogue(catalogue(matchOptions(kind, DEFAULT_GAME_OPTIONS)) as never)
    // Opened before the match began: whether the structure lay there before the draft is not known.
    const table = {
      catalogue: cards,
      mine: 0,
      firstAge: 0,
      nameOf: String,
      playerAt: (seat: number) => ({ id: String(seat), name: `P${seat}` }),
    } as unknown as Table
    for (let game = 0; game < 5; game++) {
      const { states, events } = randomHistory(`log ${game}`, kind)
      const steps = events.map((some, index) => ({
        version: index + 2,
        at: 0,
        events: some.map((event) => redact(event, 0)!),
      })) as unknown as Step[]
      const groups = logOf(table, steps)
      expect(groups.length).toBeGreaterThan(10)
      for (const { turn, version, age, lines } of groups) {
        if (turn > 0) expect(age, `turn ${turn}`).toBe(states[version - 1]!.age)
        for (const { seat } of lines) expect([undefined, 0, 1]).toContain(seat)
      }
    }
  })
})
