import { ApiError, invalid, refuseOthers, unknown } from './api-error.ts'
import { type Form, textIn, textsIn, wholeIn } from './form.ts'
import type { SandboxMethod } from './method-objects.ts'
import { LEAST_CENTS, MOST_CENTS, typesIn } from './new-session.ts'
import type { SandboxPayment } from './objects.ts'
import type { SandboxParts } from './parts.ts'

const KNOWN = [
  'amount',
  'currency',
  'customer',
  'payment_method',
  'allowed_payment_method_types',
  'confirm',
  'off_session',
  'description',
  'metadata',
]

/** A charge of a saved method from the fields of a request, which are checked as Stripe does. */
export async function newCharge(form: Form, parts: SandboxParts): Promise<SandboxPayment> {
  refuseOthers(form, KNOWN)
  const amount = wholeIn(form, 'amount')
  if (amount === undefined) throw invalid('amount', 'Invalid integer')
  if (amount < LEAST_CENTS) throw invalid('amount', 'Amount must be at least $0.50 aud', 'amount_too_small')
  if (amount > MOST_CENTS) throw invalid('amount', 'Amount must be no more than $999,999.99', 'amount_too_large')
  if (textIn(form, 'currency') !== 'aud') throw invalid('currency', 'The sandbox only takes Australian dollars.')
  for (const name of ['confirm', 'off_session'])
    if (textIn(form, name) !== 'true') throw invalid(name, 'The sandbox charges saved methods without the customer.')
  const types = typesIn(form)
  const method = await methodIn(form, parts)
  if (!types.includes(method.type))
    throw invalid('payment_method', 'The PaymentMethod’s type is not allowed for this PaymentIntent.')
  const mandate = await parts.methods.mandateOf(method.id)
  if (mandate && mandate.status !== 'active')
    throw invalid(
      'mandate',
      'The provided mandate is invalid and can not be used for the payment intent.',
      'payment_intent_mandate_invalid',
    )
  const description = textIn(form, 'description') ?? null
  const metadata = textsIn(form, 'metadata')
  return parts.charges.make({ amount, description, metadata, payment_method_types: types }, method)
}

async function methodIn(form: Form, { objects }: SandboxParts): Promise<SandboxMethod> {
  const customerID = textIn(form, 'customer') ?? ''
  if (!(await objects.find('customer', customerID))) throw unknown('customer', customerID)
  const id = textIn(form, 'payment_method') ?? ''
  const method = await objects.find('payment_method', id)
  if (!method) throw unknown('payment_method', id)
  if (method.customer === customerID) return method
  const message =
    method.customer === null
      ? 'The provided PaymentMethod was detached from a Customer, and may not be used again.'
      : 'The PaymentMethod belongs to another Customer.'
  throw new ApiError(400, { message, param: 'payment_method' })
}
