import { z } from 'zod'

export const matchOptionsSchema = z.strictObject({
  agora: z.boolean().default(false).describe('With the Agora expansion'),
  wonders: z.enum(['draft', 'first-game']).default('draft').describe('A draft of eight wonders, or fixed ones for a first game'),
  tiedPawn: z.enum(['chooses', 'begins']).default('chooses')
    .describe('Pawn in the centre at the end of an age: who took the last card chooses the first player, or is it'),
})
