import { z } from 'zod'

/** The answer to what leaves nothing to say. */
export const NOTHING = z.undefined().describe('Done')
