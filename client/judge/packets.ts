import { isObject } from '../src/merge-patch.ts'

/** A message of Socket.IO, as far as the judge looks into it; null for pings and everything else. */
export type Packet =
  | { type: 'connect'; auth: Record<string, unknown> }
  | { type: 'event'; id: number | null; name: string; payload: unknown }
  | { type: 'answer'; id: number; answer: unknown }

/** Reads a text packet of Engine.IO. */
export function read(text: string): Packet | null {
  const [, kind, id, json] = /^4([0-9])(\d*)(.*)$/s.exec(text) ?? []
  const content = parsed(json)
  if (kind === '0') return { type: 'connect', auth: isObject(content) ? content : {} }
  if (!Array.isArray(content)) return null
  if (kind === '2') return { type: 'event', id: id ? Number(id) : null, name: String(content[0]), payload: content[1] }
  return kind === '3' ? { type: 'answer', id: Number(id), answer: content[0] } : null
}

export const writeEvent = (name: string, payload: unknown): string => `42${JSON.stringify([name, payload])}`
export const writeAnswer = (id: number, answer: unknown): string => `43${id}${JSON.stringify([answer])}`

/** JSON as a value; undefined if it is none. */
export function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '')
  } catch {
    return undefined
  }
}
