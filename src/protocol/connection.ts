import { z } from 'zod'
import { timestamp } from './primitives.ts'

// A client asks whether its connection still works.

export const pingRequestSchema = z.strictObject({})
export const pingAnswerSchema = z.strictObject({ now: timestamp.describe('The time, by the clock of `clocks.since`') })
