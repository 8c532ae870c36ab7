/**
 * The rules bring their own SHA-256, so that a deal is the same everywhere: it has to be the one that everybody knows.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../src/rules/deal/sha256.ts'

const ours = (message: Uint8Array): string =>
  Array.from(sha256(message), (word) => word.toString(16).padStart(8, '0')).join('')
const platforms = (message: Uint8Array): string => createHash('sha256').update(message).digest('hex')
const encoder = new TextEncoder()

function sameAsPlatform(message: Uint8Array): void {
  expect(ours(message)).toBe(platforms(message))
}

describe('SHA-256', () => {
  test('gives the published hashes', () => {
    expect(ours(encoder.encode(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(ours(encoder.encode('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(ours(encoder.encode('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'))).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    )
  })

  test("equals the platform's for messages of every length up to 200 bytes", () => {
    for (let length = 0; length <= 200; length++) {
      for (const byte of [0x00, 0x80, 0xff]) sameAsPlatform(new Uint8Array(length).fill(byte))
      sameAsPlatform(Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 0xff))
    }
  })

  test('is the same for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 1_000 }), sameAsPlatform), { numRuns: 2_000, seed: 256 })
  })

  test('is the same for any text, as UTF-8', () => {
    const text = fc.string({ unit: 'binary', maxLength: 120 })
    fc.assert(
      fc.property(text, (words) => sameAsPlatform(encoder.encode(words))),
      { numRuns: 2_000, seed: 256 },
    )
    for (const words of ['Größe', '七不思議', '🏛️🃏', '\u0000', 'a\u0301', '\ud800'])
      sameAsPlatform(encoder.encode(words))
  })

  test('does not depend on where in a buffer the message lies, and leaves it unchanged', () => {
    const buffer = Uint8Array.from({ length: 300 }, (_, index) => index & 0xff)
    const before = platforms(buffer)
    for (let from = 0; from < 130; from += 13) sameAsPlatform(buffer.subarray(from, from + 130))
    expect(platforms(buffer)).toBe(before)
  })
})
