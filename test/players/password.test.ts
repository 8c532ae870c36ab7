import * as argon2 from '@node-rs/argon2'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPasswords } from '../../src/players/password.ts'

vi.mock('@node-rs/argon2', { spy: true })
afterEach(() => {
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

describe('a password', () => {
  it('is stored as Argon2id with 19 MiB, two passes and one lane, with a salt of its own', async () => {
    const passwords = await createPasswords()
    const [first, second] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')]
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(second).not.toBe(first)
    expect(await passwords.matches('correct horse', first)).toBe(true)
    expect(await passwords.matches('correct horse!', first)).toBe(false)
  })

  it('has 8 to 128 characters of any kind', async () => {
    const passwords = await createPasswords()
    for (const good of ['7q#Kp2!v', 'ﬁzoﬁxuﬁ', '👍🦉🎲🏛️🪙🛡️🔭⚖️🗿🌿', ' a b c d ']) {
      await expect(passwords.hash(good)).resolves.toBeDefined()
    }
    for (const bad of ['', '1234567', '👍'.repeat(129), 'e\u0301'.repeat(7), '1234567\uDC00']) {
      await expect(passwords.hash(bad)).rejects.toMatchObject({ code: 'password-invalid' })
    }
  })

  it.each([
    ['password', []],
    ['12345678', []],
    ['qwertyuiop', []],
    ['Ada Lovelace', ['Ada Lovelace']],
    ['ada lovelace1', ['Ada Lovelace']],
    ['a'.repeat(128), []],
  ])('is refused if it is easy to guess: %s', async (password, about) => {
    const passwords = await createPasswords()
    await expect(passwords.hash(password, about)).rejects.toMatchObject({ code: 'password-invalid' })
  })

  it('of an unknown account takes as much work as a wrong one, and is never accepted', async () => {
    const passwords = await createPasswords()
    const hashed = await passwords.hash('correct horse')
    vi.mocked(argon2.verify).mockClear()
    expect(await passwords.matches('wrong horse', hashed)).toBe(false)
    expect(await passwords.matches('wrong horse', null)).toBe(false)
    const hashes = vi.mocked(argon2.verify).mock.calls.map(([against]) => String(against))
    expect(hashes).toHaveLength(2)
    for (const against of hashes) expect(against).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    vi.mocked(argon2.verify).mockResolvedValueOnce(true)
    expect(await passwords.matches('whatever matches', null)).toBe(false)
  })
})

describe('a flood of passwords', () => {
  it('takes at most two threads at a time, and is refused when too many wait', async () => {
    const passwords = await createPasswords()
    let inside = 0
    let most = 0
    const go: (() => void)[] = []
    vi.mocked(argon2.verify).mockImplementation(async () => {
      most = Math.max(most, (inside += 1))
      await new Promise<void>((resolve) => go.push(resolve))
      inside -= 1
      return true
    })
    const flood = Array.from({ length: 200 }, () => passwords.matches('any', 'hash'))
    const finished = Promise.allSettled(flood)
    let done = false
    void finished.then(() => (done = true))
    while (!done) {
      go.shift()?.()
      await new Promise(setImmediate)
    }
    const results = await finished
    expect(most).toBeLessThanOrEqual(2)
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBe(200 - 64 - most)
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ code: 'rate-limited', details: { retryAfterMs: 1000 } })
    }
    // Refused and failed calls have freed their places.
    vi.mocked(argon2.verify).mockRejectedValueOnce(new Error('a fault'))
    await expect(passwords.matches('any', 'hash')).rejects.toThrow('a fault')
    vi.mocked(argon2.verify).mockResolvedValue(true)
    expect(await passwords.matches('any', 'hash')).toBe(true)
  })
})
