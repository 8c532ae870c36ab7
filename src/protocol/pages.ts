import { z } from 'zod'

/** Which page of a list; `cursor` is the `next` of the page before. */
export const pageQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
})
export type PageQuery = z.infer<typeof pageQuerySchema>

/** Of every page: what to ask for the next one with. Left out on the last one. */
export const nextPage = { next: z.string().optional() }
