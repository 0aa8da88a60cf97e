import { isEmail } from '#domain/emails.ts'
import { ApiError, invalid, missing, refuseOthers, unknown } from './api-error.ts'
import { expandedSession } from './api-expanded.ts'
import { passTime } from './due-tasks.ts'
import { type Form, listIn, textIn, textsIn, wholeIn } from './form.ts'
import { newCharge } from './new-charge.ts'
import { newCheckout, newSetup } from './new-session.ts'
import { type ObjectKind, type SandboxPayment, type SandboxSession, shown } from './objects.ts'
import type { InTurn, SandboxParts } from './parts.ts'
import type { ApiAnswer } from './stored-answers.ts'
import type { ListQuery } from './stored-objects.ts'

export interface ApiRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** The body, or the query of a GET. */
  readonly form: Form
  /** As sent; part of what an Idempotency-Key stands for. */
  readonly raw: string
  readonly idempotencyKey: string | undefined
}

const MOST_ON_A_PAGE = 100
const OBJECTS =
  'checkout/sessions|refunds|events|balance_transactions|payouts|customers|payment_intents|payment_methods'
const ADDRESS = new RegExp(`^/v1/(${OBJECTS})(?:/(\\w+))?(?:/(\\w+))?$`)

/** The part of Stripe's API that the product uses: each request is one transaction. */
export class SandboxApi {
  readonly #inTurn: InTurn

  constructor(inTurn: InTurn) {
    this.#inTurn = inTurn
  }

  answer(request: ApiRequest): Promise<ApiAnswer & { readonly replayed: boolean }> {
    const { idempotencyKey: key, method, path, raw } = request
    return this.#inTurn(async (parts) => {
      await passTime(parts)
      const work = () => answerTo(request, parts)
      if (method === 'POST' && key !== undefined) return parts.answers.once(key, `${path}\n${raw}`, work)
      return { ...(await work()), replayed: false }
    })
  }
}

async function answerTo({ method, path, form }: ApiRequest, parts: SandboxParts): Promise<ApiAnswer> {
  const [, object = '', id = '', act = ''] = ADDRESS.exec(path) ?? []
  switch (`${method} ${object}${id && '/id'}${act && `/${act}`}`) {
    case 'POST payment_intents':
      return chargeAnswer(await newCharge(form, parts))
    case 'POST checkout/sessions':
      return ok(shown(await open(form, parts)))
    case 'GET checkout/sessions/id':
      return ok(await expandedSession(await sessionOf(id, parts), listIn(form['expand']).map(String), parts))
    case 'POST checkout/sessions/id/expire':
      return ok(shown(await expire(await sessionOf(id, parts), parts)))
    case 'POST customers':
      return ok(await addCustomer(form, parts))
    case 'POST payment_methods/id/detach':
      return ok(await detach(id, parts))
    case 'GET payment_intents/id':
      return ok(await paymentOf(id, parts))
    case 'POST payment_intents/id/cancel':
      return ok(await cancel(await paymentOf(id, parts), parts))
    case 'POST refunds':
      return ok(await refund(form, parts))
    case 'GET payment_intents':
      return ok(await page('payment_intent', path, form, parts, { ref: textIn(form, 'customer') }))
    case 'GET refunds':
      return ok(await page('refund', path, form, parts, { ref: textIn(form, 'payment_intent') ?? '' }))
    case 'GET payouts':
      return ok(await page('payout', path, form, parts))
    case 'GET events':
      return ok(await page('event', path, form, parts, { types: listIn(form['types']).map(String) }))
    case 'GET balance_transactions':
      return ok(await page('balance_transaction', path, form, parts, { ref: textIn(form, 'payout') ?? '' }))
    default:
      throw new ApiError(404, { message: `Unrecognized request URL (${method}: ${path}).` })
  }
}

const ok = (body: unknown): ApiAnswer => ({ status: 200, body })

/** A decline is an error that contains the payment, which is kept nevertheless. */
function chargeAnswer(payment: SandboxPayment): ApiAnswer {
  const problem = payment.last_payment_error
  return problem ? { status: 402, body: { error: { ...problem, payment_intent: payment } } } : ok(payment)
}

async function open(form: Form, { objects, checkouts, now }: SandboxParts): Promise<SandboxSession> {
  const mode = textIn(form, 'mode')
  if (mode !== 'payment' && mode !== 'setup') throw invalid('mode', 'The sandbox makes payments and set-ups.')
  if (mode === 'payment') {
    const session = newCheckout(form, now)
    await checkouts.open(session)
    return session
  }
  const customerID = textIn(form, 'customer') ?? ''
  if (!(await objects.find('customer', customerID))) throw unknown('customer', customerID)
  const { session, setup } = newSetup(form, customerID, now)
  await objects.add(setup)
  await checkouts.open(session)
  return session
}

async function sessionOf(id: string, { objects }: SandboxParts): Promise<SandboxSession> {
  const session = await objects.find('checkout.session', id)
  if (!session) throw missing('checkout.session', id)
  return session
}

async function paymentOf(id: string, { objects }: SandboxParts): Promise<SandboxPayment> {
  const payment = await objects.find('payment_intent', id)
  if (!payment) throw missing('payment_intent', id)
  return payment
}

async function expire(session: SandboxSession, { checkouts }: SandboxParts): Promise<SandboxSession> {
  if (session.status !== 'open')
    throw new ApiError(400, { message: 'Only Checkout Sessions with a status in ["open"] can be expired.' })
  await checkouts.expire(session)
  return session
}

async function addCustomer(form: Form, { methods }: SandboxParts): Promise<unknown> {
  refuseOthers(form, ['email', 'metadata'])
  const email = textIn(form, 'email') ?? null
  if (email !== null && !isEmail(email)) throw invalid('email', `Invalid email address: ${email}`, 'email_invalid')
  return methods.addCustomer(textsIn(form, 'metadata'))
}

async function detach(id: string, { objects, methods }: SandboxParts): Promise<unknown> {
  const method = await objects.find('payment_method', id)
  if (!method) throw missing('PaymentMethod', id)
  if (method.customer === null)
    throw new ApiError(400, {
      message: 'The payment method you provided is not attached to a customer so detachment is impossible.',
    })
  await methods.detach(method)
  return shown(method)
}

/** Stripe takes back neither a payment that is made nor a debit that the bank has. */
async function cancel(payment: SandboxPayment, { payments }: SandboxParts): Promise<SandboxPayment> {
  if (payment.status !== 'requires_payment_method')
    throw new ApiError(400, {
      code: 'payment_intent_unexpected_state',
      message: `You cannot cancel this PaymentIntent because it has a status of ${payment.status}.`,
    })
  await payments.cancel(payment)
  return payment
}

async function refund(form: Form, parts: SandboxParts): Promise<unknown> {
  const payment = await paymentOf(textIn(form, 'payment_intent') ?? '', parts)
  const amount = wholeIn(form, 'amount')
  if (textIn(form, 'amount') !== undefined && amount === undefined) throw invalid('amount', 'Invalid integer')
  return parts.moneyBack.refund(payment, amount, textsIn(form, 'metadata'))
}

async function page(
  kind: ObjectKind,
  url: string,
  form: Form,
  { objects }: SandboxParts,
  query: Omit<ListQuery, 'limit'> = {},
): Promise<unknown> {
  const limit = Math.min(Math.max(wholeIn(form, 'limit') ?? 10, 1), MOST_ON_A_PAGE)
  const since = wholeIn(form, 'created', 'gte')
  const { data, hasMore } = await objects.list(kind, { ...query, since, after: textIn(form, 'starting_after'), limit })
  return { object: 'list', data: data.map(shown), has_more: hasMore, url }
}
