import { logKeyOf } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { RECORD_FORMAT } from '../../src/record/index.ts'
import { entryHash, headerHash } from '../../src/record/log-hash.ts'

/** A record as the server makes it: its entries have hashes, and so has its end. */
export function sealed({ header, createdAt, entries }: MatchRecord): MatchRecord {
  const format = { ...header, format: RECORD_FORMAT }
  let hash = headerHash(format, createdAt)
  const linked = entries.map((entry) => {
    const previousHash = hash
    hash = entryHash(logKeyOf(header), entry, previousHash)
    return entry.body.type === 'downtime' ? entry : { ...entry, previousHash }
  })
  return { header: format, createdAt, entries: linked, logHash: hash }
}
