import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { Answers } from '../../src/http/answers.ts'

const MS = 5_000
const NOT_KEPT = new Error('it is not kept')

afterEach(() => void vi.restoreAllMocks())

/** What is kept under a key, which asking does not change; null if there is nothing. */
const keptIn = (answers: Answers, key: string): Promise<string | null> =>
  answers.of(key, () => Promise.reject(NOT_KEPT)).catch(() => null)

it('an answer is made once for all who ask at the same time, and for those who ask later', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }), async (keys) => {
      const answers = new Answers({ bytes: 1_000, ms: MS })
      const made: string[] = []
      const ask = (key: string): Promise<string> =>
        answers.of(key, async () => {
          made.push(key)
          return `answer ${key}`
        })
      const expected = keys.map((key) => `answer ${key}`)
      expect(await Promise.all(keys.map(ask))).toEqual(expected)
      expect(await Promise.all(keys.map(ask))).toEqual(expected)
      expect(made).toEqual([...new Set(keys)])
    }),
  )
})

it('what could not be made fails for all who wait for it, and is made for the next', async () => {
  const answers = new Answers({ bytes: 1_000, ms: MS })
  const make = vi.fn<() => Promise<string>>().mockRejectedValueOnce(NOT_KEPT).mockResolvedValue('an answer')
  const tried = await Promise.allSettled([answers.of('a', make), answers.of('a', make)])
  expect(tried.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(make).toHaveBeenCalledTimes(1)
  expect(await answers.of('a', make)).toBe('an answer')
})

it('at most as much is kept as the bound, and the answer that was used last, unless it alone is more', async () => {
  const sized = fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), fc.nat(150))
  await fc.assert(
    fc.asyncProperty(fc.array(sized, { minLength: 1 }), async (asked) => {
      const bytes = 200
      const sizeOf = (key: string, text: string): number => 2 * (key.length + text.length)
      const answers = new Answers({ bytes, ms: MS })
      const texts = new Map<string, string>()
      for (const [key, length] of asked) {
        const text = await answers.of(key, () => Promise.resolve('x'.repeat(length)))
        texts.set(key, text)
        if (sizeOf(key, text) <= bytes) expect(await keptIn(answers, key)).toBe(text)
        let kept = 0
        for (const one of texts.keys()) {
          const found = await keptIn(answers, one)
          if (found !== null) kept += sizeOf(one, found)
        }
        expect(kept).toBeLessThanOrEqual(bytes)
        await keptIn(answers, key)
      }
    }),
  )
})

it('an answer is kept for its time, from when its making began', async () => {
  const began = 1_000
  let now = began
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const answers = new Answers({ bytes: 1_000, ms: MS })
  let done: (text: string) => void = () => undefined
  const first = answers.of('a', () => new Promise((resolve) => (done = resolve)))
  now = began + 3_000
  done('early')
  expect(await first).toBe('early')
  now = began + MS
  expect(await keptIn(answers, 'a')).toBe('early')
  now = began + MS + 1
  await expect.poll(() => keptIn(answers, 'a')).toBeNull()
})
