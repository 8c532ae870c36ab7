import type { Prisma } from '../database/index.ts'
import { isUniqueViolation } from '../database/index.ts'
import { newId } from '../ids/index.ts'
import type { Limiters } from '../limits/index.ts'
import type {
  Passkey,
  PasskeyAnswer,
  PasskeyCreated,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PlayerRef,
} from '../protocol/index.ts'
import { CHALLENGE_MS, CodedError, MOST_PASSKEYS, PASSKEY_ALGORITHMS } from '../protocol/index.ts'
import type { Accounts } from './accounts.ts'
import { Attempts } from './attempts.ts'
import type { EnteringParts } from './entering.ts'
import { enter } from './entering.ts'
import { passkeyOf } from './passkey-rows.ts'
import type { RelyingParty } from './relying-party.ts'
import { relyingPartyOf } from './relying-party.ts'
import type { ClientInfo } from './sessions.ts'
import type { Challenge, Identity, Issued } from './tokens.ts'

export interface PasskeysParts extends EnteringParts {
  accounts: Pick<Accounts, 'requirePassword'>
  limiters: Limiters
  /** Where people reach the server, as `https://example.org`. */
  publicUrl: string | undefined
}

type Transaction = Prisma.TransactionClient

/** The library and its parsers are loaded when they are needed, as most nodes of a laptop never do. */
const library = () => import('@simplewebauthn/server')

/** The server asks for none, and reads none. */
const NO_EXTENSIONS = { clientExtensionResults: {} }

const encoded = (text: string): string => Buffer.from(text).toString('base64url')
const decoded = (text: string): string => Buffer.from(text, 'base64url').toString()

/**
 * Passkeys (WebAuthn): a second way to log in. Challenges are signed and not stored; one that was answered is stored
 * until it expires, in the transaction that it lets through, so that every node refuses it from then on. Methods throw
 * CodedError `no-passkeys` where there are none, and `unavailable` while the database does not answer.
 */
export class Passkeys {
  readonly #parts: PasskeysParts
  readonly #party: RelyingParty | null
  readonly #attempts: Attempts

  constructor(parts: PasskeysParts) {
    this.#parts = parts
    this.#party = relyingPartyOf(parts.publicUrl)
    this.#attempts = new Attempts(parts.limiters)
  }

  /** Whether this server has passkeys. */
  get offered(): boolean {
    return this.#party !== null
  }

  /**
   * Begins to add a passkey to the caller's account.
   * @throws CodedError `account-needed`, `not-for-bots`, `password-wrong`, `limit-reached`, `rate-limited`
   */
  async creationOptions(identity: Identity, password: string): Promise<PasskeyCreationOptions> {
    const { id } = this.#requireParty()
    const { accounts, database, tokens } = this.#parts
    const { id: playerId } = identity.player
    await accounts.requirePassword(identity.player, password)
    const account = await database.use((db) =>
      db.account.findUnique({
        where: { playerId },
        select: { name: true, passkeys: { select: { credential: true } } },
      }),
    )
    if (!account) throw new CodedError('account-needed')
    requireRoom(account.passkeys.length)
    return {
      rp: { id, name: id },
      user: { id: encoded(playerId), name: account.name, displayName: account.name },
      challenge: encoded(tokens.issueChallenge(identity)),
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_MS,
      excludeCredentials: account.passkeys.map(({ credential }) => ({ id: credential, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    }
  }

  /**
   * Adds a passkey that was made for these options, in the same session.
   * @throws CodedError `passkey-invalid`, `limit-reached`, `account-needed`, `token-revoked`
   */
  async add({ player, session }: Identity, response: PasskeyCreated, { label }: ClientInfo): Promise<Passkey> {
    const { origin, id: rpId } = this.#requireParty()
    const { verifyRegistrationResponse } = await library()
    const playerId = player.id
    const { challenge, info } = await this.#checked(async (expectedChallenge) => {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: { ...response, ...NO_EXTENSIONS },
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
      })
      return registrationInfo
    })
    if (!info || challenge.by?.player !== playerId || challenge.by.session !== session) {
      throw new CodedError('passkey-invalid')
    }
    const { id: credential, publicKey, counter } = info.credential
    const row = { id: newId(), playerId, credential, publicKey, counter, label, createdAt: new Date() }
    const added = await this.#write(async (tx) => {
      // The lock makes two requests of one player take turns, so that neither goes past the limit.
      const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM accounts WHERE player_id = ${playerId} FOR UPDATE`
      if (rows.length === 0) throw new CodedError('account-needed')
      // Another node may have ended the session: whoever lost the account to its owner gets no way back into it.
      if ((await tx.session.count({ where: { id: session, playerId } })) === 0) throw new CodedError('token-revoked')
      requireRoom(await tx.passkey.count({ where: { playerId } }))
      await useUp(tx, challenge)
      return tx.passkey.create({ data: row })
    }).catch(asCode('passkey-invalid'))
    return passkeyOf(added)
  }

  /** The passkeys of a player, oldest first. */
  async list({ id: playerId }: PlayerRef): Promise<Passkey[]> {
    const orderBy = [{ createdAt: 'asc' }, { id: 'asc' }] as const satisfies Prisma.PasskeyOrderByWithRelationInput[]
    const rows = await this.#parts.database.use((db) => db.passkey.findMany({ where: { playerId }, orderBy }))
    return rows.map(passkeyOf)
  }

  /** Removes a passkey of a player. @throws CodedError `unknown-passkey` */
  async remove({ id: playerId }: PlayerRef, id: string): Promise<void> {
    const { count } = await this.#write((tx) => tx.passkey.deleteMany({ where: { id, playerId } }))
    if (count === 0) throw new CodedError('unknown-passkey')
  }

  /** Begins a log-in. It names nobody: the authenticator knows for whom it has passkeys. */
  requestOptions(): PasskeyRequestOptions {
    const { id } = this.#requireParty()
    const challenge = encoded(this.#parts.tokens.issueChallenge())
    return { challenge, rpId: id, timeout: CHALLENGE_MS, userVerification: 'required' }
  }

  /**
   * Logs in with the answer of a passkey. The wrong ones count as wrong passwords do, each for its passkey.
   * @throws CodedError `login-failed`, `banned`, `rate-limited`
   */
  async logIn(response: PasskeyAnswer, client: ClientInfo): Promise<Issued> {
    this.#requireParty()
    const key = `passkey ${this.#parts.tokens.digestOf(response.id)}`
    const found = await this.#attempts.logIn(key, client.address, () => this.#answered(response))
    if (!found) throw new CodedError('login-failed')
    const { passkey, challenge, counter } = found
    const { id, account, counter: before } = passkey
    return enter(this.#parts, account, 'passkey', client, async (tx) => {
      await useUp(tx, challenge)
      const used = { counter, lastUsedAt: new Date() }
      const { count } = await tx.passkey.updateMany({ where: { id, counter: before }, data: used })
      if (count === 0) throw new CodedError('login-failed')
    }).catch(asCode('login-failed'))
  }

  /** The passkey that has answered, if what it has signed is right; else null. */
  async #answered(response: PasskeyAnswer) {
    const { origin, id } = this.#requireParty()
    const where = { credential: response.id }
    const passkey = await this.#parts.database.use((db) =>
      db.passkey.findUnique({ where, include: { account: { select: { playerId: true, name: true } } } }),
    )
    if (!passkey) return null
    const { credential, publicKey, counter } = passkey
    const { verifyAuthenticationResponse } = await library()
    const verified = this.#checked(async (expectedChallenge) => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...response, ...NO_EXTENSIONS },
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: id,
        credential: { id: credential, publicKey, counter: Number(counter) },
        requireUserVerification: true,
      })
      return verified ? authenticationInfo : undefined
    })
    const answer = await verified.catch(() => null)
    if (!answer?.info || answer.challenge.by) return null
    return { passkey, challenge: answer.challenge, counter: answer.info.newCounter }
  }

  /**
   * Has the library check a response, and returns what it says, with the challenge.
   * @throws CodedError `passkey-invalid`
   */
  async #checked<T>(
    check: (expectedChallenge: (challenge: string) => boolean) => Promise<T>,
  ): Promise<{ challenge: Challenge; info: T }> {
    let challenge: Challenge | undefined
    try {
      const info = await check((signed) => {
        challenge = this.#parts.tokens.verifyChallenge(decoded(signed))
        return true
      })
      if (challenge) return { challenge, info }
    } catch {
      // The library says in words what is wrong; none of them is for the one who sent it.
    }
    throw new CodedError('passkey-invalid')
  }

  #write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#parts.database.write((db) => db.$transaction(work))
  }

  #requireParty(): RelyingParty {
    if (!this.#party) throw new CodedError('no-passkeys')
    return this.#party
  }
}

/** @throws CodedError `limit-reached` */
function requireRoom(count: number): void {
  if (count < MOST_PASSKEYS) return
  throw new CodedError('limit-reached', `An account has at most ${MOST_PASSKEYS} passkeys.`, { limit: MOST_PASSKEYS })
}

/** Nobody can answer the challenge again. @throws the unique violation of one that was answered before */
async function useUp(tx: Transaction, { id, expiresAt }: Challenge): Promise<void> {
  await tx.usedChallenge.create({ data: { id, expiresAt: new Date(expiresAt) } })
}

/** What was there before: the challenge was used, or another account has the passkey. */
const asCode =
  (code: 'passkey-invalid' | 'login-failed') =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? new CodedError(code) : error
  }
