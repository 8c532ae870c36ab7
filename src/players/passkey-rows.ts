import type { Prisma } from '../database/index.ts'
import type { Passkey } from '../protocol/index.ts'

/** What is stored of a passkey, for its player. */
export const passkeyOf = ({ id, label, createdAt, lastUsedAt }: Prisma.PasskeyGetPayload<object>): Passkey => ({
  id,
  label,
  createdAt: createdAt.getTime(),
  ...(lastUsedAt && { lastUsedAt: lastUsedAt.getTime() }),
})
