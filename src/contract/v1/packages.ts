import * as z from 'zod/mini'
import { COLLECTION_SCHEMES, PAYMENT_SCHEMES, SERVICE_TYPES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  count,
  id,
  instant,
  line,
  money,
  noContent,
  nothing,
  optionalLine,
  pendingPrice,
  queryFlag,
  warnings,
} from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const

export const product = z.object({
  productID: id,
  name: z.string(),
  serviceType: z.enum(SERVICE_TYPES),
  isPublic: z.boolean(),
  features: z.array(z.string()),
  paymentScheme: z.enum(PAYMENT_SCHEMES),
  publicPaymentScheme: z.nullable(z.string()),
  collectionScheme: z.enum(COLLECTION_SCHEMES),
  publicCollectionScheme: z.nullable(z.string()),
  /** AUD, including GST. */
  price: money,
  /** No longer offered to new customers; existing customers keep it. */
  retired: z.boolean(),
  customers: z.int(),
  createdAt: instant,
  version: z.int(),
  /** After a new price: how many customers keep the one before. */
  warnings,
})
export type Package = z.input<typeof product>

const fields = {
  name: line,
  serviceType: z.enum(SERVICE_TYPES),
  isPublic: z.boolean(),
  features: z.array(line).check(z.maxLength(50)),
  paymentScheme: z.enum(PAYMENT_SCHEMES),
  publicPaymentScheme: z.nullable(optionalLine),
  collectionScheme: z.enum(COLLECTION_SCHEMES),
  publicCollectionScheme: z.nullable(optionalLine),
  price: money,
}

export const listProducts = endpoint({
  method: 'GET',
  path: '/v1/products',
  summary: 'Service packages',
  roles: ADMIN,
  area: 'shared',
  depot: 'any',
  reads: ['customers'],
  input: z.strictObject({
    ...pageQuery,
    serviceType: z.optional(z.enum(SERVICE_TYPES)),
    retired: z.optional(queryFlag),
  }),
  output: pageOf(product),
  refusals: ['keyword_too_short'],
})

export const listAvailableProducts = endpoint({
  method: 'GET',
  path: '/v1/products/available',
  summary: 'Service packages offered to the public',
  roles: 'public',
  input: nothing,
  output: pageOf(
    z.omit(product, { version: true, createdAt: true, isPublic: true, retired: true, customers: true, warnings: true }),
  ),
  refusals: [],
})

export const createProduct = endpoint({
  method: 'POST',
  path: '/v1/products',
  summary: 'Add a service package',
  roles: ADMIN,
  area: 'settings',
  changes: ['products', 'customers', 'runs'],
  input: z.strictObject({
    ...fields,
    isPublic: z.optional(fields.isPublic),
    features: z.optional(fields.features),
    publicPaymentScheme: z.optional(fields.publicPaymentScheme),
    publicCollectionScheme: z.optional(fields.publicCollectionScheme),
  }),
  output: product,
  status: 201,
  refusals: ['feature_defined'],
})

export const getProduct = endpoint({
  method: 'GET',
  path: '/v1/products/{productID}',
  summary: 'One service package',
  roles: ADMIN,
  area: 'shared',
  depot: 'any',
  reads: ['customers'],
  input: z.strictObject({ productID: id }),
  output: product,
  versioned: true,
  refusals: [],
})

export const previewPrice = endpoint({
  method: 'GET',
  path: '/v1/products/{productID}/price',
  summary: 'Whom a new price of a service package would concern',
  roles: ADMIN,
  area: 'settings',
  reads: ['customers', 'runs'],
  input: z.strictObject({ productID: id }),
  output: z.object({
    price: money,
    /** Current customers who pay the package’s price, and were not promised it beyond today. */
    samePrice: count,
    /** Current customers with a price of their own, or a promised one, which they keep. */
    ownPrice: count,
    /** Stops of those who pay the package’s price in active runs; they keep it. */
    inRuns: count,
    /** Requests not made official that were made at the package’s price; they keep it. Earlier servers omit it. */
    requests: z.optional(count),
    /** How many of those who pay the package’s price an announced price change concerns. Earlier servers omit it. */
    announced: z.optional(count),
  }),
  refusals: [],
})

export const updateProduct = endpoint({
  method: 'PUT',
  path: '/v1/products/{productID}',
  summary: 'Change a service package; customers keep what they signed up for, unless `alsoCustomers`',
  roles: ADMIN,
  area: 'settings',
  changes: ['products', 'customers', 'runs'],
  input: z.strictObject({
    productID: id,
    ...z.partial(z.object(fields)).shape,
    retired: z.optional(z.boolean()),
    /** The new price also for current customers who pay the package’s price, in what is not in a run or billed yet; not for who was promised it. */
    alsoCustomers: z.optional(z.boolean()),
    pendingPrice,
  }),
  output: product,
  versioned: true,
  refusals: ['feature_defined', 'pending_price_undecided', 'version_conflict'],
})

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/v1/products/{productID}',
  summary: 'Delete a service package without customers',
  roles: ADMIN,
  area: 'settings',
  changes: ['products', 'customers', 'runs'],
  input: z.strictObject({ productID: id }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['product_in_use', 'version_conflict'],
})
