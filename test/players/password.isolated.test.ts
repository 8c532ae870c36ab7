import * as argon2 from '@node-rs/argon2'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Asker, Passwords } from '../../src/players/password.ts'
import { createPasswords } from '../../src/players/password.ts'

const ADA = { owner: 'ada' }

const matches = async (
  passwords: Passwords,
  password: string,
  passwordHash: string | null,
  asker: Asker,
): Promise<boolean> => (await passwords.ownerOf(password, async () => ({ passwordHash }), asker)) !== null

vi.mock('@node-rs/argon2', { spy: true })
afterEach(() => {
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

describe('a password', () => {
  it('is stored as Argon2id with 19 MiB, two passes and one lane, with a salt of its own', async () => {
    const passwords = await createPasswords()
    const [first, second] = [await passwords.hash('correct horse', ADA), await passwords.hash('correct horse', ADA)]
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(second).not.toBe(first)
    expect(await matches(passwords, 'correct horse', first, ADA)).toBe(true)
    expect(await matches(passwords, 'correct horse!', first, ADA)).toBe(false)
  })

  it('has 8 to 128 characters of any kind', async () => {
    const passwords = await createPasswords()
    for (const good of ['7q#Kp2!v', 'ﬁzoﬁxuﬁ', '👍🦉🎲🏛️🪙🛡️🔭⚖️🗿🌿', ' a b c d ']) {
      await expect(passwords.hash(good, ADA)).resolves.toBeDefined()
    }
    for (const bad of ['', '1234567', '👍'.repeat(129), 'e\u0301'.repeat(7), '1234567\uDC00']) {
      await expect(passwords.hash(bad, ADA)).rejects.toMatchObject({ code: 'password-invalid' })
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
    await expect(passwords.hash(password, ADA, about)).rejects.toMatchObject({ code: 'password-invalid' })
  })

  it('of an unknown account takes as much work as a wrong one, and is never accepted', async () => {
    const passwords = await createPasswords()
    const hashed = await passwords.hash('correct horse', ADA)
    vi.mocked(argon2.verify).mockClear()
    expect(await matches(passwords, 'wrong horse', hashed, ADA)).toBe(false)
    expect(await matches(passwords, 'wrong horse', null, ADA)).toBe(false)
    const hashes = vi.mocked(argon2.verify).mock.calls.map(([against]) => String(against))
    expect(hashes).toHaveLength(2)
    for (const against of hashes) expect(against).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    vi.mocked(argon2.verify).mockResolvedValueOnce(true)
    expect(await matches(passwords, 'whatever matches', null, ADA)).toBe(false)
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
    const flood = Array.from({ length: 200 }, (_, n) =>
      matches(passwords, 'any', 'hash', { owner: `network ${n % 20}` }),
    )
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
    await expect(matches(passwords, 'any', 'hash', ADA)).rejects.toThrow('a fault')
    vi.mocked(argon2.verify).mockResolvedValue(true)
    expect(await matches(passwords, 'any', 'hash', ADA)).toBe(true)
  })

  it('from many networks at once does not take the turn of one who was let in lately', async () => {
    const passwords = await createPasswords()
    const order: string[] = []
    const go: (() => void)[] = []
    vi.mocked(argon2.verify).mockImplementation(async (_hash, password) => {
      order.push(String(password))
      await new Promise<void>((resolve) => go.push(resolve))
      return true
    })
    const flood = Array.from({ length: 100 }, (_, n) =>
      matches(passwords, 'stranger', 'hash', { owner: `network ${n}` }),
    )
    const finished = Promise.allSettled(flood)
    while (order.length === 0) await new Promise(setImmediate)
    const before = order.length
    const known = matches(passwords, 'known', 'hash', { owner: 'ada at home', isKnown: true })
    const again = matches(passwords, 'known', 'hash', { owner: 'ada at home', isKnown: true })
    const third = matches(passwords, 'known', 'hash', { owner: 'ada at home', isKnown: true })
    await expect(third).rejects.toMatchObject({ code: 'rate-limited' })
    let done = false
    void Promise.all([finished, known, again]).then(() => (done = true))
    while (!done) {
      go.shift()?.()
      await new Promise(setImmediate)
    }
    expect(order.indexOf('known')).toBe(before)
    // They have every second turn.
    expect(order.lastIndexOf('known')).toBe(before + 2)
  })
})
