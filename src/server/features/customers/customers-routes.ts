import { createCustomer, deleteCustomer, getCustomer, listCustomers, updateCustomer, updateCycle } from '#contract/v1/customers.ts'
import { paging } from '../../http/paging.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { changeCycle } from './change-cycle.ts'
import { addCustomer, changeCustomer } from './customers-commands.ts'
import { customersAsked, customersInOrder } from './customers-filters.ts'
import { customerShown } from './customer-shown.ts'
import { presentCustomerRow } from './customers-present.ts'
import { customersPage } from './customers-reads.ts'
import { nextPickUps } from './next-pick-up.ts'
import { removeCustomer } from './remove-customer.ts'

export const customersRoutes = ({ config }: Dependencies): Route[] => [
  serve(listCustomers)(async (input, { db, now }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const { rows, total } = await customersPage(db, { where: customersAsked(input), orderBy: customersInOrder(input.sort), limit, offset })
    const next = await nextPickUps(db, rows, now)
    return { items: rows.map((row) => presentCustomerRow(row, next.get(row.customerID) ?? null)), page, perPage, total }
  }),

  serve(getCustomer)(async ({ customerID }, { db, now }) => customerShown(db, customerID, now)),

  serve(createCustomer)(async (input, context) => {
    const customerID = await addCustomer(context.db, context, input)
    return customerShown(context.db, customerID, context.now)
  }),

  serve(updateCustomer)(async (input, context) => {
    await changeCustomer(context.db, context, input, context.ifMatch)
    return customerShown(context.db, input.customerID, context.now)
  }),

  serve(updateCycle)(async (input, context) => {
    await changeCycle(context.db, context, input, context.ifMatch)
    return customerShown(context.db, input.customerID, context.now)
  }),

  serve(deleteCustomer)(async ({ customerID }, context) => {
    await removeCustomer(context.db, context, customerID, context.ifMatch)
    return undefined
  }),
]
