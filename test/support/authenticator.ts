import type { KeyObject } from 'node:crypto'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAnswer,
  PasskeyCreated,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../../src/protocol/index.ts'

/** What an authenticator does otherwise than a good one. */
export interface Misdeed {
  /** Where the page says that it is. */
  origin?: string
  /** For which server the passkey says that it is. */
  rpId?: string
  /** It does not ask who is there. */
  unverified?: boolean
  counter?: number
  type?: string
}

const [PRESENT, VERIFIED, HAS_KEY] = [1, 4, 64]
const PAGE = 'https://curia.example.org'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const url = (data: Buffer): string => data.toString('base64url')
const unsigned = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
/** A text and a byte string in CBOR, both shorter than 64 KiB. */
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x59]), unsigned(value.length, 2), value])

/** An authenticator with one passkey, for a page of the server in the tests (ES256, no attestation). */
export class Authenticator {
  readonly credential: string
  readonly #id = randomBytes(32)
  readonly #privateKey: KeyObject
  readonly #point: { x: Buffer; y: Buffer }
  #counter = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    this.#privateKey = privateKey
    this.#point = { x: Buffer.from(x!, 'base64url'), y: Buffer.from(y!, 'base64url') }
    this.credential = url(this.#id)
  }

  create({ challenge, rp }: PasskeyCreationOptions, misdeed: Misdeed = {}): PasskeyCreated {
    const { x, y } = this.#point
    const key = [Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y]
    const attested = [Buffer.alloc(16), unsigned(this.#id.length, 2), this.#id, ...key]
    const data = Buffer.concat([this.#data(rp.id, HAS_KEY, misdeed), ...attested])
    const object = [Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])]
    const attestationObject = url(Buffer.concat([...object, text('authData'), bytes(data)]))
    const clientDataJSON = url(clientData('webauthn.create', challenge, misdeed))
    return { ...this.#named(), response: { clientDataJSON, attestationObject } }
  }

  get({ challenge, rpId }: PasskeyRequestOptions, misdeed: Misdeed = {}): PasskeyAnswer {
    const client = clientData('webauthn.get', challenge, misdeed)
    const data = this.#data(rpId, 0, misdeed)
    const signature = url(sign('sha256', Buffer.concat([data, sha256(client)]), this.#privateKey))
    return { ...this.#named(), response: { clientDataJSON: url(client), authenticatorData: url(data), signature } }
  }

  #named() {
    return { id: this.credential, rawId: this.credential, type: 'public-key' } as const
  }

  #data(rpId: string, flags: number, misdeed: Misdeed): Buffer {
    const counter = misdeed.counter ?? (this.#counter += 1)
    const all = PRESENT | flags | (misdeed.unverified ? 0 : VERIFIED)
    return Buffer.concat([sha256(misdeed.rpId ?? rpId), Buffer.from([all]), unsigned(counter, 4)])
  }
}

const clientData = (type: string, challenge: string, { origin = PAGE, type: other = type }: Misdeed): Buffer =>
  Buffer.from(JSON.stringify({ type: other, challenge, origin, crossOrigin: false }))
