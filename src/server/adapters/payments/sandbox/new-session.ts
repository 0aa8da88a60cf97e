import { isEmail } from '#domain/emails.ts'
import { invalid, refuseOthers } from './api-error.ts'
import { type Form, formIn, listIn, textIn, textsIn, wholeIn } from './form.ts'
import { newSandboxID } from './ids.ts'
import { METHOD_TYPES, type MethodType, type SandboxSetup } from './method-objects.ts'
import type { SandboxLine, SandboxSession } from './objects.ts'

const ANY = ['mode', 'client_reference_id', 'metadata', 'success_url', 'cancel_url', 'expires_at']
const OF_PAYMENTS = ['payment_intent_data', 'line_items', 'adaptive_pricing', 'submit_type', 'customer_email']
const OF_SETUPS = ['customer', 'allowed_payment_method_types', 'setup_intent_data']
export const LEAST_CENTS = 50
export const MOST_CENTS = 99_999_999
const MOST_LINES = 100
const LEAST_SECONDS = 30 * 60
const MOST_SECONDS = 24 * 3600
/** The client's clock and ours may differ a little. */
const LEEWAY_SECONDS = 60

/** A payment page from the fields of a request, which are checked as Stripe does. */
export function newCheckout(form: Form, now: Date): SandboxSession {
  refuseOthers(form, [...ANY, ...OF_PAYMENTS])
  const lines = linesOf(form)
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  if (amount < LEAST_CENTS) throw invalid('line_items', 'The total must be at least $0.50 aud.', 'amount_too_small')
  if (amount > MOST_CENTS) throw invalid('line_items', 'The total is too large.', 'amount_too_large')
  const email = textIn(form, 'customer_email') ?? null
  if (email !== null && !isEmail(email)) throw invalid('customer_email', 'Invalid email address.', 'email_invalid')
  return {
    ...pageOf(form, now),
    amount_subtotal: amount,
    amount_total: amount,
    currency: 'aud',
    customer: null,
    // The email is checked and not kept: the sandbox mails nobody, and forgets nothing.
    customer_email: null,
    mode: 'payment',
    payment_status: 'unpaid',
    setup_intent: null,
    sandbox: { lines },
  }
}

/** A page on which a method is saved, and what it will say once it is. @param customer exists */
export function newSetup(
  form: Form,
  customer: string,
  now: Date,
): { readonly session: SandboxSession; readonly setup: SandboxSetup } {
  refuseOthers(form, [...ANY, ...OF_SETUPS])
  const page = pageOf(form, now)
  const setup: SandboxSetup = {
    id: newSandboxID('seti'),
    object: 'setup_intent',
    created: page.created,
    customer,
    livemode: false,
    mandate: null,
    metadata: textsIn(formIn(form, 'setup_intent_data') ?? {}, 'metadata'),
    payment_method: null,
    payment_method_types: typesIn(form),
    status: 'requires_payment_method',
    usage: 'off_session',
  }
  const session: SandboxSession = {
    ...page,
    amount_subtotal: null,
    amount_total: null,
    currency: null,
    customer,
    customer_email: null,
    mode: 'setup',
    payment_status: 'no_payment_required',
    setup_intent: setup.id,
    sandbox: { lines: [] },
  }
  return { session, setup }
}

/** The kinds of methods that a request allows. */
export function typesIn(form: Form): MethodType[] {
  const types = listIn(form['allowed_payment_method_types']).map((type) => METHOD_TYPES.find((one) => one === type))
  if (types.length === 0 || types.includes(undefined))
    throw invalid('allowed_payment_method_types', 'The sandbox has cards and Australian bank accounts.')
  return types as MethodType[]
}

function pageOf(form: Form, now: Date) {
  const id = newSandboxID('cs_sandbox')
  const successUrl = addressIn(form, 'success_url')
  return {
    id,
    object: 'checkout.session',
    cancel_url: textIn(form, 'cancel_url') === undefined ? null : addressIn(form, 'cancel_url'),
    client_reference_id: textIn(form, 'client_reference_id') ?? null,
    created: Math.floor(now.getTime() / 1000),
    expires_at: expiryOf(form, now),
    livemode: false,
    metadata: textsIn(form, 'metadata'),
    payment_intent: null,
    status: 'open',
    success_url: successUrl,
    // The page is on the origin to which the browser returns, which is the product's own.
    url: `${new URL(successUrl).origin}${SANDBOX_PATH}${id}`,
  } as const
}

export const SANDBOX_PATH = '/sandbox-checkout/'

function linesOf(form: Form): SandboxLine[] {
  const items = listIn(form['line_items'])
  if (items.length === 0 || items.length > MOST_LINES)
    throw invalid('line_items', `Between 1 and ${MOST_LINES} line items are needed.`)
  return items.map((item, index) => {
    const at = `line_items[${index}]`
    const price = wholeIn(item, 'price_data', 'unit_amount')
    const quantity = wholeIn(item, 'quantity') ?? 1
    const text = textIn(item, 'price_data', 'product_data', 'name')
    if (textIn(item, 'price_data', 'currency') !== 'aud')
      throw invalid(`${at}[price_data][currency]`, 'The sandbox only takes Australian dollars.')
    if (price === undefined || price < 0)
      throw invalid(`${at}[price_data][unit_amount]`, 'Invalid non-negative integer')
    if (quantity < 1) throw invalid(`${at}[quantity]`, 'Invalid integer')
    if (!text) throw invalid(`${at}[price_data][product_data][name]`, 'A name is needed.')
    return { text, amount: price * quantity }
  })
}

function addressIn(form: Form, name: string): string {
  const text = textIn(form, name) ?? ''
  if (!URL.canParse(text) || !['http:', 'https:'].includes(new URL(text).protocol))
    throw invalid(name, 'Not a valid URL', 'url_invalid')
  return text
}

function expiryOf(form: Form, now: Date): number {
  const seconds = Math.floor(now.getTime() / 1000)
  const at = wholeIn(form, 'expires_at') ?? seconds + MOST_SECONDS
  if (at < seconds + LEAST_SECONDS - LEEWAY_SECONDS || at > seconds + MOST_SECONDS + LEEWAY_SECONDS)
    throw invalid('expires_at', 'The expiry has to be between 30 minutes and 24 hours from now.')
  return at
}
