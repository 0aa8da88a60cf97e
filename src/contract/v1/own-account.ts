import * as z from 'zod/mini'
import { CASE_KINDS, CASE_REASONS, CASE_STATES } from '#domain/cases.ts'
import {
  ACCOUNT_TYPES,
  COLLECTION_SCHEMES,
  CUSTOMER_SERVICE_TYPES,
  CUSTOMER_STATUSES,
  OUTCOMES,
  PAYMENT_SCHEMES,
  STATES_OF_AUSTRALIA,
  JOB_STATES,
} from '#domain/words.ts'
import { phone } from '../contact-shapes.ts'
import { endpoint } from '../endpoint.ts'
import { day, id, instant, money, nothing, signedMoney } from '../shapes.ts'
import { place } from './places.ts'
import { periodWeek, photoLink } from './stops.ts'

/**
 * What a customer sees and changes of their own record. A new address is requested by a case, because the suburb sets
 * the week.
 */

const OWN = { CUSTOMER: 'own' } as const

const contact = {
  refId: z.string(),
  address: z.string(),
  suburb: z.string(),
  state: z.enum(STATES_OF_AUSTRALIA),
  postcode: z.string(),
  mobilePhone: z.nullable(z.string()),
  homePhone: z.nullable(z.string()),
  status: z.enum(CUSTOMER_STATUSES),
  reminders: z.boolean(),
  invoicesByEmail: z.boolean(),
}

export const ownAccount = z.object({
  ...contact,
  /** Invoices are addressed to another payer, such as a property manager: the office decides how they are sent. */
  invoicesToOther: z.boolean(),
  /**
   * Of a customer whose service is cancelled: the first instant at which signing in requires that something is owed.
   */
  signsInUntil: z.nullable(instant),
  /** Requests to the office that are not closed. */
  requests: z.object({ addressChange: z.nullable(id), closeAccount: z.nullable(id) }),
  version: z.int(),
})
export type OwnAccount = z.input<typeof ownAccount>

export const getOwnAccount = endpoint({
  method: 'GET',
  path: '/v1/users/own-account',
  summary: 'The own contact details and what comes by email',
  roles: OWN,
  reads: ['customers', 'cases', 'settings'],
  input: nothing,
  output: ownAccount,
  versioned: true,
  refusals: [],
})

export const updateOwnAccount = endpoint({
  method: 'PUT',
  path: '/v1/users/own-account',
  summary: 'Change the own phones, and whether reminders and invoices come by email',
  roles: OWN,
  changes: ['own-account', 'customers'],
  input: z.strictObject({
    mobilePhone: z.optional(z.nullable(phone)),
    homePhone: z.optional(z.nullable(phone)),
    reminders: z.optional(z.boolean()),
    /** Refused if invoices go to another payer. */
    invoicesByEmail: z.optional(z.boolean()),
  }),
  output: ownAccount,
  versioned: true,
  refusals: ['wrong_state', 'version_conflict'],
})

const photos = z.array(photoLink)

/**
 * All that the product holds about the caller, except the office's own notes and what would name other people: drivers,
 * staff, other payers.
 */
export const ownData = z.object({
  madeAt: instant,
  business: z.string(),
  account: z.object({
    ...contact,
    title: z.nullable(z.string()),
    firstName: z.string(),
    lastName: z.string(),
    company: z.nullable(z.string()),
    email: z.nullable(z.string()),
    accountType: z.enum(ACCOUNT_TYPES),
    propertyManagement: z.boolean(),
    invoicesToOther: z.boolean(),
    serviceType: z.enum(CUSTOMER_SERVICE_TYPES),
    servicePackage: z.string(),
    collectionScheme: z.enum(COLLECTION_SCHEMES),
    paymentScheme: z.enum(PAYMENT_SCHEMES),
    price: money,
    weekNumber: z.nullable(z.int()),
    startDate: day,
    canceledAt: z.nullable(instant),
    notes: z.nullable(z.string()),
    features: z.array(z.string()),
    photos,
    /** Where the bags stand; null: not known. Earlier servers omit it. */
    place: z.optional(z.nullable(place)),
    createdAt: instant,
  }),
  /** What was accepted on the web; null: the office made the account. */
  registration: z.nullable(
    z.object({
      acceptedAt: instant,
      termsVersion: z.string(),
      privacyVersion: z.string(),
      emailConfirmedAt: z.nullable(instant),
    }),
  ),
  collections: z.array(
    z.object({
      ...periodWeek.shape,
      from: day,
      to: day,
      address: z.string(),
      state: z.enum(JOB_STATES),
      outcome: z.nullable(z.enum(OUTCOMES)),
      doneAt: z.nullable(instant),
      bags: z.int(),
      photos,
    }),
  ),
  noPickups: z.array(
    z.object({ ...periodWeek.shape, reason: z.nullable(z.string()), late: z.boolean(), createdAt: instant }),
  ),
  pickupRequests: z.array(z.object({ ...periodWeek.shape, notes: z.nullable(z.string()), createdAt: instant })),
  balance: signedMoney,
  invoices: z.array(
    z.object({
      number: z.string(),
      issueDate: day,
      dueDate: day,
      amount: signedMoney,
      gst: signedMoney,
      owing: signedMoney,
      datePaid: z.nullable(day),
      lines: z.array(z.object({ description: z.string(), quantity: z.int(), price: signedMoney, amount: signedMoney })),
    }),
  ),
  transactions: z.array(
    z.object({
      refId: z.string(),
      type: z.string(),
      amount: signedMoney,
      paymentType: z.nullable(z.string()),
      datePaid: day,
      createdAt: instant,
    }),
  ),
  cases: z.array(
    z.object({
      refId: z.string(),
      kind: z.enum(CASE_KINDS),
      reason: z.nullable(z.enum(CASE_REASONS)),
      state: z.enum(CASE_STATES),
      createdAt: instant,
      messages: z.array(z.object({ fromOffice: z.boolean(), text: z.string(), photos, createdAt: instant })),
    }),
  ),
  /** What was mailed to the address of the account. */
  emails: z.array(z.object({ subject: z.string(), createdAt: instant, sentAt: z.nullable(instant) })),
  signIns: z.array(
    z.object({
      startedAt: instant,
      lastSeenAt: instant,
      method: z.nullable(z.string()),
      device: z.nullable(z.string()),
    }),
  ),
  calendarFeed: z.nullable(z.object({ createdAt: instant, readAt: z.nullable(instant) })),
})
export type OwnData = z.input<typeof ownData>

export const getOwnData = endpoint({
  method: 'GET',
  path: '/v1/users/own-account/data',
  summary:
    'All that is held about the caller, as one object to keep; without the office’s notes and what names other people',
  roles: OWN,
  reads: ['customers', 'runs', 'invoices', 'transactions', 'cases', 'mails', 'sessions', 'calendar-feeds', 'settings'],
  input: nothing,
  output: ownData,
  refusals: [],
})
