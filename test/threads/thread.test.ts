import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startThread, Thread } from '../../src/threads/index.ts'
import type { TestJobs } from './jobs.ts'

describe('A thread', () => {
  let thread: Thread<TestJobs>
  beforeEach(() => {
    thread = new Thread(startThread('./worker.ts', import.meta.url))
  })
  afterEach(() => thread.close())

  it('answers each question', async () => {
    const answers = await Promise.all([1, 2, 3].map((n) => thread.ask('double', { n })))
    expect(answers).toEqual([2, 4, 6])
  })

  it('says why it has no answer, and goes on', async () => {
    const cause = { kind: 'of-a-test', code: 7 }
    const failure = await thread.ask('fail', { message: 'no', cause }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: 'no', cause })
    expect(await thread.ask('double', { n: 4 })).toBe(8)
  })

  it('answers others while one question waits', async () => {
    const waited = thread.ask('wait', undefined)
    expect(await thread.ask('double', { n: 5 })).toBe(10)
    await thread.ask('release', undefined)
    await waited
  })

  it('rejects what it was asked, and what it is asked later, when it ends', async () => {
    const waited = thread.ask('wait', undefined)
    const crashed = thread.ask('crash', undefined)
    await expect(waited).rejects.toThrow('the thread has ended')
    await expect(crashed).rejects.toThrow('the thread has ended')
    expect(thread.hasEnded).toBe(true)
    await expect(thread.ask('double', { n: 1 })).rejects.toThrow('the thread has ended')
  })

  it('is ended when it does not answer in time', async () => {
    await expect(thread.ask('wait', undefined, 20)).rejects.toThrow('has not answered wait within 20 ms')
    expect(thread.hasEnded).toBe(true)
  })
})
