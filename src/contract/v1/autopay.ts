import * as z from 'zod/mini'
import { DROP_REASONS, END_REASONS, METHOD_KINDS, METHOD_STATES, PAUSE_REASONS } from '#domain/autopay-words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { count, day, id, instant, line, noContent, secretToken, signedMoney } from '../shapes.ts'

/** Automatic payments (domain.md 20): a saved card or bank account, and what is charged to it. */

const ADMIN = { ADMIN: 'any' } as const
const READS = ['customers', 'invoices', 'transactions', 'settings', 'mails'] as const
const whose = { customerID: id, customer: z.string(), refId: z.string() }

/**
 * States of a charge; `dropped`: it was planned, and never asked for; `disputed`, `returned`: it was paid, and the bank asks
 * for the money back, or has it.
 */
const CHARGE_STATES = [
  'planned',
  'asked',
  'pending',
  'paid',
  'disputed',
  'returned',
  'failed',
  'refunded',
  'dropped',
] as const

const method = z.object({
  state: z.enum(METHOD_STATES),
  kind: z.nullable(z.enum(METHOD_KINDS)),
  brand: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  /** "Visa ending in 4242". */
  name: z.string(),
  /** The last month of a card, YYYY-MM. */
  expiresIn: z.nullable(z.string()),
  pauseReason: z.nullable(z.enum(PAUSE_REASONS)),
  /** What the office wrote when it paused it; only for the office. */
  note: z.nullable(z.string()),
  /** What the customer accepted, which the settings of today don't change. */
  noticeDays: count,
  tries: count,
  retryDays: count,
  acceptedAt: instant,
})

const charge = z.object({
  checkoutID: id,
  day,
  /** AUD: what is charged, or, while it is planned, what is owing of what was announced. */
  amount: signedMoney,
  state: z.enum(CHARGE_STATES),
  /** Why it failed or was dropped, as a sentence; null: none. */
  message: z.nullable(z.string()),
  dropReason: z.nullable(z.enum(DROP_REASONS)),
  method: z.nullable(z.string()),
  invoices: z.array(z.object({ invoiceID: id, number: z.string(), amount: signedMoney })),
})
export type AutopayCharge = z.input<typeof charge>

const autopay = z.object({
  /** The method’s version; 0: there is none. */
  version: count,
  /** Whether a method can be set up now. */
  offered: z.boolean(),
  /** Whether an active method is charged: automatic payments are on, and the customer pays their own invoices. */
  charged: z.boolean(),
  /** The active or paused one; null: none. */
  method: z.nullable(method),
  /** The page on which one is being set up. */
  settingUp: z.nullable(z.string()),
  /** The last method that ended, and why; null: none ended, or there is another. */
  ended: z.nullable(z.object({ name: z.string(), reason: z.enum(END_REASONS), at: instant })),
  /** A charge was sent to the bank and is not decided: it can't be stopped any more. */
  underWay: z.boolean(),
  /** What is agreed to when a method is set up, a sentence each, and its version. */
  consent: z.object({ version: z.string(), words: z.array(z.string()) }),
  /** Planned and under way, the next first. */
  next: z.array(charge),
  /** The last that were decided, the latest first. */
  last: z.array(charge),
})
export type Autopay = z.input<typeof autopay>

export const setUpAutopay = endpoint({
  method: 'POST',
  path: '/v1/payments/autopay/setup',
  summary:
    'The address of the provider’s page on which the customer saves a card or bank account to be charged by itself. `consent` is the version of the words they accepted; `inviteToken` of the office’s invitation stands for a sign-in',
  roles: 'public',
  changes: ['payments'],
  input: z.strictObject({ consent: line, inviteToken: z.optional(secretToken) }),
  output: z.object({ url: z.string() }),
  idempotencyKey: false,
  refusals: [
    'unauthenticated',
    'forbidden',
    'token_invalid',
    'autopay_off',
    'autopay_not_for_you',
    'consent_changed',
    'payments_unavailable',
    'rate_limited',
  ],
})

export const getAutopayInvitation = endpoint({
  method: 'GET',
  path: '/v1/payments/autopay/invitations/{inviteToken}',
  summary: 'What an invitation shows: the firm and what is agreed to, and nothing of the person',
  roles: 'public',
  reads: ['settings'],
  input: z.strictObject({ inviteToken: secretToken }),
  output: z.object({
    businessName: z.string(),
    logoUrl: z.nullable(z.string()),
    offered: z.boolean(),
    consent: autopay.shape.consent,
    /** It is set up already. */
    done: z.boolean(),
  }),
  ownProof: true,
  refusals: ['token_invalid', 'rate_limited'],
})

const OWN = {
  roles: { CUSTOMER: 'own' },
  output: autopay,
  versioned: true,
} as const

export const getOwnAutopay = endpoint({
  ...OWN,
  method: 'GET',
  path: '/v1/payments/autopay/own',
  summary: 'How a customer is charged by itself, what is charged next and what was; asks the provider about a set-up',
  reads: READS,
  input: z.strictObject({}),
  refusals: [],
})

export const changeOwnAutopay = endpoint({
  ...OWN,
  method: 'PUT',
  path: '/v1/payments/autopay/own',
  summary: 'Pause automatic payments, or go on with them. A charge that is under way is not stopped',
  changes: ['payments', 'invoices'],
  input: z.strictObject({ act: z.enum(['pause', 'resume']) }),
  refusals: ['not_found', 'wrong_state', 'version_conflict'],
})

export const removeOwnAutopay = endpoint({
  ...OWN,
  method: 'DELETE',
  path: '/v1/payments/autopay/own',
  summary: 'Forget the card or bank account, here and at the provider',
  changes: ['payments', 'invoices'],
  input: z.strictObject({}),
  refusals: ['not_found', 'version_conflict'],
})

const OF_CUSTOMER = { roles: ADMIN, output: autopay, versioned: true } as const

export const getCustomerAutopay = endpoint({
  ...OF_CUSTOMER,
  area: 'money',
  depot: 'records',
  method: 'GET',
  path: '/v1/users/customers/{customerID}/autopay',
  summary: 'How a customer is charged by itself, what is charged next and what was',
  reads: ['payments', ...READS],
  input: z.strictObject({ customerID: id }),
  refusals: [],
})

export const changeCustomerAutopay = endpoint({
  ...OF_CUSTOMER,
  area: 'money',
  depot: 'records',
  method: 'PUT',
  path: '/v1/users/customers/{customerID}/autopay',
  summary:
    'Pause a customer’s automatic payments, with a reason, or go on with them. Only the customer can set a method up',
  changes: ['payments', 'customers', 'invoices'],
  input: z.strictObject({ customerID: id, act: z.enum(['pause', 'resume']), reason: z.optional(line) }),
  refusals: ['wrong_state', 'version_conflict'],
})

export const removeCustomerAutopay = endpoint({
  ...OF_CUSTOMER,
  area: 'money',
  depot: 'records',
  method: 'DELETE',
  path: '/v1/users/customers/{customerID}/autopay',
  summary: 'Forget a customer’s card or bank account, here and at the provider',
  changes: ['payments', 'customers', 'invoices'],
  input: z.strictObject({ customerID: id }),
  refusals: ['version_conflict'],
})

export const inviteToAutopay = endpoint({
  method: 'POST',
  path: '/v1/users/customers/{customerID}/autopay/invite',
  summary: 'Email a customer a link, good for 30 days, with which they can set up automatic payments',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: ['mails', 'customers'],
  input: z.strictObject({ customerID: id }),
  output: noContent,
  status: 204,
  refusals: ['autopay_off', 'autopay_not_for_you', 'email_missing'],
})

export const listAutopay = endpoint({
  method: 'GET',
  path: '/v1/payments/autopay',
  summary:
    'Customers with automatic payments, and what would be charged: `firstDay` is the next day on which charges are made, or would be if automatic payments were switched on now',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({
    page: pageQuery.page,
    perPage: pageQuery.perPage,
    state: z.optional(z.enum(['active', 'paused'])),
  }),
  output: z.extend(
    pageOf(z.object({ ...whose, ...method.shape, toCharge: z.nullable(z.object({ day, amount: signedMoney })) })),
    {
      enabled: z.boolean(),
      /** Whether the provider is Stripe or the sandbox, and switched on. */
      cardPayments: z.boolean(),
      active: count,
      paused: count,
      firstDay: day,
      /** Announced or to be announced: open invoices of customers with an active method; `toCharge` is one's share, and its first day. */
      planned: z.object({ customers: count, invoices: count, amount: signedMoney }),
    },
  ),
  refusals: [],
})

export const listCharges = endpoint({
  method: 'GET',
  path: '/v1/payments/charges',
  summary: 'Automatic charges: those that failed and still owe first, then by day, the latest first',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({
    page: pageQuery.page,
    perPage: pageQuery.perPage,
    state: z.optional(z.enum(CHARGE_STATES)),
    from: z.optional(day),
    to: z.optional(day),
  }),
  output: z.extend(pageOf(z.object({ ...whose, ...charge.shape, canRetry: z.boolean() })), {
    /** The sums by state, of the same days, AUD. */
    sums: z.array(z.object({ state: z.enum(CHARGE_STATES), count, amount: signedMoney })),
  }),
  refusals: [],
})

export const retryCharge = endpoint({
  method: 'POST',
  path: '/v1/payments/charges/{checkoutID}/retry',
  summary:
    'Charge a failed charge’s invoices once more: the customer is emailed first, and the charge follows after the days of notice',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: ['payments', 'invoices'],
  input: z.strictObject({ checkoutID: id }),
  output: charge,
  refusals: ['wrong_state', 'autopay_off', 'nothing_owing'],
})
