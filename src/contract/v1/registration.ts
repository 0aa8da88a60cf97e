import * as z from 'zod/mini'
import { LINE_MAX } from '#domain/limits.ts'
import { ACCOUNT_TYPES, COLLECTION_SCHEMES, STATES_OF_AUSTRALIA } from '#domain/words.ts'
import { optionalPersonName, personName, phone, postcode } from '../contact-shapes.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  address,
  day,
  email,
  id,
  instant,
  line,
  money,
  noContent,
  notes,
  nothing,
  optionalLine,
  password,
  secretToken,
} from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const

const MANDATORY = 'This field is mandatory'

const legalText = z.object({
  /** Changes with every change of the text. */
  version: z.string(),
  text: z.string(),
})

export const getRegistrationForm = endpoint({
  method: 'GET',
  path: '/v1/users/register',
  summary: 'What the registration form shows: the texts to accept, and a token that says when the form was opened',
  roles: 'public',
  reads: ['settings'],
  input: nothing,
  output: z.object({
    /** Sent with the form; signed, valid for 24 hours. */
    formToken: z.string(),
    /** A form is accepted no sooner than this after its token was issued, in ms. */
    minMs: z.int(),
    terms: legalText,
    privacy: legalText,
    pricesIncludeGst: z.boolean(),
    /** Today where the firm is: the first day on which a service can start. Earlier servers omit it. */
    today: z.optional(day),
  }),
  refusals: ['registration_closed', 'rate_limited'],
})
export type RegistrationForm = z.input<(typeof getRegistrationForm)['output']>

const trap = {
  formToken: z.optional(secretToken),
  /** Not shown to people: a form that fills it in is a program’s. */
  website: z.optional(z.string().check(z.maxLength(LINE_MAX))),
}

/** The notes alone may be 24 kB as JSON; the limit by address counts before the body is read. */
const REGISTRATION_BYTES = 49_152

export const register = endpoint({
  method: 'POST',
  path: '/v1/users/register',
  summary:
    'Ask to become a customer. The answer and its time are the same whether the email is known or not; the password is chosen on the page that the mailed link opens. `payment` pays one collection in advance by `POST /v1/payments/checkout`',
  roles: 'public',
  changes: ['register', 'customers', 'mails'],
  input: z.strictObject({
    productID: id,
    /** AUD, the service package’s price that was shown. Another by now is not agreed to: `price_changed`. */
    price: z.optional(money),
    /** By default the service package’s. */
    cycle: z.optional(z.enum(COLLECTION_SCHEMES)),
    title: z.optional(optionalPersonName),
    firstName: personName,
    lastName: personName,
    company: z.optional(optionalLine),
    email,
    mobilePhone: phone.check(z.minLength(1)),
    address,
    suburbID: id,
    state: z.enum(STATES_OF_AUSTRALIA),
    postcode,
    /** It is at most a year ahead. */
    startDate: day,
    accountType: z.enum(ACCOUNT_TYPES),
    propertyManagement: z.optional(z.boolean()),
    notes: z.optional(notes),
    /** Notes for the driver, with `gateNotes`. */
    bagPlace: z.optional(optionalLine),
    gateNotes: z.optional(optionalLine),
    acceptTerms: z.literal(true, MANDATORY),
    /** Versions of the texts that were shown; by default the current ones are accepted. */
    termsVersion: z.optional(line),
    privacyVersion: z.optional(line),
    ...trap,
  }),
  output: z.object({
    customerID: id,
    /** AUD, one collection; absent if cards can’t pay it. */
    payment: z.optional(z.object({ amount: money, checkoutToken: z.string() })),
  }),
  status: 201,
  maxBytes: REGISTRATION_BYTES,
  refusals: ['registration_closed', 'press_again', 'terms_changed', 'price_changed', 'rate_limited'],
})

/** What the mail's one-time link shows: of the person’s data only what they need to recognise it. */
const pending = z.object({
  firstName: z.string(),
  businessName: z.string(),
  servicePackage: z.string(),
  suburb: z.string(),
  confirmed: z.boolean(),
  /** The chosen password works now; false: another account uses the email. */
  signsIn: z.boolean(),
})
export type PendingRegistration = z.input<typeof pending>

export const getPendingRegistration = endpoint({
  method: 'GET',
  path: '/v1/users/register/{token}',
  summary: 'A registration, by the link of its email; changes nothing',
  roles: 'public',
  reads: ['customers', 'settings'],
  input: z.strictObject({ token: secretToken }),
  output: pending,
  ownProof: true,
  refusals: ['token_invalid', 'rate_limited'],
})

export const confirmRegistration = endpoint({
  method: 'PUT',
  path: '/v1/users/register/{token}/confirm',
  summary: 'Confirm the email of a registration and choose its password, by the link of its email; twice is once',
  roles: 'public',
  changes: ['register', 'customers'],
  input: z.strictObject({ token: secretToken, password }),
  output: pending,
  ownProof: true,
  refusals: ['token_invalid', 'email_taken', 'rate_limited'],
})

export const askForSuburb = endpoint({
  method: 'POST',
  path: '/v1/suburb-requests',
  summary: 'Ask to be served in a suburb that is not listed',
  roles: 'public',
  changes: ['suburb-requests'],
  input: z.strictObject({
    suburb: line,
    postcode,
    firstName: personName,
    lastName: personName,
    email,
    mobilePhone: z.optional(phone),
    ...trap,
  }),
  output: noContent,
  status: 204,
  refusals: ['registration_closed', 'press_again', 'rate_limited'],
})

export const suburbRequest = z.object({
  suburbRequestID: id,
  suburb: z.string(),
  postcode: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobilePhone: z.nullable(z.string()),
  createdAt: instant,
})
export type SuburbRequest = z.input<typeof suburbRequest>

export const listSuburbRequests = endpoint({
  method: 'GET',
  path: '/v1/suburb-requests',
  summary: 'Suburbs people asked for',
  roles: ADMIN,
  area: 'customers',
  input: z.strictObject(pageQuery),
  output: pageOf(suburbRequest),
  refusals: ['keyword_too_short'],
})

export const deleteSuburbRequest = endpoint({
  method: 'DELETE',
  path: '/v1/suburb-requests/{suburbRequestID}',
  summary: 'Delete a request for a suburb, once it is answered',
  roles: ADMIN,
  area: 'customers',
  changes: ['suburb-requests'],
  input: z.strictObject({ suburbRequestID: id }),
  output: noContent,
  status: 204,
  refusals: [],
})
