import { isEmail } from '#domain/emails.ts'
import { invalid } from './api-error.ts'
import { type Form, listIn, textIn, textsIn, wholeIn } from './form.ts'
import type { SandboxLine, SandboxSession } from './objects.ts'
import { newSandboxID } from './state.ts'

const KNOWN = [
  'mode',
  'client_reference_id',
  'metadata',
  'payment_intent_data',
  'line_items',
  'adaptive_pricing',
  'submit_type',
  'success_url',
  'cancel_url',
  'expires_at',
  'customer_email',
]
const LEAST_CENTS = 50
const MOST_CENTS = 99_999_999
const MOST_LINES = 100
const LEAST_SECONDS = 30 * 60
const MOST_SECONDS = 24 * 3600
/** The client's clock and ours may differ a little. */
const LEEWAY_SECONDS = 60

/** A checkout from the fields of a request, which are checked as Stripe does. */
export function newSession(form: Form, now: Date): { session: SandboxSession; lines: SandboxLine[] } {
  const unknown = Object.keys(form).find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) throw invalid(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown')
  if (textIn(form, 'mode') !== 'payment') throw invalid('mode', 'The sandbox only makes payments.')
  const lines = linesOf(form)
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  if (amount < LEAST_CENTS) throw invalid('line_items', 'The total must be at least $0.50 aud.', 'amount_too_small')
  if (amount > MOST_CENTS) throw invalid('line_items', 'The total is too large.', 'amount_too_large')
  const email = textIn(form, 'customer_email') ?? null
  if (email !== null && !isEmail(email)) throw invalid('customer_email', 'Invalid email address.', 'email_invalid')
  const id = newSandboxID('cs_sandbox')
  const successUrl = addressIn(form, 'success_url')
  const session: SandboxSession = {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: textIn(form, 'cancel_url') === undefined ? null : addressIn(form, 'cancel_url'),
    client_reference_id: textIn(form, 'client_reference_id') ?? null,
    created: Math.floor(now.getTime() / 1000),
    currency: 'aud',
    customer_email: email,
    expires_at: expiryOf(form, now),
    livemode: false,
    metadata: textsIn(form, 'metadata'),
    mode: 'payment',
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url: successUrl,
    // The page is on the origin to which the browser returns, which is the product's own.
    url: `${new URL(successUrl).origin}${SANDBOX_PATH}${id}`,
  }
  return { session, lines }
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
