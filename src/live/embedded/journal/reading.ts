import type { OpenFile } from './files.ts'
import type { FrameHead } from './frames.ts'
import {
  checksum,
  FILE_HEAD_BYTES,
  formatOf,
  FRAME_HEAD_BYTES,
  frameHead,
  LEAST_PART_BYTES,
  READABLE_FORMATS,
  saltOf,
} from './frames.ts'

/** How much of a file is read at a time (bytes). */
const WINDOW_BYTES = 1 << 20
/** No frame contains a zero. A single damaged byte is no hole. */
const HOLE = Buffer.alloc(LEAST_PART_BYTES)

/** What a journal contains. */
export interface Found {
  salt: number
  /** The length of its whole frames (bytes). After that comes a batch that was not written whole. */
  length: number
  /** The length after the last compaction (bytes). */
  compacted: number
  /** Where its last whole frame begins (bytes). */
  last: number
  size: number
  /** The number of the next frame. */
  next: number
}

export interface Frame {
  number: number
  payload: string
}

/**
 * Reads a journal.
 *
 * A batch is one write, which is synced before the next one. So only the last batch may be incomplete: it was never
 * acknowledged, and is left out. Every other difference from what was written is damage.
 * @param take gets the payload of each frame, in order.
 * @throws Error that names the file and the offset, if the journal is damaged or in another format.
 */
export async function readJournal(file: OpenFile, name: string, take: (payload: string) => void): Promise<Found> {
  const size = await file.size()
  const window = new Window(file)
  const fileHead = await window.bytes(0, FILE_HEAD_BYTES)
  const format = formatOf(fileHead)
  if (format !== null && !READABLE_FORMATS.includes(format)) {
    throw new Error(`${name} is in format ${format}, and this version reads ${READABLE_FORMATS.join(' and ')}`)
  }
  const salt = saltOf(fileHead)
  if (salt === null) throw damaged(name, 0)

  let length = FILE_HEAD_BYTES
  let last = length
  let next = 0
  /** A file becomes the journal when its checkpoint and one batch are synced: neither of them can be incomplete. */
  let compacted: number | null = null
  while (length < size) {
    const { head, payload } = await window.frame(length, salt)
    if (head && head.number !== next) throw damaged(name, length)
    if (!head || payload === null) {
      if (compacted !== null && (await isIncomplete(file, length, size, salt))) break
      throw damaged(name, length)
    }
    take(payload)
    last = length
    length += FRAME_HEAD_BYTES + head.length
    next += 1
    if (head.kind === 'batch') compacted ??= length
  }
  if (compacted === null) throw damaged(name, length)
  return { salt, length, compacted, last, size, next }
}

const damaged = (name: string, offset: number): Error =>
  new Error(
    `${name} is damaged at byte ${offset}: put back a backup of its folder, or move the folder away and lose its matches`,
  )

/** The whole frames at the beginning of a file, whatever follows them. Null: the file has no head. */
export async function readFrames(file: OpenFile): Promise<{ salt: number; frames: Frame[] } | null> {
  const window = new Window(file)
  const salt = saltOf(await window.bytes(0, FILE_HEAD_BYTES))
  if (salt === null) return null
  const frames: Frame[] = []
  for (let offset = FILE_HEAD_BYTES; ;) {
    const { head, payload } = await window.frame(offset, salt)
    if (!head || payload === null) return { salt, frames }
    frames.push({ number: head.number, payload })
    offset += FRAME_HEAD_BYTES + head.length
  }
}

/**
 * Whether the file ends with an incomplete write: bytes are missing at the end, or were never written and read as zeros.
 * If another frame follows, the write was complete, and the file is damaged.
 */
async function isIncomplete(file: OpenFile, offset: number, size: number, salt: number): Promise<boolean> {
  const head = frameHead(await file.read(offset, FRAME_HEAD_BYTES), salt)
  let lacksBytes = size - offset < FRAME_HEAD_BYTES + (head?.length ?? 0)
  for (let start = offset; start < size; start += WINDOW_BYTES) {
    const bytes = await file.read(start, WINDOW_BYTES + FRAME_HEAD_BYTES)
    for (let place = 0; place < Math.min(WINDOW_BYTES, bytes.length); place += 1) {
      if (start + place > offset && frameHead(bytes.subarray(place, place + FRAME_HEAD_BYTES), salt)) return false
    }
    lacksBytes ||= bytes.includes(HOLE)
  }
  return lacksBytes
}

/** Reads a file from its beginning to its end in few large parts. */
class Window {
  readonly #file: OpenFile
  #start = 0
  #bytes: Buffer = Buffer.alloc(0)

  constructor(file: OpenFile) {
    this.#file = file
  }

  /** Reads so many bytes, fewer at the end of the file. */
  async bytes(offset: number, length: number): Promise<Buffer> {
    if (offset < this.#start || offset + length > this.#start + this.#bytes.length) {
      this.#bytes = await this.#file.read(offset, Math.max(length, WINDOW_BYTES))
      this.#start = offset
    }
    return this.#bytes.subarray(offset - this.#start, offset - this.#start + length)
  }

  /** The frame at an offset. Its head or its payload is null if it is not there whole. */
  async frame(offset: number, salt: number): Promise<{ head: FrameHead | null; payload: string | null }> {
    const head = frameHead(await this.bytes(offset, FRAME_HEAD_BYTES), salt)
    const content = head && (await this.bytes(offset + FRAME_HEAD_BYTES, head.length))
    const isWhole = content && content.length === head.length && checksum(content, salt) === head.checksum
    return { head, payload: isWhole ? content.toString('utf8') : null }
  }
}
