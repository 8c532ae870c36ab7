/** Self-play, from which the evaluation learns. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readWeights, stored, writeWeights } from '../../scripts/bots/train/file.ts'
import type { TrainingGame } from '../../scripts/bots/train/game.ts'
import { playOneAhead } from '../../scripts/bots/train/one-ahead.ts'
import { playSearched } from '../../scripts/bots/train/searched.ts'
import type { Network } from '../../src/bots/index.ts'
import { emptyNetwork, evaluationOf, networkEvaluation } from '../../src/bots/index.ts'
import { randomHistory } from '../rules/support/history.ts'

const OPTIONS = { agora: true, pantheon: true, wonders: 'draft', tiedPawn: 'chooses' } as const

/** A network with weights of many values. */
function someNetwork(): Network {
  const network = emptyNetwork(2)
  for (const weights of [network.direct, network.hidden, network.output]) {
    for (let index = 0; index < weights.length; index++) weights[index] = ((index * 37) % 199) / 1_000 - 0.1
  }
  return network
}

const WAYS: Readonly<Record<string, (name: string) => TrainingGame>> = {
  'at random': (name) => playOneAhead(OPTIONS, name, null),
  'one action ahead': (name) => playOneAhead(OPTIONS, name, someNetwork()),
  'by a search': (name) => playSearched(OPTIONS, name, networkEvaluation(someNetwork()), 4),
}

describe.each(Object.entries(WAYS))('self-play %s', (_, play) => {
  it('is the same game for the same name, with examples of both seats and outcomes from 0 to 1', () => {
    const [one, two] = [play('same'), play('same')]
    expect(one).toEqual(two)
    expect(play('another')).not.toEqual(one)
    expect(one.examples.length).toBeGreaterThan(10)
    for (const { features, outcome } of one.examples) {
      expect(features).toHaveLength(2)
      expect(outcome).toBeGreaterThanOrEqual(0)
      expect(outcome).toBeLessThanOrEqual(1)
    }
  })
})

describe('the file of the weights', () => {
  const folder = mkdtempSync(join(tmpdir(), 'curia-weights-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has what was learned, and the commands that made it', () => {
    const path = join(folder, 'weights.json')
    const network = someNetwork()
    const source = { command: 'npm run train', positions: 1, heldOutLogLikelihood: -0.5 }
    writeWeights(path, { sources: { base: [source, source] }, kinds: { base: stored(network) } })
    const file = readWeights(path)
    expect(file.sources).toEqual({ base: [source, source] })
    const [read, learned] = [evaluationOf(file, 'base'), networkEvaluation(network)]
    for (const state of randomHistory('weights', 'base').states.slice(0, -1)) {
      expect(read(state)).toBeCloseTo(learned(state), 2)
    }
  })

  it('is empty before anything was learned', () => {
    expect(readWeights(join(folder, 'none.json'))).toEqual({ sources: {}, kinds: {} })
  })
})
