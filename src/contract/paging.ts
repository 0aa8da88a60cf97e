import * as z from 'zod/mini'
import { PAGE_MAX } from '#domain/limits.ts'
import { day, keyword, queryNumber } from './shapes.ts'

/** The query parameters of every list (api.md, "Lists"). Spread them into the list's own filters. */
export const pageQuery = {
  page: z.optional(queryNumber(z.int().check(z.minimum(1), z.maximum(1_000_000)))),
  perPage: z.optional(queryNumber(z.int().check(z.minimum(1), z.maximum(PAGE_MAX)))),
  keyword: z.optional(keyword),
  from: z.optional(day),
  to: z.optional(day),
  /** A field's name; `-createdAt` is descending. */
  sort: z.optional(z.string().check(z.regex(/^-?[a-zA-Z]{1,40}$/))),
}

/*#__NO_SIDE_EFFECTS__*/
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), page: z.int(), perPage: z.int(), total: z.int() })
