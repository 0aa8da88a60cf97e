import { and, inArray, sql } from 'drizzle-orm'
import {
  createProduct,
  deleteProduct,
  getProduct,
  listAvailableProducts,
  listProducts,
  updateProduct,
} from '#contract/v1/products.ts'
import { foldedIn } from '../../db/folded.ts'
import type { Queryable } from '../../db/database.ts'
import { products } from '../../db/tables/customers.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { createdBetween } from '../settings/settings-reads.ts'
import { addProduct, changeProduct, removeProduct } from './products-commands.ts'
import { presentProduct, presentPublicProduct } from './products-present.ts'
import {
  countedProducts,
  isRetired,
  productByID,
  type ProductRow,
  productsPage,
  publicProducts,
} from './products-reads.ts'

const SORTS = {
  name: foldedIn(products.name),
  serviceType: products.serviceType,
  price: products.price,
  collectionScheme: products.collectionScheme,
  paymentScheme: products.paymentScheme,
  createdAt: products.createdAt,
}

export const productsRoutes = ({ config }: Dependencies): Route[] => [
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
    const { rows, total } = await productsPage(db, { where, orderBy, limit, offset })
    return { items: rows.map(presentProduct), page, perPage, total }
  }),

  serve(listAvailableProducts)(async (_input, { db }) => {
    const items = (await publicProducts(db)).map(presentPublicProduct)
    return { items, page: 1, perPage: items.length, total: items.length }
  }),

  serve(getProduct)(async ({ productID }, { db, refuse }) => {
    const row = await productByID(db, productID)
    return row ? shown(db, row) : refuse('not_found')
  }),

  serve(createProduct)(async (input, context) => shown(context.db, await addProduct(context.db, context, input))),

  serve(updateProduct)(async (input, context) =>
    shown(context.db, await changeProduct(context.db, context, input, context.ifMatch)),
  ),

  serve(deleteProduct)(async ({ productID }, context) => {
    await removeProduct(context.db, context, productID, context.ifMatch)
    return undefined
  }),
]

async function shown(db: Queryable, row: ProductRow) {
  const [counted] = await countedProducts(db, [row])
  return presentProduct(counted!)
}
