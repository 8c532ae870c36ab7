import { describe, expect, it } from 'vitest'
import type { Samples } from '../../scripts/samples/make.ts'
import { makeOpenings, makeSamples } from '../../scripts/samples/make.ts'
import {
  closedEventSchema,
  DECISION_KINDS,
  errorBodySchema,
  ERRORS,
  viewAnswerSchema,
} from '../../src/protocol/index.ts'
import { read } from '../support/markdown.ts'

const samples = JSON.parse(read('assets/samples.json')) as Samples

describe('the samples', () => {
  it('are those that their games give by the rules as they are now: if not, npm run samples', () => {
    const games = JSON.parse(read('scripts/samples/games.json')) as string[]
    expect(makeSamples(games)).toEqual(samples)
    expect(makeOpenings(games)).toEqual(JSON.parse(read('assets/openings.json')))
  })

  it('have a view of each decision, of the player who decides', () => {
    expect(Object.keys(samples.views)).toEqual([...DECISION_KINDS].sort())
    for (const [kind, view] of Object.entries(samples.views)) {
      const { snapshot } = viewAnswerSchema.parse(view)
      expect(snapshot.board).toMatchObject({ decision: { kind }, toAct: snapshot.you })
      expect(snapshot.board!.legal).not.toEqual([])
    }
  })

  it('have an event of each type', () => {
    const types = closedEventSchema.options.map(({ shape: { type } }) => type.value)
    expect(Object.keys(samples.events)).toEqual([...types].sort())
    for (const [type, event] of Object.entries(samples.events)) expect(closedEventSchema.parse(event).type).toBe(type)
  })

  it('have an error of each code', () => {
    expect(Object.keys(samples.errors)).toEqual(Object.keys(ERRORS))
    for (const [code, body] of Object.entries(samples.errors)) expect(errorBodySchema.parse(body).error.code).toBe(code)
  })
})
