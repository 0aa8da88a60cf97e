import * as z from 'zod/mini'
import {
  PERCENT_MAX,
  PERCENT_MIN,
  PRICE_CHANGE_KINDS,
  PRICE_CHANGE_STATES,
  PRICE_LEFT_OUT,
  ROUND_TO,
} from '#domain/price-changes.ts'
import { isWholeCents, nearestCents, toDollars } from '#domain/money.ts'
import { COLLECTION_SCHEMES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  count,
  day,
  id,
  instant,
  money,
  optionalLine,
  queryFlag,
  runNumber,
  signedMoney,
  weekNumber,
} from '../shapes.ts'

/** Price changes with a day (domain.md 3, Dated prices). */

const ADMIN = { ADMIN: 'any' } as const
const READS = ['customers', 'products', 'suburbs', 'settings', 'mails', 'runs'] as const

const notZero = z.refine<number>((value) => value > 0, 'This must be more than $0')
const wholeCents = z.refine<number>(isWholeCents, 'Money has at most two decimals')
const twoDecimals = z.refine<number>(isWholeCents, 'At most two decimals')

/** The difference, AUD; below zero: cheaper. */
const difference = z.codec(
  z.number().check(z.minimum(-1_000_000, 'At most $1,000,000'), z.maximum(1_000_000, 'At most $1,000,000'), wholeCents),
  z.number(),
  { decode: nearestCents, encode: toDollars },
)
const percent = z
  .number()
  .check(
    z.minimum(PERCENT_MIN, `From ${PERCENT_MIN}% to ${PERCENT_MAX}%`),
    z.maximum(PERCENT_MAX, `From ${PERCENT_MIN}% to ${PERCENT_MAX}%`),
    twoDecimals,
  )

const fields = {
  description: z.nullable(optionalLine),
  kind: z.enum(PRICE_CHANGE_KINDS),
  /** Kind `to`: the new price. */
  to: z.nullable(money.check(notZero)),
  /** Kind `by`. */
  by: z.nullable(difference),
  /** Kind `percent`. */
  percent: z.nullable(percent),
  /** Kind `percent`: the multiple, in cents, that the new price is rounded to. */
  roundTo: z.int().check(z.refine((value) => ROUND_TO.some((one) => one === value), 'This isn’t one of the choices')),
  day,
  /** Given alone: the change is for the package’s customers and its own price. */
  productID: z.nullable(id),
  suburbID: z.nullable(id),
  runNumber: z.nullable(runNumber),
  weekNumber: z.nullable(weekNumber),
  collectionScheme: z.nullable(z.enum(COLLECTION_SCHEMES)),
}

const listed = z.object({
  priceChangeID: id,
  description: z.nullable(z.string()),
  state: z.enum(PRICE_CHANGE_STATES),
  kind: z.enum(PRICE_CHANGE_KINDS),
  to: z.nullable(money),
  by: z.nullable(signedMoney),
  percent: z.nullable(z.number()),
  roundTo: z.int(),
  day,
  productID: z.nullable(id),
  /** Null: for any, or it is deleted. */
  servicePackage: z.nullable(z.string()),
  suburbID: z.nullable(id),
  suburb: z.nullable(z.string()),
  runNumber: z.nullable(runNumber),
  weekNumber: z.nullable(weekNumber),
  collectionScheme: z.nullable(z.enum(COLLECTION_SCHEMES)),
  announcedAt: z.nullable(instant),
  createdAt: instant,
  version: z.int(),
})
export type ListedPriceChange = z.input<typeof listed>

const priceChange = z.extend(listed, {
  /** The package’s own price; null: it stays. */
  packagePrice: z.nullable(
    /** `isDropped`: the office set another price instead. Earlier servers omit it. */
    z.object({ before: money, after: money, isDropped: z.optional(z.boolean()) }),
  ),
  /** For a draft these are the figures that announcing it now would have. */
  customers: count,
  leftOut: count,
  /** Customers for whom the office set another price instead. Earlier servers omit it. */
  dropped: z.optional(count),
  /** How many of them for which reason. Earlier servers omit it. */
  leftOutFor: z.optional(z.array(z.object({ reason: z.enum(PRICE_LEFT_OUT), message: z.string(), count }))),
  /** What the change makes in a year at one bag a collection. */
  yearly: signedMoney,
  /** Notices by email and by letter; a fall needs none. */
  mails: count,
  letters: count,
  /** Notices that have not been sent or printed, and of them those to print. */
  waiting: count,
  toPrint: count,
  /** The first and last day from which a customer pays the new price; null: nobody does, or no notice has gone. */
  firstDay: z.nullable(day),
  lastDay: z.nullable(day),
  /** The first day that it can be announced for. */
  earliest: day,
  noticeDays: count,
  /** How many customers could be added now to an announced change. */
  toAdd: count,
})
export type PriceChange = z.input<typeof priceChange>

const row = z.object({
  customerID: id,
  refId: z.string(),
  customer: z.string(),
  suburb: z.string(),
  servicePackage: z.string(),
  oldPrice: money,
  newPrice: money,
  /** The customer’s collections in a year. */
  collections: z.number(),
  yearly: signedMoney,
  /** Why the customer is left out, and in words; null: they are not. */
  reason: z.nullable(z.enum(PRICE_LEFT_OUT)),
  message: z.nullable(z.string()),
  state: z.enum(['draft', 'pending', 'applied', 'dropped', 'cancelled', 'left_out']),
  notice: z.enum(['email', 'letter', 'none']),
  noticedOn: z.nullable(day),
  /** The first day of the new price; null: the notice has not gone yet, or the price no longer comes. */
  from: z.nullable(day),
})
export type PriceChangeCustomer = z.input<typeof row>

export const listPriceChanges = endpoint({
  method: 'GET',
  path: '/v1/price-changes',
  summary: 'Price changes with their day',
  roles: ADMIN,
  area: 'money',
  reads: ['products', 'suburbs'],
  input: z.strictObject({ ...pageQuery, state: z.optional(z.enum(PRICE_CHANGE_STATES)), productID: z.optional(id) }),
  output: pageOf(listed),
  refusals: ['keyword_too_short'],
})

export const createPriceChange = endpoint({
  method: 'POST',
  path: '/v1/price-changes',
  summary: 'Draft a price change: to, by or percent, for a package and its price, or for a group of customers',
  roles: ADMIN,
  area: 'money',
  changes: ['price-changes'],
  reads: READS,
  input: z.strictObject({ ...z.partial(z.object(fields)).shape, kind: fields.kind, day: fields.day }),
  output: priceChange,
  status: 201,
  refusals: [],
})

export const getPriceChange = endpoint({
  method: 'GET',
  path: '/v1/price-changes/{priceChangeID}',
  summary: 'One price change with its sums; of a draft what announcing it now would do',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({ priceChangeID: id }),
  output: priceChange,
  versioned: true,
  refusals: [],
})

export const updatePriceChange = endpoint({
  method: 'PUT',
  path: '/v1/price-changes/{priceChangeID}',
  summary: 'Change a draft',
  roles: ADMIN,
  area: 'money',
  changes: ['price-changes'],
  reads: READS,
  input: z.strictObject({ priceChangeID: id, ...z.partial(z.object(fields)).shape }),
  output: priceChange,
  versioned: true,
  refusals: ['wrong_state', 'version_conflict'],
})

export const listPriceChangeCustomers = endpoint({
  method: 'GET',
  path: '/v1/price-changes/{priceChangeID}/customers',
  summary: 'Who pays what before and after, a year’s effect, and who is left out and why; sums over the whole list',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({
    priceChangeID: id,
    page: pageQuery.page,
    perPage: pageQuery.perPage,
    leftOut: z.optional(queryFlag),
  }),
  output: z.extend(pageOf(row), { yearly: signedMoney, oldPrices: money, newPrices: money }),
  refusals: [],
})

export const announcePriceChange = endpoint({
  method: 'PUT',
  path: '/v1/price-changes/{priceChangeID}/announce',
  summary: 'Fix the prices and send the notices; of an announced one for customers who can be added',
  roles: ADMIN,
  area: 'money',
  changes: ['price-changes', 'customers', 'products', 'mails'],
  reads: READS,
  input: z.strictObject({ priceChangeID: id }),
  output: priceChange,
  versioned: true,
  refusals: ['wrong_state', 'later_change_pending', 'version_conflict'],
})

export const cancelPriceChange = endpoint({
  method: 'PUT',
  path: '/v1/price-changes/{priceChangeID}/cancel',
  summary: 'Cancel a price change before its day, the newest first; those who were told are told',
  roles: ADMIN,
  area: 'money',
  changes: ['price-changes', 'customers', 'products', 'mails'],
  reads: READS,
  input: z.strictObject({ priceChangeID: id }),
  output: priceChange,
  versioned: true,
  refusals: ['wrong_state', 'later_change_pending', 'version_conflict'],
})

export const printPriceLetters = endpoint({
  method: 'GET',
  path: '/v1/price-changes/{priceChangeID}/letters',
  summary: 'Letters as one PDF for those whose notice has not been sent, at most 5,000',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({ priceChangeID: id }),
  output: z.unknown(),
  refusals: ['nothing_to_print', 'too_many_to_print'],
})

export const markPriceLetters = endpoint({
  method: 'PUT',
  path: '/v1/price-changes/{priceChangeID}/printed',
  summary: 'Mark the letters as printed: their days of notice begin today',
  roles: ADMIN,
  area: 'money',
  changes: ['price-changes', 'customers', 'mails'],
  reads: READS,
  /** How many were printed; refused when there are others by now. */
  input: z.strictObject({ priceChangeID: id, letters: count }),
  output: priceChange,
  refusals: ['wrong_state'],
})
