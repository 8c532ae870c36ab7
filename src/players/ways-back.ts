import { customerOf } from '../limits/index.ts'
import type { RecoveryRequest, ResetRequest } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Attempts } from './attempts.ts'
import type { EnteringParts } from './entering.ts'
import { enter } from './entering.ts'
import { playerName } from './name.ts'
import { nameKey } from './name-key.ts'
import type { Passwords } from './password.ts'
import { giveCodes, hasCode, takeCode } from './recovery-codes.ts'
import { accountToReset, dropReset, takeReset } from './resets.ts'
import type { ClientInfo } from './sessions.ts'
import type { Issued } from './tokens.ts'

interface WaysBackParts extends EnteringParts {
  passwords: Passwords
  attempts: Attempts
}

/** Of whom a code is asked for where no account has the name: it has none. */
const NOBODY = ''

/** Ways into an account whose password is lost. Each gives it another one, and ends its sessions. */
export class WaysBack {
  readonly #parts: WaysBackParts

  constructor(parts: WaysBackParts) {
    this.#parts = parts
  }

  /**
   * Logs in with a recovery code, which is used up. The wrong ones count as wrong passwords do.
   * @throws CodedError `login-failed`, `name-invalid`, `password-invalid`, `banned`, `rate-limited`
   */
  async recover({ name, code, password }: RecoveryRequest, client: ClientInfo): Promise<Issued> {
    const { attempts, passwords } = this.#parts
    const key = nameKey(playerName(name))
    const found = await attempts.logIn(key, client.address, async () => {
      // The hash comes first: it is most of the work, so that it tells nobody whether there is such an account.
      const passwordHash = await passwords.hash(password, { owner: customerOf(client.address) }, [name])
      const account = await this.#ownerOf(key, code)
      return account && { account, passwordHash }
    })
    if (!found) throw new CodedError('login-failed')
    const { account, passwordHash } = found
    const { playerId } = account
    return enter(this.#parts, account, 'recovery', client, async (tx) => {
      if (!(await takeCode(tx, playerId, code))) throw new CodedError('login-failed')
      await tx.account.update({ where: { playerId }, data: { passwordHash } })
      await dropReset(tx, playerId)
    })
  }

  /**
   * Logs in with the token of a reset link, which is used up. Whoever had the account before keeps nothing of it: its
   * passkeys are removed, and the codes of the answer replace those that it had.
   * @throws CodedError `reset-invalid`, `password-invalid`, `banned`, `rate-limited`
   */
  async reset({ token, password }: ResetRequest, client: ClientInfo): Promise<Issued & { recoveryCodes: string[] }> {
    const { database, passwords } = this.#parts
    const account = await database.use((db) => accountToReset(db, token))
    if (!account) throw new CodedError('reset-invalid')
    const { playerId, name } = account
    const passwordHash = await passwords.hash(password, { owner: customerOf(client.address) }, [name])
    let recoveryCodes: string[] = []
    const issued = await enter(this.#parts, account, 'reset', client, async (tx) => {
      if (!(await takeReset(tx, token))) throw new CodedError('reset-invalid')
      await tx.account.update({ where: { playerId }, data: { passwordHash } })
      await tx.passkey.deleteMany({ where: { playerId } })
      recoveryCodes = await giveCodes(tx, playerId, new Date())
    })
    return { ...issued, recoveryCodes }
  }

  /** The account of a name that has a code. If there is none, as much is asked of the database. */
  async #ownerOf(key: string, code: string): Promise<{ playerId: string; name: string } | null> {
    return this.#parts.database.use(async (db) => {
      const select = { playerId: true, name: true }
      const account = await db.account.findUnique({ where: { nameKey: key }, select })
      const isRight = await hasCode(db, account?.playerId ?? NOBODY, code)
      return isRight ? account : null
    })
  }
}
