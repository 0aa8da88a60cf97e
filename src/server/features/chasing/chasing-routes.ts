import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { listOnHold, previewChasing } from '#contract/v1/chasing.ts'
import { customers } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'
import { customerOf } from '../../http/depots.ts'
import { paging } from '../../http/paging.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { chasingShown } from './preview-reads.ts'

export const chasingRoutes = ({ config }: Dependencies): Route[] => [
  serve(previewChasing)(async ({ who, page: at, perPage: most, ...unsaved }, { db, now }) => {
    const { limit, offset, page, perPage } = paging({ page: at, perPage: most }, config)
    const { items, ...shown } = await chasingShown(db, now, who, unsaved)
    return { ...shown, items: items.slice(offset, offset + limit), page, perPage, total: items.length }
  }),

  serve(listOnHold)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const held = and(isNotNull(customers.heldSince), customerOf(customers.customerID, input.depotID))
    const rows = await db
      .select({
        customerID: customers.customerID,
        customer: users.fullName,
        refNumber: customers.refNumber,
        since: customers.heldSince,
        owing: customers.heldFor,
        mobilePhone: customers.mobilePhone,
        homePhone: customers.homePhone,
      })
      .from(customers)
      .innerJoin(users, eq(users.userID, customers.customerID))
      .where(held)
      .orderBy(desc(customers.heldSince), customers.customerID)
      .limit(limit)
      .offset(offset)
    const items = rows.map(({ refNumber, since, mobilePhone, homePhone, ...row }) => ({
      ...row,
      refId: String(refNumber),
      since: since!,
      phone: mobilePhone ?? homePhone,
    }))
    return { items, page, perPage, total: await db.$count(customers, held) }
  }),
]
