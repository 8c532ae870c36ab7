import { z } from 'zod'

export const pageQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('How many items a page has'),
  cursor: z.string().max(200).optional().describe('The `next` of the page before'),
})
export type PageQuery = z.infer<typeof pageQuerySchema>

/** A field of every page. */
export const nextPage = {
  next: z.string().optional().describe('The `cursor` of the next page; left out on the last page'),
}
