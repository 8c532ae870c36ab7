import { crc32 } from 'node:zlib'

/*
 * A journal is a text file: a head, then frames. Each of them is one line:
 *
 *   curia-journal 3 <salt> <checksum>
 *   <length> <number> <kind> <checksum of the payload> <checksum of the line so far> <payload>
 *
 * 3 is the format. All other numbers have eight hexadecimal digits. Every checksum begins with the salt, a random
 * number, so that remains of another journal on the disk are no frames of this one. Frames are numbered from 0. Spaces
 * pad each line to a multiple of `LEAST_PART_BYTES`.
 */

/** The format that this version writes. */
export const FORMAT = 3
/** Those that it reads. Format 1 was a Postgres cluster. In format 2 the entries of a match were not packed. */
export const READABLE_FORMATS: readonly number[] = [2, FORMAT]
export const FILE_HEAD_BYTES = 40
export const FRAME_HEAD_BYTES = 38
/** The part of a line that lies in one sector of a disk has at least as many bytes, so that one never written is noticed. */
export const LEAST_PART_BYTES = 8

/** `checkpoint`: a part of the state with which the journal begins. `batch`: changes since. */
export type FrameKind = 'checkpoint' | 'batch'

export interface FrameHead {
  /** The length of the payload with its padding (bytes). */
  length: number
  number: number
  kind: FrameKind
  checksum: number
}

const KINDS = { s: 'checkpoint', b: 'batch' } as const
/** The groups of `FRAME_HEAD`. */
type Fields = [
  all: string,
  line: string,
  length: string,
  number: string,
  kind: keyof typeof KINDS,
  content: string,
  own: string,
]
const LETTERS = { checkpoint: 's', batch: 'b' } as const
const FRAME_HEAD = /^(([0-9a-f]{8}) ([0-9a-f]{8}) ([sb]) ([0-9a-f]{8})) ([0-9a-f]{8}) $/
const FILE_HEAD = /^(curia-journal \d+ ([0-9a-f]{8})) ([0-9a-f]{8}) *\n$/

const SPACE = 0x20

const hex = (number: number): string => number.toString(16).padStart(8, '0')

export function fileHead(salt: number): Buffer {
  const text = `curia-journal ${FORMAT} ${hex(salt)}`
  return Buffer.from(`${`${text} ${hex(crc32(text))}`.padEnd(FILE_HEAD_BYTES - 1)}\n`)
}

/** The format in the head of a file. Null: it is no journal. */
export function formatOf(bytes: Buffer): number | null {
  const found = /^curia-journal (\d+) /.exec(bytes.toString('latin1'))
  return found && Number(found[1])
}

/** The salt in the head of a file. Null: the head is damaged. */
export function saltOf(bytes: Buffer): number | null {
  const found = FILE_HEAD.exec(bytes.toString('latin1'))
  return found && crc32(found[1]!) === parseInt(found[3]!, 16) ? parseInt(found[2]!, 16) : null
}

/** @param payload JSON, which contains no line break. */
export function frame(salt: number, number: number, kind: FrameKind, payload: string): Buffer {
  const bytes = Buffer.byteLength(payload) + 1
  const fill = (LEAST_PART_BYTES - ((FRAME_HEAD_BYTES + bytes) % LEAST_PART_BYTES)) % LEAST_PART_BYTES
  const content = Buffer.from(`${payload}${' '.repeat(fill)}\n`)
  const head = `${hex(content.length)} ${hex(number)} ${LETTERS[kind]} ${hex(checksum(content, salt))}`
  return Buffer.concat([Buffer.from(`${head} ${hex(crc32(head, salt))} `), content])
}

/** The head of a frame. Null: these bytes are no head. */
export function frameHead(bytes: Buffer, salt: number): FrameHead | null {
  if (bytes[8] !== SPACE) return null
  const found = FRAME_HEAD.exec(bytes.toString('latin1'))
  if (!found) return null
  const [, line, length, number, kind, content, own] = found as unknown as Fields
  if (crc32(line, salt) !== parseInt(own, 16)) return null
  return {
    length: parseInt(length, 16),
    number: parseInt(number, 16),
    kind: KINDS[kind],
    checksum: parseInt(content, 16),
  }
}

export const checksum = (content: Buffer, salt: number): number => crc32(content, salt)
