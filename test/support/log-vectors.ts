import type { PublicRecord } from '../../src/protocol/index.ts'
import { read } from './markdown.ts'

/** A record, and the hashes that its header and each of its entries have. */
export interface LogVector {
  name: string
  record: PublicRecord
  hashes: string[]
}

/** All that docs/log-vectors.json has: whoever computes the hashes of a log must compute these. */
export const logVectors = JSON.parse(read('docs/log-vectors.json')) as LogVector[]
