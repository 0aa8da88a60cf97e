import { and, eq, isNotNull, sql } from 'drizzle-orm'
import {
  createSuburb,
  deleteSuburb,
  getSuburb,
  listPublicSuburbs,
  listSuburbs,
  updateSuburb,
} from '#contract/v1/suburbs.ts'
import type { Queryable } from '../../db/database.ts'
import { suburbs } from '../../db/tables/customers.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { Refused } from '../../http/refused.ts'
import { keywordIn } from '../../http/keyword.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { businessToday, createdBetween } from '../settings/public.ts'
import { addSuburb, changeSuburb, removeSuburb } from './suburbs-commands.ts'
import { presentPublicSuburbs, presentSuburb } from './suburbs-present.ts'
import { comingCalendar, countedSuburb, countedSuburbs, countSuburbs, suburbsPage } from './suburbs-reads.ts'

const SORTS = {
  label: sql`lower(${suburbs.label})`,
  postCode: suburbs.postCode,
  state: suburbs.state,
  weekNumber: suburbs.weekNumber,
  createdAt: suburbs.createdAt,
}

/** Public; each request is counted in a row. */
const PUBLIC_TRIES = { hits: 60, seconds: 60 }
/** In private caches only, because an answer may set the caller's XSRF cookie. */
const A_WHILE = 'private, max-age=300'

export const suburbsRoutes = ({ config }: Dependencies): Route[] => [
  serve(listSuburbs)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const where = and(
      input.depotID === undefined ? undefined : eq(suburbs.depotID, input.depotID),
      input.state && eq(suburbs.state, input.state),
      input.weekNumber === undefined ? undefined : eq(suburbs.weekNumber, input.weekNumber),
      keywordIn(input.keyword, [suburbs.label, suburbs.postCode]),
      await createdBetween(db, suburbs.createdAt, input),
    )
    const orderBy = [...orderOf(input.sort, SORTS, 'label'), sql`${suburbs.suburbID}`]
    const rows = await countedSuburbs(db, { where, orderBy, limit, offset })
    return { items: rows.map(presentSuburb), page, perPage, total: await countSuburbs(db, where) }
  }),

  serve(listPublicSuburbs, { limits: { perAddress: PUBLIC_TRIES } })(async (input, { db, now, setHeader }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const where = and(
      isNotNull(suburbs.weekNumber),
      input.state && eq(suburbs.state, input.state),
      keywordIn(input.keyword, [suburbs.label, suburbs.postCode]),
    )
    const today = await businessToday(db, now)
    const orderBy = [sql`lower(${suburbs.label})`, sql`${suburbs.postCode}`, sql`${suburbs.suburbID}`]
    const rows = await suburbsPage(db, { where, orderBy, limit, offset })
    const items = presentPublicSuburbs(rows, await comingCalendar(db, today), today)
    const total = await countSuburbs(db, where)
    setHeader('cache-control', A_WHILE)
    return { items, page, perPage, total }
  }),

  serve(getSuburb)(async ({ suburbID }, { db }) => shown(db, suburbID)),

  serve(createSuburb)(async (input, context) => shown(context.db, await addSuburb(context.db, context, input))),

  serve(updateSuburb)(async (input, context) => {
    await changeSuburb(context.db, context, input, context.ifMatch)
    return shown(context.db, input.suburbID)
  }),

  serve(deleteSuburb)(async ({ suburbID }, context) => {
    await removeSuburb(context.db, context, suburbID, context.ifMatch)
    return undefined
  }),
]

async function shown(db: Queryable, suburbID: string) {
  const row = await countedSuburb(db, suburbID)
  if (!row) throw new Refused('not_found')
  return presentSuburb(row)
}
