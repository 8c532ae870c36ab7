import { z } from 'zod'

/** The answer without a body. */
export const NOTHING = z.undefined().describe('Done')
