import type { Replay } from '@curia/client'
import { entryText, headerText, logKeyOf } from '../../../src/protocol/log-text.ts'
import { browser } from './browser.ts'

// The hashes of a log: what anybody can do with the record of a finished game. What is hashed is described once, for
// the server and the page.

export type GameRecord = Extract<Replay, { complete: true }>['record']

const encoder = new TextEncoder()

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The hash of the header and of each entry, in order; the hash of version n is at n. The browser must be able to hash. */
export async function logHashes({ header, createdAt, entries }: GameRecord): Promise<string[]> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const hashing = browser.hashes!
  const key = await hashing.importKey('raw', encoder.encode(logKeyOf(header)), algorithm, false, ['sign'])
  const hashOf = async (text: string): Promise<string> =>
    base64url(new Uint8Array(await hashing.sign('HMAC', key, encoder.encode(text))))
  const hashes = [await hashOf(headerText(header, createdAt))]
  for (const entry of entries) hashes.push(await hashOf(entryText(entry, hashes.at(-1)!)))
  return hashes
}

/**
 * The version of the first entry that is not followed by its hash, 0 for the header; null if there is none. In a record
 * of a format with hashes, only the time that a server was down has no hash of what is before it.
 */
export function firstBroken({ header, entries, logHash }: GameRecord, hashes: readonly string[]): number | null {
  const mustHave = header.format !== undefined
  const broken = entries.find(({ version, previousHash, body }) =>
    previousHash === undefined ? mustHave && body.type !== 'downtime' : previousHash !== hashes[version - 1],
  )
  if (broken) return broken.version - 1
  return logHash === undefined || logHash === hashes.at(-1) ? null : entries.length
}
