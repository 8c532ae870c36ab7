import type { Replay } from '@curia/client'

// The hashes of a log, written from docs/fairness.md alone: what anybody can do with the record of a finished game.

export type GameRecord = Extract<Replay, { complete: true }>['record']

const encoder = new TextEncoder()

/** JSON with sorted keys and without white space. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** The hash of the header and of each entry, in order; the hash of version n is at n. */
export async function logHashes({ header, createdAt, entries }: GameRecord): Promise<string[]> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(header.seed), algorithm, false, ['sign'])
  const hashOf = async (content: object): Promise<string> =>
    base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(canonical(content)))))
  // Of a player, the text has the id alone.
  const { seat, player } = header.host
  const hashes = [await hashOf({ createdAt, header: { ...header, host: { seat, player: { id: player.id } } } })]
  for (const { version, at, body } of entries) {
    const named = body.type === 'join' ? { ...body, player: { id: body.player.id } } : body
    hashes.push(await hashOf({ version, at, body: named, previousHash: hashes.at(-1)! }))
  }
  return hashes
}

/** The version of the first entry that does not carry the hash of what is before it; null if there is none. */
export function firstBroken({ entries, logHash }: GameRecord, hashes: readonly string[]): number | null {
  const broken = entries.find(({ version, previousHash }) =>
    previousHash === undefined ? false : previousHash !== hashes[version - 1],
  )
  if (broken) return broken.version - 1
  return logHash === undefined || logHash === hashes.at(-1) ? null : entries.length
}
