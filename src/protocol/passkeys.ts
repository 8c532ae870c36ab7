import { z } from 'zod'
import { passkeyId, timestamp } from './primitives.ts'

/** How many passkeys an account has at most. */
export const MOST_PASSKEYS = 10
/** How long a challenge can be answered (ms). */
export const CHALLENGE_MS = 300_000
/** How a passkey may sign: Ed25519, ES256 and RS256, by their numbers in COSE. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const

/** Longer than what any authenticator makes, and less than a body. */
const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/)
/** An authenticator names a passkey by at most 1,023 bytes. */
const credentialId = bytes(1364).describe('The id of the passkey, as its authenticator made it, in base64url')
const credentialType = z.literal('public-key')
const credential = z.object({ id: credentialId, type: credentialType }).meta({ id: 'PasskeyDescriptor' })
const challenge = z.string().describe('What the passkey signs, in base64url: for one use, within five minutes')
const timeout = z.int().min(0).describe('How long the challenge can be answered (ms)')

/** What `PublicKeyCredential.parseCreationOptionsFromJSON` takes. */
export const passkeyCreationOptionsSchema = z
  .strictObject({
    rp: z.strictObject({ id: z.string().describe('The name of the host of the server'), name: z.string() }),
    user: z.strictObject({
      id: z.string().describe('The id of the player, in base64url'),
      name: z.string(),
      displayName: z.string(),
    }),
    challenge,
    pubKeyCredParams: z.array(
      z
        .strictObject({ type: credentialType, alg: z.int().describe('An algorithm of COSE') })
        .meta({ id: 'PasskeyAlgorithm' }),
    ),
    timeout,
    excludeCredentials: z.array(credential).describe('The passkeys that the account has'),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' })
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptionsSchema>

/** What `PublicKeyCredential.parseRequestOptionsFromJSON` takes. */
export const passkeyRequestOptionsSchema = z
  .strictObject({
    challenge,
    rpId: z.string().describe('The name of the host of the server'),
    timeout,
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequestOptions' })
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptionsSchema>

/** Browsers add fields with the years: what the server does not know, it does not read. */
const answered = { id: credentialId, rawId: credentialId, type: credentialType }

/** What `toJSON` of a passkey that was just made returns. */
export const passkeyCreatedSchema = z
  .object({
    ...answered,
    response: z.object({ clientDataJSON: bytes(4096), attestationObject: bytes(8192) }),
  })
  .meta({ id: 'PasskeyCreated' })
export type PasskeyCreated = z.infer<typeof passkeyCreatedSchema>

/** What `toJSON` of a passkey that has signed returns. */
export const passkeyAnswerSchema = z
  .object({
    ...answered,
    response: z.object({ clientDataJSON: bytes(4096), authenticatorData: bytes(4096), signature: bytes(2048) }),
  })
  .meta({ id: 'PasskeyAnswer' })
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>

export const passkeySchema = z
  .strictObject({
    id: passkeyId,
    label: z.string().describe('How the client named itself (User-Agent) when it was added, at most 200 characters'),
    createdAt: timestamp,
    lastUsedAt: timestamp.optional().describe('Left out before the first log-in with it'),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof passkeySchema>

export const passkeysAnswerSchema = z
  .strictObject({ passkeys: z.array(passkeySchema).describe('Oldest first') })
  .meta({ id: 'Passkeys' })
export const passkeyParamsSchema = z.strictObject({ id: passkeyId })
