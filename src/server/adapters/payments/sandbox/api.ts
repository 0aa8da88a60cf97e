import { createHash } from 'node:crypto'
import type { Clock } from '../../../ports.ts'
import type { SandboxActs } from './acts.ts'
import { ApiError, invalid, missing } from './api-error.ts'
import { type Form, listIn, textIn, textsIn, wholeIn } from './form.ts'
import { newSession } from './new-session.ts'
import type { SandboxPayment, SandboxSession } from './objects.ts'
import type { SandboxState } from './state.ts'

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

const KEPT_MS = 24 * 3_600_000
const MOST_ON_A_PAGE = 100

/** The part of Stripe's API that the product uses. */
export class SandboxApi {
  readonly #state: SandboxState
  readonly #acts: SandboxActs
  readonly #clock: Clock

  constructor(state: SandboxState, acts: SandboxActs, clock: Clock) {
    this.#state = state
    this.#acts = acts
    this.#clock = clock
  }

  answer(request: ApiRequest): { readonly body: unknown; readonly replayed: boolean } {
    const { idempotencyKey: key, method, path, raw } = request
    if (method !== 'POST' || key === undefined) return { body: this.#do(request), replayed: false }
    const { answered } = this.#state.stored
    const requestHash = createHash('sha256').update(`${path}\n${raw}`).digest('hex')
    const now = this.#clock.now().getTime()
    const before = answered.find((one) => one.key === key && now - one.at < KEPT_MS)
    if (before && before.request !== requestHash)
      throw new ApiError(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      })
    if (before) return { body: before.body, replayed: true }
    const body = structuredClone(this.#do(request))
    answered.push({ key, request: requestHash, body, at: now })
    return { body, replayed: false }
  }

  #do({ method, path, form }: ApiRequest): unknown {
    this.#acts.passTime()
    const [, object = '', id = '', act = ''] =
      /^\/v1\/(checkout\/sessions|refunds|events|balance_transactions|payouts)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ??
      []
    switch (`${method} ${object}${id && '/id'}${act && `/${act}`}`) {
      case 'POST checkout/sessions':
        return this.#create(form)
      case 'GET checkout/sessions/id':
        return this.#expanded(this.#session(id), form)
      case 'POST checkout/sessions/id/expire':
        return this.#expire(this.#session(id))
      case 'POST refunds':
        return this.#refund(form)
      case 'GET refunds':
        return this.#refundsOf(form)
      case 'GET payouts':
        return this.#payouts(form)
      case 'GET events':
        return this.#events(form)
      case 'GET balance_transactions':
        return this.#bookings(form)
      default:
        throw new ApiError(404, { message: `Unrecognized request URL (${method}: ${path}).` })
    }
  }

  #create(form: Form): SandboxSession {
    const { session, lines } = newSession(form, this.#clock.now())
    this.#state.stored.sessions.push(session)
    this.#state.stored.lines[session.id] = lines
    return session
  }

  #expire(session: SandboxSession): SandboxSession {
    if (session.status !== 'open')
      throw new ApiError(400, { message: 'Only Checkout Sessions with a status in ["open"] can be expired.' })
    this.#acts.expire(session)
    return session
  }

  #refund(form: Form): unknown {
    const id = textIn(form, 'payment_intent') ?? ''
    const payment = this.#state.payment(id)
    if (!payment) throw missing('payment_intent', id)
    const amount = wholeIn(form, 'amount')
    if (textIn(form, 'amount') !== undefined && amount === undefined) throw invalid('amount', 'Invalid integer')
    return this.#acts.refund(payment, amount, 'usual', textsIn(form, 'metadata'))
  }

  #refundsOf(form: Form): unknown {
    const refunds = this.#state.stored.refunds.filter(
      ({ payment_intent }) => payment_intent === textIn(form, 'payment_intent'),
    )
    return pageOf('/v1/refunds', refunds, form)
  }

  #payouts(form: Form): unknown {
    const since = wholeIn(form, 'created', 'gte') ?? 0
    const payouts = this.#state.stored.payouts.filter(({ created }) => created >= since)
    return pageOf('/v1/payouts', payouts, form)
  }

  #events(form: Form): unknown {
    const since = wholeIn(form, 'created', 'gte') ?? 0
    const types = listIn(form['types'])
    const { events } = this.#state.stored
    const matching = events.filter(
      ({ created, type }) => created >= since && (types.length === 0 || types.includes(type)),
    )
    return pageOf('/v1/events', matching, form)
  }

  #bookings(form: Form): unknown {
    const { bookings } = this.#state.stored
    const matching = bookings.filter(({ payout }) => payout === textIn(form, 'payout'))
    return pageOf('/v1/balance_transactions', matching, form)
  }

  #session(id: string): SandboxSession {
    const session = this.#state.session(id)
    if (!session) throw missing('checkout.session', id)
    return session
  }

  #expanded(session: SandboxSession, form: Form): unknown {
    const payment = session.payment_intent === null ? undefined : this.#state.payment(session.payment_intent)
    const wanted = listIn(form['expand']).some((path) => String(path).startsWith('payment_intent'))
    return wanted && payment ? { ...session, payment_intent: this.#withCharge(payment) } : session
  }

  #withCharge(payment: SandboxPayment): unknown {
    const { amount, currency, latest_charge: charge } = payment
    if (charge === null) return payment
    const booked = this.#state.stored.bookings.find(({ source }) => source === charge) ?? null
    return {
      ...payment,
      latest_charge: { id: charge, object: 'charge', amount, currency, balance_transaction: booked },
    }
  }
}

/** Newest first, as in all lists of Stripe. */
function pageOf(url: string, rows: readonly { readonly id: string }[], form: Form): unknown {
  const limit = Math.min(Math.max(wholeIn(form, 'limit') ?? 10, 1), MOST_ON_A_PAGE)
  const after = textIn(form, 'starting_after')
  const all = rows.toReversed()
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  return { object: 'list', data: all.slice(from, from + limit), has_more: all.length > from + limit, url }
}
