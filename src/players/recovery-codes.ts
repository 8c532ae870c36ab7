import { createHash, randomBytes } from 'node:crypto'
import type { Prisma } from '../database/index.ts'
import { RECOVERY_CODES } from '../protocol/index.ts'

type Transaction = Prisma.TransactionClient

/** 32 characters, no two of which look alike (Crockford's base32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP = 4

/** A recovery code: 80 random bits, as 16 characters in groups. */
function newCode(): string {
  const group = (): string => Array.from(randomBytes(GROUP), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** A code without what makes no difference when it is typed: case, width, spaces, hyphens, and what looks alike. */
const normalForm = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')

/** Nobody can try 2^80 codes, so one fast hash is enough; with the player in it, a guess is one for one account. */
const hashOf = (playerId: string, code: string): string =>
  createHash('sha256')
    .update(`${playerId} ${normalForm(code)}`)
    .digest('base64url')

/** Gives an account ten new codes in place of those that it has, and returns them: only their hashes are stored. */
export async function giveCodes(tx: Transaction, playerId: string, createdAt: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await tx.recoveryCode.deleteMany({ where: { playerId } })
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ playerId, hash: hashOf(playerId, code), createdAt })),
  })
  return codes
}

/** Whether an account has a code that it has not used. */
export async function hasCode(db: Pick<Transaction, 'recoveryCode'>, playerId: string, code: string): Promise<boolean> {
  const where = { playerId_hash: { playerId, hash: hashOf(playerId, code) } }
  return (await db.recoveryCode.findUnique({ where })) !== null
}

/** Takes a code from an account; false if the account does not have it. */
export async function takeCode(tx: Transaction, playerId: string, code: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({ where: { playerId, hash: hashOf(playerId, code) } })
  return count > 0
}
