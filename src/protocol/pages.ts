import { z } from 'zod'

const limit = { least: 1, most: 100, usual: 20 }
const LIMIT = 'How many items a page has'
const cursor = z.string().max(200).optional().describe('The `next` of the page before')

/** Which page of a list, over HTTP. */
export const pageQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(limit.least).max(limit.most).default(limit.usual).describe(LIMIT),
  cursor,
})
export type PageQuery = z.infer<typeof pageQuerySchema>

/** The same over a socket. */
export const pageMessageSchema = z.strictObject({
  limit: z.int().min(limit.least).max(limit.most).default(limit.usual).describe(LIMIT),
  cursor,
})

/** A field of every page. */
export const nextPage = {
  next: z.string().optional().describe('The `cursor` of the next page; left out on the last page'),
}
