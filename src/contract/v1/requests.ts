import * as z from 'zod/mini'
import { DELIVERIES } from '#domain/delivery.ts'
import { MERGED_EMAILS } from '#domain/request-email.ts'
import { INVOICE_TYPES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  day,
  id,
  instant,
  money,
  noContent,
  notes,
  queryFlag,
  runNumber,
  secretToken,
  signedMoney,
  weekNumber,
  ofDepot,
} from '../shapes.ts'
import { customer, customerRow, due, shareEmail } from './customers.ts'

const READS = ['suburbs', 'products', 'runs', 'settings', 'invoices', 'transactions'] as const

const ADMIN = { ADMIN: 'any' } as const
const PATH = '/v1/users/customers/requests'

/** A request's fields besides those of a customer (domain.md 10). */
const request = {
  quotedAt: z.nullable(instant),
  /** AUD per bag, including GST. */
  quotedPrice: z.nullable(money),
  quotations: z.int(),
  acceptedAt: z.nullable(instant),
  /**
   * Another customer with the same email, mobile phone, or name and address. `hasMoney`: the request has entries in the
   * books, so that only a role with money merges it; earlier servers omit it.
   */
  possibleDouble: z.nullable(
    z.object({ customerID: id, refId: z.string(), fullName: z.string(), hasMoney: z.optional(z.boolean()) }),
  ),
}
export const requestRow = z.extend(customerRow, request)
export const requestWhole = z.extend(customer, {
  ...request,
  /** What became of the newest quotation's email; `not_sent`: there is no quotation. */
  quotationDelivery: z.enum(DELIVERIES),
  /**
   * What was accepted on the web, and whether the email is proven to be the person’s; null: the office entered the
   * request.
   */
  registration: z.nullable(
    z.object({
      acceptedAt: instant,
      termsVersion: z.string(),
      privacyVersion: z.string(),
      terms: z.string(),
      privacy: z.string(),
      emailConfirmedAt: z.nullable(instant),
    }),
  ),
})

export const listRequests = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'Requests: who asked for a quotation or registered, and is no customer yet',
  roles: ADMIN,
  area: 'customers',
  depot: 'list',
  reads: READS,
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    productID: z.optional(id),
    suburbID: z.optional(id),
    quoted: z.optional(queryFlag),
    accepted: z.optional(queryFlag),
  }),
  output: pageOf(requestRow),
  refusals: ['keyword_too_short'],
})

export const getRequest = endpoint({
  method: 'GET',
  path: `${PATH}/{customerID}`,
  summary: 'One request',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ customerID: id }),
  output: requestWhole,
  versioned: true,
  refusals: [],
})

export const sendQuotation = endpoint({
  method: 'PUT',
  path: `${PATH}/{customerID}/send-quotation`,
  summary: 'Email the price, the package, the area’s next three weeks and a link to accept; may be repeated',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'mails'],
  input: z.strictObject({ customerID: id, price: z.optional(money), message: z.optional(notes) }),
  output: requestWhole,
  versioned: true,
  refusals: ['wrong_state', 'email_missing', 'version_conflict'],
})

export const makeOfficial = endpoint({
  method: 'PUT',
  path: `${PATH}/{customerID}/make-official`,
  summary: 'The request becomes a customer; the welcome email says how to log in',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs', 'mails', 'invoices', 'transactions'],
  input: z.strictObject({
    customerID: id,
    weekNumber: z.optional(weekNumber),
    runNumber,
    invoiceType: z.enum(INVOICE_TYPES),
    due: z.optional(due),
    shareEmail,
  }),
  output: customer,
  versioned: true,
  refusals: ['wrong_state', 'email_taken', 'books_closed', 'version_conflict'],
})

export const deleteRequest = endpoint({
  method: 'DELETE',
  path: `${PATH}/{customerID}`,
  summary: 'Delete a request',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs', 'mails'],
  input: z.strictObject({ customerID: id }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['wrong_state', 'request_has_money', 'checkout_open', 'version_conflict'],
})

export const previewMerge = endpoint({
  method: 'GET',
  path: `${PATH}/{customerID}/merge`,
  summary: 'What merging the request into this customer would change in money, and whether its email can be taken',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  reads: ['customers', 'invoices', 'transactions', 'payments', 'settings'],
  input: z.strictObject({ customerID: id, into: id }),
  output: z.object({
    /** AUD that moves to the customer: what was paid in advance, and goodwill. */
    moved: money,
    /** The part of it that pays the customer's open invoices. */
    pays: money,
    /** The customer's balance afterwards; below zero: owing. */
    balance: signedMoney,
    /** `asked`: only with `takeEmail` is the request’s added; earlier servers omit it. */
    email: z.optional(z.enum(MERGED_EMAILS)),
  }),
  refusals: ['wrong_state', 'request_has_bills', 'books_closed'],
})

export const mergeRequest = endpoint({
  method: 'PUT',
  path: `${PATH}/{customerID}/merge`,
  summary:
    'The request is a customer’s own: its payments and credit move to that customer, and its details where the customer has none; then it is deleted',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs', 'mails', 'transactions', 'invoices', 'payments'],
  input: z.strictObject({
    customerID: id,
    into: id,
    /** The request’s email becomes the customer’s, who signs in with it. */
    takeEmail: z.optional(z.boolean()),
  }),
  output: customer,
  versioned: true,
  refusals: ['wrong_state', 'request_has_bills', 'books_closed', 'email_taken', 'version_conflict'],
})

/** What the mail's link shows; of the person's data only the first name. */
const quotation = z.object({
  firstName: z.string(),
  businessName: z.string(),
  servicePackage: z.string(),
  features: z.array(z.string()),
  /** The scheme in the public wording. */
  collectionScheme: z.string(),
  paymentScheme: z.string(),
  price: money,
  /** "$25.00 a bag, GST included": per bag or for the whole, with or without GST. */
  priceInWords: z.string(),
  suburb: z.string(),
  weeks: z.array(z.object({ from: day, to: day })),
  expiresAt: instant,
  acceptedAt: z.nullable(instant),
})
export type Quotation = z.input<typeof quotation>

export const getQuotation = endpoint({
  method: 'GET',
  path: '/v1/quotations/{token}',
  summary: 'A quotation, by the link of its email',
  roles: 'public',
  input: z.strictObject({ token: secretToken }),
  output: quotation,
  ownProof: true,
  refusals: ['token_invalid', 'rate_limited'],
})

export const acceptQuotation = endpoint({
  method: 'PUT',
  path: '/v1/quotations/{token}/accept',
  summary: 'Accept a quotation by the link of its email, without signing in; twice is once',
  roles: 'public',
  changes: ['customers', 'mails'],
  input: z.strictObject({ token: secretToken }),
  output: quotation,
  ownProof: true,
  refusals: ['token_invalid', 'wrong_state', 'rate_limited'],
})
