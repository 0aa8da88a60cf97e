import { and, inArray, sql } from 'drizzle-orm'
import type { Day } from '#domain/dates.ts'
import {
  createProduct,
  deleteProduct,
  getProduct,
  listAvailableProducts,
  listProducts,
  previewPrice,
  updateProduct,
} from '#contract/v1/packages.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { foldedIn } from '../../db/folded.ts'
import type { Queryable } from '../../db/database.ts'
import { products } from '../../db/tables/customers.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { packagePrice } from '../prices/public.ts'
import { businessToday, createdBetween } from '../settings/public.ts'
import { addPackage, changePackage, removePackage } from './packages-commands.ts'
import {
  countedPackages,
  isRetired,
  packageByID,
  type PackageRow,
  packagesPage,
  priceConcerns,
  publicPackages,
  type CountedPackage,
} from './packages-reads.ts'

const sortsOn = (today: Day) => ({
  name: foldedIn(products.name),
  serviceType: products.serviceType,
  price: packagePrice(today),
  collectionScheme: products.collectionScheme,
  paymentScheme: products.paymentScheme,
  createdAt: products.createdAt,
})

export const packagesRoutes = ({ config }: Dependencies): Route[] => [
  serve(listProducts)(async (input, { db, now }) => {
    const today = await businessToday(db, now)
    const { limit, offset, page, perPage } = paging(input, config)
    const where = and(
      // 'ALL' fits both, as a filter and as a package's own (domain.md 3).
      input.serviceType && input.serviceType !== 'ALL'
        ? inArray(products.serviceType, [input.serviceType, 'ALL'])
        : undefined,
      input.retired === undefined ? undefined : isRetired(input.retired),
      keywordIn(input.keyword, [products.name, sql`${products.features}::text`]),
      await createdBetween(db, products.createdAt, input),
    )
    const orderBy = [...orderOf(input.sort, sortsOn(today), 'name'), sql`${products.productID}`]
    const { rows, total } = await packagesPage(db, { where, orderBy, limit, offset }, today)
    return { items: rows.map(presentPackage), page, perPage, total }
  }),

  serve(listAvailableProducts)(async (_input, { db, now }) => {
    const items = await publicPackages(db, await businessToday(db, now))
    return { items, page: 1, perPage: items.length, total: items.length }
  }),

  serve(getProduct)(async ({ productID }, { db, now, refuse }) => {
    const row = await packageByID(db, productID, await businessToday(db, now))
    return row ? shown(db, row) : refuse('not_found')
  }),

  serve(previewPrice)(async ({ productID }, { db, now, refuse }) => {
    const today = await businessToday(db, now)
    const row = await packageByID(db, productID, today)
    return row ? { price: row.price, ...(await priceConcerns(db, row, today)) } : refuse('not_found')
  }),

  serve(createProduct)(async (input, context) => shown(context.db, await addPackage(context.db, context, input))),

  serve(updateProduct)(async (input, context) => {
    const { row, warnings } = await changePackage(context.db, context, input, context.ifMatch)
    return { ...(await shown(context.db, row)), ...(warnings.length > 0 && { warnings }) }
  }),

  serve(deleteProduct)(async ({ productID }, context) => {
    await removePackage(context.db, context, productID, context.ifMatch)
    return undefined
  }),
]

async function shown(db: Queryable, row: PackageRow) {
  const [counted] = await countedPackages(db, [row])
  return presentPackage(counted!)
}

const presentPackage = (row: CountedPackage): AnswerOf<typeof getProduct> => ({
  ...row,
  retired: row.retiredAt !== null,
})
