import { listInvoices } from '#contract/v1/invoices.ts'
import { searchEverywhere } from '#contract/v1/search.ts'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { dayOf } from '#domain/dates.ts'
import { settingsInForce } from '../settings/public.ts'
import { includes, type Route, serve } from '../../http/serve.ts'
import { customerHit, driverHit, inOrder, invoiceHit, runHit, suburbHit } from './search-present.ts'
import { customersFound, driversFound, FEW, invoicesFound, runsFound, suburbsFound } from './search-reads.ts'

export const searchRoutes = (): Route[] => [
  serve(searchEverywhere)(async ({ keyword, depotID }, { actor, db, refuse, now }) => {
    if (keyword.length < KEYWORD_MIN) return refuse('keyword_too_short')
    const found = await Promise.all([
      customersFound(db, keyword, 'customer', depotID),
      customersFound(db, keyword, 'request', depotID),
      driversFound(db, keyword, depotID),
      suburbsFound(db, keyword, depotID),
      runsFound(db, keyword, depotID),
      includes(actor, listInvoices) ? invoicesFound(db, keyword, depotID) : [],
    ])
    const [customers, requests, drivers, suburbs, runs, invoices] = found
    const { 'business.timeZone': timeZone } = await settingsInForce(db)
    const today = dayOf(now, timeZone)
    const hits = [
      ...[...few(customers), ...few(requests)].map(customerHit),
      ...few(drivers).map(driverHit),
      ...few(suburbs).map(suburbHit),
      ...few(runs).map((run) => runHit(run, today)),
      ...few(invoices).map(invoiceHit),
    ]
    const items = inOrder(hits, keyword)
    return {
      items,
      page: 1,
      perPage: items.length,
      total: items.length,
      more: found.some(({ length }) => length > FEW),
    }
  }),
]

const few = <Row>(rows: readonly Row[]) => rows.slice(0, FEW)
