import * as z from 'zod/mini'
import { CHECKOUT_STATES } from '#domain/money-words.ts'
import { endpoint } from '../endpoint.ts'
import { day, id, instant, line, money, secretToken, signedMoney, warnings } from '../shapes.ts'

/** Invoices in one checkout: more than a customer has open in years. */
const INVOICES_MAX = 200

/**
 * Opens the provider's page for what is owed of these invoices now. While that page is open, the same one is answered
 * again, so that two windows do not pay twice.
 */
export const openCheckout = endpoint({
  method: 'POST',
  path: '/v1/payments/checkout',
  summary:
    'The address of a page to pay what these invoices owe, by card: `invoiceIDs` of one customer (own for a customer, any for an admin), or `checkoutToken` of an invoice’s pay link or of a registration, without sign-in. What the browser does afterwards proves nothing: the provider’s signed webhook books the payment',
  roles: 'public',
  depot: 'records',
  changes: ['payments'],
  input: z.strictObject({
    invoiceIDs: z.optional(z.array(id).check(z.minLength(1), z.maxLength(INVOICES_MAX))),
    checkoutToken: z.optional(secretToken),
  }),
  output: z.object({ url: z.string() }),
  idempotencyKey: false,
  refusals: [
    'unauthenticated',
    'forbidden',
    'second_factor_missing',
    'token_invalid',
    'nothing_owing',
    'paid_already',
    'checkout_off',
    'payment_pending',
    'amount_not_payable',
    'payments_unavailable',
    'rate_limited',
  ],
})

export const getCheckout = endpoint({
  method: 'GET',
  path: '/v1/payments/checkout/{checkoutID}',
  summary: 'Whether a checkout is booked yet; asked by the page the browser returns to',
  roles: 'public',
  reads: ['transactions'],
  input: z.strictObject({ checkoutID: id }),
  output: z.object({
    /** `paid` once the payment is in the ledger; `pending` while a bank debit waits for the bank. */
    state: z.enum(CHECKOUT_STATES),
    /** AUD. */
    amount: signedMoney,
    /** No money moves: the sandbox. */
    sandbox: z.boolean(),
  }),
  refusals: ['rate_limited'],
})

/** How the caller can pay, what they have paid that is not booked yet, and what their bank did not pay. */
const ownWays = z.object({
  /** For bank transfers; null: the firm has entered no account. */
  bank: z.nullable(z.object({ accountName: z.string(), bsb: z.string(), accountNumber: z.string() })),
  paymentReference: z.string(),
  confirming: z.array(
    z.object({
      checkoutID: id,
      /** AUD. */
      amount: signedMoney,
      invoiceIDs: z.array(id),
      /** True: the bank has not confirmed a debit yet; false: the provider’s webhook has not arrived. */
      pending: z.boolean(),
    }),
  ),
  /** Bank debits that failed, until their invoices are paid or being paid. Earlier servers omit it. */
  failed: z.optional(
    z.array(
      z.object({
        checkoutID: id,
        /** AUD, of the invoices. */
        amount: signedMoney,
        invoices: z.array(z.object({ invoiceID: id, number: z.string() })),
      }),
    ),
  ),
})
export type OwnWays = z.input<typeof ownWays>

export const getOwnWaysToPay = endpoint({
  method: 'GET',
  path: '/v1/payments/own',
  summary:
    'A customer’s bank transfer details, their card payments that are not confirmed yet, and bank debits that failed; `returned` is the checkout that their browser came back from',
  roles: { CUSTOMER: 'own' },
  reads: ['invoices', 'settings', 'transactions'],
  input: z.strictObject({ returned: z.optional(id) }),
  output: ownWays,
  refusals: [],
})

const payable = z.object({
  businessName: z.string(),
  logoUrl: z.nullable(z.string()),
  /** INV-000123. */
  number: z.string(),
  /** AUD. */
  owing: signedMoney,
  /** False where nothing is owing though not all was paid. Earlier servers omit it. */
  paid: z.optional(z.boolean()),
  dueDate: day,
  /** A payment waits for the bank. */
  pending: z.boolean(),
  /** The last bank debit failed, and nothing was paid. Earlier servers omit it. */
  debitFailed: z.optional(z.boolean()),
  canPay: z.boolean(),
})
export type Payable = z.input<typeof payable>

export const getPayable = endpoint({
  method: 'GET',
  path: '/v1/payments/invoices/{checkoutToken}',
  summary:
    'What the pay link of an invoice shows: its number, what it owes and when it is due, and nothing of the person',
  roles: 'public',
  reads: ['invoices', 'settings'],
  input: z.strictObject({ checkoutToken: secretToken }),
  output: payable,
  ownProof: true,
  refusals: ['token_invalid', 'rate_limited'],
})

/** Events of the provider are a few kB. */
const WEBHOOK_BYTES = 262_144

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/v1/payments/webhook',
  summary:
    'For the payment provider: an event, signed over the raw body. The same event again, late or out of order changes nothing',
  roles: 'public',
  changes: ['payments', 'transactions', 'invoices', 'customers'],
  input: z.strictObject({}),
  output: z.object({ received: z.literal(true) }),
  body: 'bytes',
  maxBytes: WEBHOOK_BYTES,
  ownProof: true,
  idempotencyKey: false,
  refusals: ['webhook_refused'],
})

const ADMIN = { ADMIN: 'any' } as const

export const getCardRefunds = endpoint({
  method: 'GET',
  path: '/v1/payments/checkout/{checkoutID}/refunds',
  summary:
    'The refunds of a card payment, the oldest first, what is left to refund, and the customer’s credit, which a refund takes first',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  reads: ['transactions', 'customers'],
  input: z.strictObject({ checkoutID: id }),
  output: z.object({
    /** AUD. */
    paid: signedMoney,
    left: signedMoney,
    credit: signedMoney,
    /** It was paid in the sandbox, where no money moves. Earlier servers omit it. */
    sandbox: z.optional(z.boolean()),
    refunds: z.array(
      z.object({
        amount: signedMoney,
        /** `waiting`: the provider has not finished it, or has not answered yet. */
        state: z.enum(['refunded', 'waiting', 'failed']),
        /** Null: it was made at the provider itself. */
        reason: z.nullable(z.string()),
        createdBy: z.nullable(z.string()),
        createdAt: instant,
      }),
    ),
  }),
  refusals: [],
})

export const refundToCard = endpoint({
  method: 'POST',
  path: '/v1/payments/checkout/{checkoutID}/refunds',
  summary:
    'Refund a card payment, or a part of it, to its card. `left` is what was left when it was decided: another amount is refused, so that two people do it once. The ledger follows what the provider answers or reports. A warning says when the provider did not answer: the server asks again',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: ['payments', 'transactions', 'invoices', 'customers'],
  input: z.strictObject({ checkoutID: id, amount: money, left: money, reason: line }),
  output: z.object({
    /** AUD. */
    left: signedMoney,
    state: z.enum(['refunded', 'waiting']),
    warnings,
  }),
  refusals: ['wrong_state'],
})
