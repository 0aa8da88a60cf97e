import { and, inArray, sql } from 'drizzle-orm'
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
import { createdBetween } from '../settings/public.ts'
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

const SORTS = {
  name: foldedIn(products.name),
  serviceType: products.serviceType,
  price: products.price,
  collectionScheme: products.collectionScheme,
  paymentScheme: products.paymentScheme,
  createdAt: products.createdAt,
}

export const packagesRoutes = ({ config }: Dependencies): Route[] => [
  serve(listProducts)(async (input, { db }) => {
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
    const orderBy = [...orderOf(input.sort, SORTS, 'name'), sql`${products.productID}`]
    const { rows, total } = await packagesPage(db, { where, orderBy, limit, offset })
    return { items: rows.map(presentPackage), page, perPage, total }
  }),

  serve(listAvailableProducts)(async (_input, { db }) => {
    const items = await publicPackages(db)
    return { items, page: 1, perPage: items.length, total: items.length }
  }),

  serve(getProduct)(async ({ productID }, { db, refuse }) => {
    const row = await packageByID(db, productID)
    return row ? shown(db, row) : refuse('not_found')
  }),

  serve(previewPrice)(async ({ productID }, { db, refuse }) => {
    const row = await packageByID(db, productID)
    return row ? { price: row.price, ...(await priceConcerns(db, row)) } : refuse('not_found')
  }),

  serve(createProduct)(async (input, context) => shown(context.db, await addPackage(context.db, context, input))),

  serve(updateProduct)(async (input, context) =>
    shown(context.db, await changePackage(context.db, context, input, context.ifMatch)),
  ),

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
