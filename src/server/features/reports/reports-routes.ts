import {
  cashReport,
  collectionsReport,
  contractorsReport,
  customersReported,
  debtsReport,
  gstReport,
  reportRows,
  roundsReport,
  salesReport,
} from '#contract/v1/reports.ts'
import { dayOf, daysBetween } from '#domain/dates.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { paging } from '../../http/paging.ts'
import { refuseField } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { businessToday, settingsInForce } from '../settings/public.ts'
import { contractorFigures } from './contractors-reads.ts'
import { customersInReport } from './customers-reported-reads.ts'
import {
  type Asked,
  cashFigures,
  collectionFigures,
  debtFigures,
  gstOfPeriod,
  roundFigures,
  salesFigures,
} from './figures-reads.ts'
import { presentRows, rowsBehind } from './rows-reads.ts'

const PERIOD_MAX_DAYS = 5 * 366

function periodOf(input: Asked): Asked {
  if (input.to < input.from) refuseField('to', 'This is before the first day')
  if (daysBetween(input.from, input.to) > PERIOD_MAX_DAYS) refuseField('to', 'At most five years')
  return input
}

/** These figures are of the whole firm: it reports GST once, and a purchase belongs to no customer, and so to no depot. */
const OF_THE_FIRM: readonly string[] = ['gst', 'bad-debts', 'purchases'] satisfies InputOf<
  typeof reportRows
>['figure'][]

/** Reports read years of invoices and stops. */
const SLOW = { slow: true }

export const reportsRoutes = ({ config }: Dependencies): Route[] => [
  serve(
    customersReported,
    SLOW,
  )(async (input, { db, now }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    return { ...(await customersInReport(db, input, await businessToday(db, now), { limit, offset })), page, perPage }
  }),

  serve(salesReport, SLOW)(async (input, { db }) => salesFigures(db, periodOf(input))),
  serve(collectionsReport, SLOW)(async (input, { db }) => collectionFigures(db, periodOf(input))),
  serve(debtsReport, SLOW)(async (input, { db, now }) => debtFigures(db, await businessToday(db, now), input)),
  serve(cashReport, SLOW)(async (input, { db }) => cashFigures(db, periodOf(input))),
  serve(
    gstReport,
    SLOW,
  )(async (input, { db, now }) =>
    gstOfPeriod(db, periodOf(input), await settingsInForce(db), await businessToday(db, now)),
  ),
  serve(contractorsReport, SLOW)(async (input, { db }) => contractorFigures(db, periodOf(input))),
  serve(roundsReport, SLOW)(async (input, { db }) => roundFigures(db, periodOf(input))),

  serve(
    reportRows,
    SLOW,
  )(async (input, { db, now }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    if (input.depotID !== undefined && OF_THE_FIRM.includes(input.figure))
      refuseField('depotID', 'This figure isn’t divided by depot')
    const settings = await settingsInForce(db)
    const today = dayOf(now, settings['business.timeZone'])
    const { items, total, amount, gst, bags } = await rowsBehind(db, input, { settings, today }, { limit, offset })
    return {
      items: await presentRows(db, items),
      page,
      perPage,
      total,
      totalAmount: amount,
      totalGst: gst,
      totalBags: bags,
    }
  }),
]
