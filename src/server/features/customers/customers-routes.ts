import type { InputOf } from '#contract/endpoint.ts'
import {
  blockCustomer,
  cancelCustomer,
  createCustomer,
  customersTotalSales,
  deleteCustomer,
  getCustomer,
  liftHold,
  listCustomers,
  previewCancel,
  reactivateCustomer,
  setRunNumbers,
  updateCustomer,
  updateCycle,
} from '#contract/v1/customers.ts'
import { dayOf } from '#domain/dates.ts'
import { paging } from '../../http/paging.ts'
import { refuseField } from '../../http/refused.ts'
import { requireVersion, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { weeksToCome } from '../calendar/public.ts'
import { liftHold as liftHoldOf } from '../chasing/public.ts'
import { businessToday } from '../settings/public.ts'
import { changeCycle } from './change-cycle.ts'
import { block, cancel, cancelShown, reactivate } from './change-state.ts'
import { addCustomer, changeCustomer } from './customers-commands.ts'
import { existingCustomer } from './customers-policy.ts'
import { customersFilter, customersInOrder } from './customers-filters.ts'
import { customerShown } from './customer-shown.ts'
import { presentCustomerRow } from './customers-present.ts'
import { customersCounted, customersInvoiced, customersListed, type IssueDates } from './customers-list-reads.ts'
import { pickUpsPlanned } from './next-pick-up.ts'
import { removeCustomer } from './remove-customer.ts'
import { changeRunNumbers } from './run-numbers.ts'

export const customersRoutes = ({ clock, config, mail }: Dependencies): Route[] => [
  serve(listCustomers)(async (input, { database, actor, now }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const { rows, total, known, facts } = await customersListed(database, {
      ...listQuery(input, now),
      orderBy: customersInOrder(input.sort),
      searched: Boolean(input.keyword),
      limit,
      offset,
    })
    const next = pickUpsPlanned(rows, known, weeksToCome(facts, now))
    const items = rows.map((row) => ({
      ...presentCustomerRow(row, row, next.get(row.customerID) ?? null, actor),
      orderWish: row.orderWish,
      latitude: row.latitude,
      longitude: row.longitude,
    }))
    return { items, page, perPage, total }
  }),

  // Other days take the invoices of years.
  serve(customersTotalSales, { slow: (input) => issuedWithin(input, clock.now()) !== null })(
    async (input, { db, database, now }) => {
      const question = listQuery(input, now)
      return {
        totalSales: await customersInvoiced(db, question),
        customers: await customersCounted(database, question),
      }
    },
  ),

  serve(getCustomer)(async ({ customerID }, context) => customerShown(context, customerID)),

  serve(createCustomer)(async (input, context) => {
    const customerID = await addCustomer(context.db, context, input)
    return customerShown(context, customerID)
  }),

  serve(updateCustomer)(async (input, context) => {
    await changeCustomer(context.db, context, { mail }, input, context.ifMatch)
    return customerShown(context, input.customerID)
  }),

  serve(updateCycle)(async (input, context) => {
    await changeCycle(context.db, context, input, context.ifMatch)
    return customerShown(context, input.customerID)
  }),

  serve(setRunNumbers)(async (input, context) => changeRunNumbers(context.db, context, input.customers)),

  serve(blockCustomer)(async (input, context) => {
    await block(context.db, context, input, context.ifMatch)
    return customerShown(context, input.customerID)
  }),

  serve(previewCancel)(async ({ customerID }, context) => cancelShown(context.db, context, customerID)),

  serve(cancelCustomer)(async (input, context) => {
    await cancel(context.db, context, { mail, config }, input, context.ifMatch)
    return undefined
  }),

  serve(reactivateCustomer)(async (input, context) => {
    await reactivate(context.db, context, input, context.ifMatch)
    return customerShown(context, input.customerID)
  }),

  serve(liftHold)(async ({ customerID, liftUntil }, context) => {
    const { version } = await existingCustomer(context.db, customerID)
    requireVersion(context.ifMatch, version)
    if (liftUntil !== null && liftUntil < (await businessToday(context.db, context.now)))
      refuseField('liftUntil', 'This date is in the past')
    await liftHoldOf(context.db, context, { customerID, until: liftUntil })
    return customerShown(context, customerID)
  }),

  serve(deleteCustomer)(async ({ customerID }, context) => {
    await removeCustomer(context.db, context, customerID, context.ifMatch)
    return undefined
  }),
]

/** This day lies before the first invoice that this product issued. */
const BEFORE_ALL = '1990-01-01'
/** The time zone in which a day begins first. */
const EASTERNMOST = 'Etc/GMT-14'

/** The issue dates that count in totalSales; null: the days of the input leave no invoice out. */
function issuedWithin({ from, to }: InputOf<typeof listCustomers>, now: Date): IssueDates | null {
  const holdsAll = (from === undefined || from <= BEFORE_ALL) && (to === undefined || to >= dayOf(now, EASTERNMOST))
  return holdsAll ? null : { from: from ?? null, to: to ?? null }
}

/** @returns besides the condition, a key of the query, which is the same for every page of it */
function listQuery(input: InputOf<typeof listCustomers>, now: Date) {
  const { page: _page, perPage: _perPage, from: _from, to: _to, ...question } = input
  return {
    where: customersFilter(input),
    question: JSON.stringify(question, Object.keys(question).toSorted()),
    everybody: Object.values({ ...question, sort: undefined }).every((filter) => filter === undefined),
    issued: issuedWithin(input, now),
  }
}
