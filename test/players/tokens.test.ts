import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newGuest } from '../../src/players/guest.ts'
import { createTokens } from '../../src/players/index.ts'
import type { PlayerRef } from '../../src/protocol/index.ts'

const SECRET = 'a secret of more than thirty-two characters'
const HOUR = 3_600_000
const player: PlayerRef = { id: 'AAAAAAAAAAAAAAAA', name: 'Ada 👩‍🚀' }

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const handMade = (header: object, claims: object, secret = SECRET, hash = 'sha256'): string => {
  const body = `${encode(header)}.${encode(claims)}`
  return `${body}.${createHmac(hash, secret).update(body).digest('base64url')}`
}
const claims = { iss: 'curia', sub: player.id, name: player.name, exp: 4_000_000_000 }

describe('a token', () => {
  it('stands for the player it was issued to, until it expires', async () => {
    const now = 1_700_000_000_500
    const tokens = createTokens(SECRET, HOUR, () => now)
    const issued = await tokens.issue(player)
    expect(issued.expiresAt).toBe(1_700_003_600_000)
    const { session } = issued
    expect(session).toMatch(/^[A-Za-z0-9_-]{16}$/)
    expect(await tokens.verify(issued.token)).toEqual({ player, expiresAt: issued.expiresAt, session, account: false })
  })

  it('belongs to a session of its own, or to the given one', async () => {
    const tokens = createTokens(SECRET, HOUR)
    const [first, second] = [await tokens.issue(player), await tokens.issue(player)]
    expect(first.session).not.toBe(second.session)
    const next = await tokens.issue(player, { session: first.session, account: true })
    expect(await tokens.verify(next.token)).toMatchObject({ player, session: first.session, account: true })
  })

  it('of an earlier version belongs to a session of its own, always the same', async () => {
    const tokens = createTokens(SECRET, HOUR)
    const [first, second] = [
      handMade({ alg: 'HS256' }, claims),
      handMade({ alg: 'HS256' }, { ...claims, exp: claims.exp + 1 }),
    ]
    const { session, account } = await tokens.verify(first)
    expect(session).toMatch(/^[A-Za-z0-9_-]{16}$/)
    expect(account).toBe(false)
    expect((await createTokens(SECRET, HOUR).verify(first)).session).toBe(session)
    expect((await tokens.verify(second)).session).not.toBe(session)
    // The last character of a signature has two unused bits, so there is more than one way to write it.
    const alias = first.slice(0, -1) + String.fromCharCode(first.charCodeAt(first.length - 1) + 1)
    expect((await tokens.verify(alias)).session).toBe(session)
  })

  it('is valid for every server with the same secret, and for no other', async () => {
    const { token } = await createTokens(SECRET, HOUR).issue(player)
    expect((await createTokens(SECRET, 1000).verify(token)).player).toEqual(player)
    await expect(createTokens(`${SECRET}!`, HOUR).verify(token)).rejects.toMatchObject({ code: 'token-invalid' })
  })

  it('holds names of the longest kind', async () => {
    const tokens = createTokens(SECRET, HOUR)
    const guest = newGuest('👩🏽‍❤️‍💋‍👨🏿'.repeat(24))
    expect((await tokens.verify((await tokens.issue(guest)).token)).player).toEqual(guest)
  })
})

describe('verifying refuses', () => {
  const tokens = createTokens(SECRET, HOUR)
  const code = (code: string) => expect.objectContaining({ name: 'CodedError', code }) as unknown

  it('no token', async () => {
    for (const none of [undefined, null, '']) await expect(tokens.verify(none)).rejects.toEqual(code('token-missing'))
  })

  it('an expired token, from the very millisecond', async () => {
    let now = 1_700_000_000_000
    const clocked = createTokens(SECRET, HOUR, () => now)
    const { token } = await clocked.issue(player)
    now += HOUR - 1
    await expect(clocked.verify(token)).resolves.toBeDefined()
    now += 1
    await expect(clocked.verify(token)).rejects.toEqual(code('token-expired'))
  })

  it('an expired token that was forged, as forged', async () => {
    const forged = handMade({ alg: 'HS256' }, { ...claims, exp: 1 }, 'another secret of thirty-two characters')
    await expect(tokens.verify(forged)).rejects.toEqual(code('token-invalid'))
  })

  it('a malformed token', async () => {
    for (const thing of [42, {}, ['x'], true, 'x', 'a.b.c', 'x'.repeat(100_000), '__proto__']) {
      await expect(tokens.verify(thing)).rejects.toEqual(code('token-invalid'))
    }
  })

  it('an altered token, whichever part was altered', async () => {
    const { token } = await tokens.issue(player)
    const [header, body, signature] = token.split('.') as [string, string, string]
    const other = encode({ ...claims, sub: 'BBBBBBBBBBBBBBBB' })
    for (const altered of [
      `${header}.${other}.${signature}`,
      `${encode({ alg: 'none' })}.${body}.`,
      `${header}.${body}.`,
      `${header}.${body}`,
    ]) {
      await expect(tokens.verify(altered)).rejects.toEqual(code('token-invalid'))
    }
  })

  it('any algorithm but HS256, even signed with the secret', async () => {
    await expect(tokens.verify(handMade({ alg: 'HS256' }, claims))).resolves.toMatchObject({ player })
    await expect(tokens.verify(handMade({ alg: 'HS512' }, claims, SECRET, 'sha512'))).rejects.toEqual(
      code('token-invalid'),
    )
    await expect(tokens.verify(`${encode({ alg: 'none' })}.${encode(claims)}.`)).rejects.toEqual(code('token-invalid'))
  })

  it('signed claims of another shape', async () => {
    const forever = { iss: claims.iss, sub: claims.sub, name: claims.name }
    const changes = [{ iss: 'other' }, { sub: 'short' }, { name: 7 }, { sid: 'short' }, { account: 1 }]
    for (const wrong of [...changes.map((change) => ({ ...claims, ...change })), forever]) {
      await expect(tokens.verify(handMade({ alg: 'HS256' }, wrong))).rejects.toEqual(code('token-invalid'))
    }
  })
})

describe('a guest', () => {
  it('has an id of 16 URL-safe characters that no other guest has', () => {
    const ids = Array.from({ length: 1000 }, () => newGuest('Ada').id)
    expect(new Set(ids).size).toBe(1000)
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{16}$/)
  })

  it('has a name in its normal form', () => {
    expect(newGuest('  Ａｄａ ').name).toBe('Ada')
    expect(() => newGuest('')).toThrow(expect.objectContaining({ code: 'name-invalid' }))
  })

  it('is accepted at every step in which the secret is replaced, whichever step a node has reached', async () => {
    const OTHER = 'another secret of more than thirty-two characters'
    const before = createTokens(SECRET, HOUR)
    const steps = [createTokens([SECRET, OTHER], HOUR), createTokens([OTHER, SECRET], HOUR), createTokens(OTHER, HOUR)]
    const nodes = [before, ...steps]
    for (const [index, node] of nodes.entries()) {
      const issued = await node.issue(player)
      // A node works together with those of the step before and the step after.
      for (const neighbour of [nodes[index - 1], node, nodes[index + 1]]) {
        if (neighbour) expect(await neighbour.verify(issued.token)).toMatchObject({ player, session: issued.session })
      }
    }
    const [first, last] = [await before.issue(player), await steps[2]!.issue(player)]
    await expect(steps[2]!.verify(first.token)).rejects.toMatchObject({ code: 'token-invalid' })
    await expect(before.verify(last.token)).rejects.toMatchObject({ code: 'token-invalid' })
  })

  it('of either secret expires', async () => {
    const OTHER = 'another secret of more than thirty-two characters'
    const { token } = await createTokens(OTHER, HOUR, () => 1_700_000_000_000).issue(player)
    const later = createTokens([SECRET, OTHER], HOUR, () => 1_700_000_000_000 + HOUR)
    await expect(later.verify(token)).rejects.toMatchObject({ code: 'token-expired' })
    await expect(later.verify(`${token.slice(0, -8)}AAAAAAAA`)).rejects.toMatchObject({ code: 'token-invalid' })
  })
})
