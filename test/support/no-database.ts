import type { Database } from '../../src/database/index.ts'
import { CodedError } from '../../src/protocol/index.ts'

const refuse = async (): Promise<never> => {
  throw new CodedError('unavailable')
}

/** A database that is unavailable, for tests that do not use it. */
export const noDatabase: Database = { use: refuse, write: refuse, ping: refuse, close: async () => undefined }
