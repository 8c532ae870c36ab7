import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { Draft } from '../../../src/live/embedded/journal/draft.ts'
import { frame, saltOf } from '../../../src/live/embedded/journal/frames.ts'
import { Journal } from '../../../src/live/embedded/journal/journal.ts'
import { seededRandom } from '../../support/random.ts'
import { Disk } from './disk.ts'

const random = seededRandom(7)
/** Of several lengths, some not in ASCII, one longer than a sector. */
const CHECKPOINT = ['[{"a":1}]', `["${'é🦉'.repeat(200)}"]`, '[3]']
const LONG = ['x'.repeat(1500), 'ü'.repeat(40), 'last'.repeat(50)].map((text) => JSON.stringify([text]))
const BATCHES = ['[4]', '[{"b":"\\u0000"}]', LONG[0]!, '[]', LONG[1]!, LONG[2]!]

/** A journal with a checkpoint and batches. */
let whole: Buffer
/** The offset of each frame, and of the end. */
let places: number[]
/** The payloads of its frames. */
let payloads: string[]

beforeAll(async () => {
  const disk = new Disk(random)
  const draft = new Draft(disk.mount(), 'journal', CHECKPOINT)
  draft.tail.push(...BATCHES)
  await draft.finish()
  whole = disk.read('journal')
  const opened = await opens(whole)
  payloads = (opened as { payloads: string[] }).payloads
  places = payloads.reduce((ends, payload) => [...ends, ends.at(-1)! + lengthOf(payload)], [40])
})

const lengthOf = (payload: string): number =>
  frame(saltOf(whole.subarray(0, 40))!, 0, 'batch', payload.trimEnd()).length

/** The payloads of a journal, or why it cannot be opened. */
async function opens(bytes: Buffer): Promise<{ payloads: string[] } | { refused: string }> {
  const disk = new Disk(random)
  disk.put('journal', bytes)
  const payloads: string[] = []
  const options = { files: disk.mount(), folder: '/disk', compactionBytes: Infinity, log: undefined }
  try {
    const journal = await Journal.open(options, (payload) => payloads.push(payload))
    await journal.close()
    return { payloads }
  } catch (error) {
    return { refused: (error as Error).message }
  }
}

const damagedAt = (offset: number): string =>
  `/disk/journal is damaged at byte ${offset}: ` +
  'put back a backup of its folder, or move the folder away and lose its matches'

/** The number of the frame with a byte. */
const frameAt = (offset: number): number => places.findLastIndex((place) => place <= offset)

describe('a journal', () => {
  it('consists of a checkpoint, and the batches since', () => {
    expect(payloads.map((payload) => payload.trimEnd())).toEqual([...CHECKPOINT, ...BATCHES])
    expect(places.at(-1)).toBe(whole.length)
    expect(places.every((place) => place % 8 === 0)).toBe(true)
  })

  it('with any byte changed is not opened, and the error names the place', async () => {
    for (let offset = 0; offset < whole.length; offset += 1) {
      const bytes = Buffer.from(whole)
      bytes[offset]! ^= 1 + Math.floor(random() * 255)
      const { refused } = (await opens(bytes)) as { refused: string }
      const place = offset < 40 ? 0 : places[frameAt(offset)]
      const isFormat = offset >= 14 && offset < 15 && /is in format \d/.test(refused)
      expect(isFormat || refused).toBe(isFormat || damagedAt(place!))
    }
  })

  it('that ends anywhere has its whole frames, and is not opened without its whole checkpoint', async () => {
    const begun = CHECKPOINT.length + 1
    for (let length = 0; length <= whole.length; length += 1) {
      const opened = await opens(whole.subarray(0, length))
      const frames = places.filter((place) => place > 40 && place <= length).length
      if (frames < begun) expect(opened).toHaveProperty('refused')
      else expect(opened).toEqual({ payloads: payloads.slice(0, frames) })
    }
  })

  it('whose last batch lacks sectors has the batches before', async () => {
    const last = places.at(-2)!
    for (let start = last; start < whole.length; start += 512 - (start % 512)) {
      const bytes = Buffer.from(whole)
      bytes.fill(0, start, Math.min(bytes.length, start + 512 - (start % 512)))
      expect(await opens(bytes)).toEqual({ payloads: payloads.slice(0, -1) })
    }
    expect(await opens(Buffer.concat([whole, Buffer.alloc(3000)]))).toEqual({ payloads })
  })

  it('whose last batch was torn before the file grew has the batches before', async () => {
    for (let length = places.at(-2)!; length < whole.length; length += 1) {
      for (const zeros of [8, 64, 3000]) {
        const bytes = Buffer.concat([whole.subarray(0, length), Buffer.alloc(zeros)])
        expect(await opens(bytes)).toEqual({ payloads: payloads.slice(0, -1) })
      }
    }
  })

  it('with a frame that is not its next one is not opened', async () => {
    const salt = saltOf(whole.subarray(0, 40))!
    const next = payloads.length
    const refused = { refused: damagedAt(whole.length) }
    const of = (other: number, number: number): Buffer =>
      Buffer.concat([whole, frame(other, number, 'batch', '["other"]')])
    expect(await opens(of(salt, next))).toMatchObject({ payloads: { length: next + 1 } })
    for (const number of [next - 1, next + 1, 0]) expect(await opens(of(salt, number))).toEqual(refused)
    // The last frame is cut short, and the one before it is missing.
    const gap = Buffer.concat([whole.subarray(0, places.at(-3)), whole.subarray(places.at(-2), -8)])
    expect(await opens(gap)).toEqual({ refused: damagedAt(places.at(-3)!) })
    // A frame of an older journal, in sectors that this one uses now.
    expect(await opens(of((salt ^ 1) >>> 0, next))).toEqual(refused)
  })

  it('has nothing that was not written, after any damage', async () => {
    const offset = fc.nat({ max: whole.length })
    const length = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2000 }))
    const how = fc.constantFrom('lost', 'repeated', 'moved', 'zeros', 'noise')
    const damage = fc.record({ how, offset, length, to: offset })
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        const bytes = damages.reduce(damaged, whole)
        const opened = await opens(bytes)
        if ('refused' in opened) return
        const { length } = opened.payloads
        expect(opened.payloads).toEqual(payloads.slice(0, length))
        // Every batch before one that is still there is there, too.
        for (let later = length + 1; later < payloads.length; later += 1) {
          expect(bytes.includes(whole.subarray(places[later], places[later + 1]))).toBe(false)
        }
      }),
      { numRuns: 3000 },
    )
  })
})

interface Damage {
  how: string
  offset: number
  length: number
  to: number
}

function damaged(bytes: Buffer, { how, offset, length, to }: Damage): Buffer {
  const [before, after] = [bytes.subarray(0, offset), bytes.subarray(offset + length)]
  const part = bytes.subarray(offset, offset + length)
  switch (how) {
    case 'lost':
      return Buffer.concat([before, after])
    case 'repeated':
      return Buffer.concat([before, part, part, after])
    case 'moved': {
      const rest = Buffer.concat([before, after])
      return Buffer.concat([rest.subarray(0, to), part, rest.subarray(to)])
    }
    case 'zeros':
      return Buffer.concat([before, Buffer.alloc(part.length), after])
    default:
      return Buffer.concat([before, Buffer.from(part.map(() => Math.floor(random() * 256))), after])
  }
}
