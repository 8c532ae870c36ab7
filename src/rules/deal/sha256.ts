/** The round constants: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])

const rotate = (x: number, bits: number): number => (x >>> bits) | (x << (32 - bits))

/**
 * SHA-256 (FIPS 180-4) of bytes, as eight 32-bit words. The rules import nothing, not even Node, and a deal must be the
 * same on every machine, so they have their own; its tests compare it with the platform's.
 */
export function sha256(message: Uint8Array): Uint32Array {
  const hash = new Uint32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  const blocks = Math.ceil((message.length + 9) / 64)
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) W[i] = wordAt(message, 64 * block + 4 * i)
    if (block === blocks - 1) {
      // The length in bits.
      W[14] = message.length / 2 ** 29
      W[15] = message.length << 3
    }
    compress(hash, W)
  }
  return hash
}

/** The message schedule of the current block, reused because allocating it takes longer than filling it. */
const W = new Uint32Array(64)

/** Four bytes of the padded message: the message, a one bit, zeros. */
function wordAt(message: Uint8Array, offset: number): number {
  let word = 0
  for (let index = offset; index < offset + 4; index++) {
    word = (word << 8) | (index < message.length ? message[index]! : index === message.length ? 0x80 : 0)
  }
  return word
}

function compress(hash: Uint32Array, w: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const near = w[i - 15]!
    const far = w[i - 2]!
    const s0 = rotate(near, 7) ^ rotate(near, 18) ^ (near >>> 3)
    const s1 = rotate(far, 17) ^ rotate(far, 19) ^ (far >>> 10)
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1
  }
  let a = hash[0]! | 0,
    b = hash[1]! | 0,
    c = hash[2]! | 0,
    d = hash[3]! | 0
  let e = hash[4]! | 0,
    f = hash[5]! | 0,
    g = hash[6]! | 0,
    h = hash[7]! | 0
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  hash[0]! += a
  hash[1]! += b
  hash[2]! += c
  hash[3]! += d
  hash[4]! += e
  hash[5]! += f
  hash[6]! += g
  hash[7]! += h
}
