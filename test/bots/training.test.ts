/** Self-play, from which the evaluation learns. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { addExamples } from '../../scripts/bots/train/examples.ts'
import { readWeights, stored, writeWeights } from '../../scripts/bots/train/file.ts'
import { playOneAhead } from '../../scripts/bots/train/one-ahead.ts'
import type { SelfPlayGame } from '../../scripts/bots/train/record.ts'
import { stepsOf } from '../../scripts/bots/train/record.ts'
import { Records } from '../../scripts/bots/train/records.ts'
import type { Round } from '../../scripts/bots/train/round.ts'
import { learnFrom, playRound } from '../../scripts/bots/train/round.ts'
import { playSearched } from '../../scripts/bots/train/searched.ts'
import type { Style } from '../../scripts/bots/train/styles.ts'
import { stylesOf } from '../../scripts/bots/train/styles.ts'
import type { Features, Network } from '../../src/bots/index.ts'
import {
  emptyFeatures,
  emptyNetwork,
  evaluationOf,
  Examples,
  FEATURES,
  featuresOf,
  networkEvaluation,
} from '../../src/bots/index.ts'
import { deal, start } from '../../src/rules/index.ts'
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

/** Players who like nothing in particular. */
const PLAIN = stylesOf(someNetwork(), OPTIONS).filter(({ isPlain }) => isPlain)

const WAYS: Readonly<Record<string, (name: string) => SelfPlayGame>> = {
  'at random': (name) => playOneAhead(OPTIONS, name, null),
  'one action ahead': (name) => playOneAhead(OPTIONS, name, stylesOf(someNetwork(), OPTIONS)),
  'by a search': (name) => playSearched(OPTIONS, name, stylesOf(someNetwork(), OPTIONS), 4),
}

/** The examples of a game, with their outcomes. */
function examplesOf(game: SelfPlayGame, judgement?: number): { features: Features; outcome: number }[] {
  const examples = new Examples()
  addExamples(examples, OPTIONS, game, judgement)
  return Array.from({ length: examples.length }, (_, number) => {
    const features = emptyFeatures()
    return { outcome: examples.read(number, features), features }
  })
}

describe.each(Object.entries(WAYS))('self-play %s', (_, play) => {
  it('is the same game for the same name, and can be played again from what is kept', () => {
    const [one, two] = [play('same'), play('same')]
    expect(one).toEqual(two)
    expect(play('another').actions).not.toEqual(one.actions)
    const steps = [...stepsOf(start(OPTIONS, deal('same', OPTIONS)), one)]
    expect(steps.at(-1)!.next.result).not.toBeNull()
    for (const [at, tried] of one.searched.entries()) {
      for (const [number, chance, visits] of tried ?? []) {
        expect(steps[at]!.legal[number]).toBeDefined()
        expect(chance).toBeGreaterThanOrEqual(0)
        expect(chance).toBeLessThanOrEqual(1000)
        expect(visits).toBeGreaterThan(0)
      }
    }
  })

  it('gives examples of both seats, with outcomes from 0 to 1', () => {
    const examples = examplesOf(play('same'))
    expect(examples).toEqual(examplesOf(play('same')))
    expect(examples.length).toBeGreaterThan(10)
    for (const { features, outcome } of examples) {
      expect(features.flatMap((row) => [...row]).some(Boolean)).toBe(true)
      expect(outcome).toBeGreaterThanOrEqual(0)
      expect(outcome).toBeLessThanOrEqual(1)
    }
  })
})

describe('a style', () => {
  const styles = stylesOf(someNetwork(), OPTIONS)
  const network = someNetwork()

  it('adds what a player likes to the direct weights, and changes nothing else', () => {
    const symbols = FEATURES.indexOf('symbols')
    const likers = styles.filter((each) => each.network.direct[symbols] !== network.direct[symbols])
    expect(likers.length).toBeGreaterThan(0)
    for (const style of styles) {
      expect({ ...style.network, direct: null }).toEqual({ ...network, direct: null })
      expect([...style.network.direct].every((weight, at) => weight >= network.direct[at]!)).toBe(true)
      expect(style.isPlain).toBe([...style.network.direct].every((weight, at) => weight === network.direct[at]))
    }
  })

  it('for the Senate is one of Agora alone', () => {
    const chambers = FEATURES.indexOf('chambers')
    const ofSenate = (agora: boolean): number =>
      stylesOf(network, { ...OPTIONS, agora }).filter(
        (each) => each.network.direct[chambers] !== network.direct[chambers],
      ).length
    expect([true, false].map(ofSenate)).toEqual([1, 0])
  })

  it('of a player keeps what they judge out of what is learned, and not what the other player judges', () => {
    const [plain, liking] = [PLAIN[0]!, styles.find(({ isPlain }) => !isPlain)!]
    const judgesOf = (players: readonly Style[], name: string): string => {
      const game = playSearched(OPTIONS, name, players, 2)
      const steps = [...stepsOf(start(OPTIONS, deal(name, OPTIONS)), game)]
      return [...new Set(steps.flatMap(({ state }, at) => (game.searched[at] ? [state.toAct!] : [])))].sort().join()
    }
    const names = Array.from({ length: 8 }, (_, number) => `styled ${number}`)
    expect(judgesOf([plain], 'styled')).toBe('0,1')
    expect(judgesOf([liking], 'styled')).toBe('')
    expect(new Set(names.map((name) => judgesOf([plain, liking], name)))).toEqual(new Set(['0,1', '0', '1', '']))
  })
})

it('what the search judged counts in the outcome of a position as much as is wanted', () => {
  const game = playSearched(OPTIONS, 'judged', PLAIN, 4)
  const [ended, quarter, judged] = [0, 0.25, 1].map((judgement) => examplesOf(game, judgement))
  expect(ended!.some(({ outcome }, at) => outcome !== judged![at]!.outcome)).toBe(true)
  for (const [at, { features, outcome }] of quarter!.entries()) {
    expect(features).toEqual(ended![at]!.features)
    expect(outcome).toBeCloseTo(0.75 * ended![at]!.outcome + 0.25 * judged![at]!.outcome, 9)
  }
})

it('the features of every position are whole numbers that an example can keep', () => {
  const examples = new Examples()
  const { states } = randomHistory('kept', 'agora-pantheon')
  const [read, all] = [featuresOf(states[0]!), states.slice(0, -1)]
  for (const state of all) examples.add(featuresOf(state), 0.25)
  expect(examples.length).toBe(all.length)
  for (const [number, state] of all.entries()) {
    expect(examples.read(number, read)).toBe(0.25)
    expect(read.map((row) => [...row].map(Math.abs))).toEqual(featuresOf(state).map((row) => [...row].map(Math.abs)))
  }
})

describe('a round', () => {
  const folder = mkdtempSync(join(tmpdir(), 'curia-round-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const round: Round = { kind: 'base', seed: 'round', games: 6, worlds: null, weights: null }
  const play = (name: string): Promise<Records> => {
    const records = new Records(join(folder, name))
    return playRound(round, records, 2, new AbortController().signal).then(() => records)
  }

  it('that was interrupted goes on, and learns the same in the end', { timeout: 120_000 }, async () => {
    const whole = await play('whole.jsonl')
    const lines = readFileSync(join(folder, 'whole.jsonl'), 'utf8').split('\n').filter(Boolean)
    expect(lines).toHaveLength(6)
    // It ended in the middle of a line.
    writeFileSync(join(folder, 'cut.jsonl'), `\n${lines.slice(0, 3).join('\n')}\n${lines[3]!.slice(0, -9)}`)
    const cut = await play('cut.jsonl')
    expect([...cut.games()].map(({ name }) => name).sort()).toEqual([...whole.games()].map(({ name }) => name).sort())
    const course = { units: 2, epochs: 1, seed: 'round' }
    const [one, other] = [whole, cut].map((records) => learnFrom('base', [{ round, records }], course))
    expect(other).toEqual(one)
    expect(one!.positions).toBeGreaterThan(20)
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
