import type { Stripe } from 'stripe'
import type { Log } from '../../ports.ts'
import { PaymentsTrouble } from '../../payments-port.ts'

/** The fields of the client's errors that are read. Their messages may quote customers' data or part of the key. */
interface ProviderError extends Error {
  readonly rawType: unknown
  readonly type: string
  readonly code?: string
  readonly statusCode?: number
  readonly requestId?: string
  readonly param?: string
  /** The payment that was declined. */
  readonly payment_intent?: Stripe.PaymentIntent
}

const AMOUNT_CODES = ['amount_too_small', 'amount_too_large']
const BUSY = 409

/**
 * Logs an error of the provider without its message, and returns it as PaymentsTrouble; any other error is returned as
 * it is.
 */
export function troubleOf(error: unknown, act: string, log: Log): unknown {
  if (!isProviderError(error)) return error
  const { type, code = null, statusCode = null, requestId = null } = error
  const trouble = new PaymentsTrouble(kindOf(error), code)
  const fields = { act, type, code, status: statusCode, providerRequest: requestId }
  if (type === 'StripeAuthenticationError') log.error(fields, 'Stripe does not accept STRIPE_SECRET_KEY')
  else if (type === 'StripePermissionError')
    log.error(fields, 'STRIPE_SECRET_KEY is a restricted key without a permission that is needed')
  else if (trouble.kind === 'away') log.error(fields, 'the payment provider did not answer as it should')
  else log.warn(fields, 'the payment provider refused')
  return trouble
}

export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && 'rawType' in error && 'type' in error && String(error.type).startsWith('Stripe')
}

function kindOf({ type, code, statusCode }: ProviderError): PaymentsTrouble['kind'] {
  if (code !== undefined && AMOUNT_CODES.includes(code)) return 'amount'
  const isRule = ['StripeInvalidRequestError', 'StripeCardError', 'StripeIdempotencyError'].includes(type)
  return isRule && statusCode !== BUSY ? 'refused' : 'away'
}
