import type { PublicRecord } from '../protocol/index.ts'
import { logKeyOf } from '../protocol/index.ts'
import { entryHash, headerHash } from './log-hash.ts'

/** A place where a record does not have the hash of what comes before. */
export interface BrokenLink {
  /** The version of the entry that was changed, or that lacks a hash; 0 is the header. */
  version: number
  /** What was found, in words. */
  found: string
}

const nameOf = (version: number): string => (version === 0 ? 'the header' : `entry ${version}`)

/**
 * Where the hashes of a record are not those of its entries. The hash of an entry is computed from the one that the
 * entry carries: so a changed entry does not make those after it look changed. A record of a format without hashes has
 * no links; those that it has must be right.
 */
export function brokenLinks({ header, createdAt, entries, logHash }: PublicRecord): BrokenLink[] {
  const broken: BrokenLink[] = []
  const mustHave = header.format !== undefined
  const compare = (version: number, hash: string, stored: string, where: string): void => {
    if (stored === hash) return
    broken.push({ version, found: `${nameOf(version)} was changed: its hash is ${hash}, but ${where} ${stored}` })
  }
  let hash = headerHash(header, createdAt)
  for (const [index, entry] of entries.entries()) {
    const { previousHash, body } = entry
    if (previousHash !== undefined) compare(index, hash, previousHash, `${nameOf(index + 1)} says`)
    else if (mustHave && body.type !== 'downtime') {
      broken.push({ version: index + 1, found: `${nameOf(index + 1)} lacks the hash of ${nameOf(index)}` })
    }
    hash = entryHash(logKeyOf(header), entry, previousHash ?? hash)
  }
  if (logHash !== undefined) compare(entries.length, hash, logHash, 'the record says')
  return broken
}

/** The hash of the header, and of each entry in order, as the whole log gives them. */
export function logHashes({ header, createdAt, entries }: PublicRecord): string[] {
  const hashes = [headerHash(header, createdAt)]
  for (const entry of entries) hashes.push(entryHash(logKeyOf(header), entry, hashes.at(-1)!))
  return hashes
}
