import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Network, StoredNetwork } from '../../../src/bots/index.ts'
import { FEATURES } from '../../../src/bots/index.ts'

/** A command that made weights. */
export interface Stage {
  command: string
  positions: number
  heldOutLogLikelihood: number
}

/** What was learned, by kind of game. */
export interface WeightsFile {
  /** The commands that made the weights, one after the other. */
  sources: Record<string, Stage[]>
  kinds: Record<string, StoredNetwork>
}

export const readWeights = (path: string): WeightsFile =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as WeightsFile) : { sources: {}, kinds: {} }

/** Writes a line for each feature. */
export function writeWeights(path: string, { sources, kinds }: WeightsFile): void {
  const lines = Object.entries(kinds).map(([kind, { confidence, output, features }]) => {
    const rows = Object.entries(features).map(([name, row]) => `   ${JSON.stringify(name)}: ${JSON.stringify(row)}`)
    const before = `"confidence": ${confidence}, "output": ${JSON.stringify(output)}`
    return `  ${JSON.stringify(kind)}: { ${before}, "features": {\n${rows.join(',\n')}\n  } }`
  })
  const before = JSON.stringify({ sources }, null, 1).slice(0, -2)
  writeFileSync(path, `${before},\n "kinds": {\n${lines.join(',\n')}\n }\n}\n`)
}

const rounded = (value: number): number => Number(value.toPrecision(3))

/** A network as it is stored. */
export function stored({ units, direct, hidden, output }: Network): StoredNetwork {
  const rows = FEATURES.map((name, index) => {
    const weights = [direct[index]!, ...hidden.slice(2 * units * index, 2 * units * (index + 1))]
    return [name, weights.map(rounded)] as const
  })
  const features = Object.fromEntries(rows.filter(([, weights]) => weights.some((weight) => weight !== 0)))
  return { confidence: 1, output: [...output].map(rounded), features }
}
