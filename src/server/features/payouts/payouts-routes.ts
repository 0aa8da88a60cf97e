import { and, gte, lte, not, sql } from 'drizzle-orm'
import { listPayouts } from '#contract/v1/payouts.ts'
import { payouts } from '../../db/tables/payouts.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { isOpenPayout } from './open-payouts-reads.ts'
import { payoutsPage } from './payouts-reads.ts'

const SORTS = { arrivesOn: payouts.arrivesOn, gross: payouts.gross, fee: payouts.fee, net: payouts.net }

/** Dollars as they are typed: 75.00. */
const typedNet = sql`(abs(${payouts.net}) / 100.0)::numeric(14, 2)::text`

export const payoutsRoutes = ({ config }: Pick<Dependencies, 'config'>): Route[] => [
  serve(listPayouts)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const where = and(
      input.open === undefined ? undefined : input.open ? isOpenPayout : not(sql`(${isOpenPayout})`),
      input.from === undefined ? undefined : gte(payouts.arrivesOn, input.from),
      input.to === undefined ? undefined : lte(payouts.arrivesOn, input.to),
      keywordIn(input.keyword, [payouts.payoutID, typedNet]),
    )
    const orderBy = [...orderOf(input.sort, SORTS, '-arrivesOn'), sql`${payouts.payoutID}`]
    return { ...(await payoutsPage(db, { where, orderBy, limit, offset })), page, perPage }
  }),
]
