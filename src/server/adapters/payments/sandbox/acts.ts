import type { Clock } from '../../../ports.ts'
import { ApiError, invalid } from './api-error.ts'
import type { SandboxBalance } from './balance.ts'
import type { SandboxEvents } from './events.ts'
import type { SandboxDispute, SandboxPayment, SandboxRefund, SandboxSession } from './objects.ts'
import { type Delivery, newSandboxID, type SandboxState } from './state.ts'

/** A bank debit succeeds or fails after this time. */
const SETTLES_AFTER_MS = 10_000
/** In reversed order, `completed` comes this long after its result. */
const REVERSED_MS = 5000

/** What a customer, the customer's bank or the firm does at the provider, and the events that follow. */
export class SandboxActs {
  readonly #state: SandboxState
  readonly #events: SandboxEvents
  readonly #balance: SandboxBalance
  readonly #clock: Clock

  constructor(parts: {
    readonly state: SandboxState
    readonly events: SandboxEvents
    readonly balance: SandboxBalance
    readonly clock: Clock
  }) {
    this.#state = parts.state
    this.#events = parts.events
    this.#balance = parts.balance
    this.#clock = parts.clock
  }

  payByCard(session: SandboxSession, delivery: Delivery): void {
    const payment = this.#complete(session, 'succeeded')
    this.#charge(payment)
    session.payment_status = 'paid'
    this.#events.tell('checkout.session.completed', session, delivery)
  }

  payByDebit(session: SandboxSession, succeeds: boolean, delivery: Delivery): void {
    this.#complete(session, 'processing')
    if (delivery === 'reversed') {
      const completed = this.#events.note('checkout.session.completed', session)
      this.settle(session.id, succeeds, 'usual')
      this.#events.deliver(completed, REVERSED_MS)
      return
    }
    this.#events.tell('checkout.session.completed', session, delivery)
    const dueAt = this.#now() + SETTLES_AFTER_MS
    this.#state.stored.tasks.push({ do: 'settle', sessionID: session.id, succeeds, delivery, dueAt })
  }

  /** The bank reports whether the debit worked. */
  settle(sessionID: string, succeeds: boolean, delivery: Delivery): void {
    const session = this.#state.session(sessionID)
    const payment = session?.payment_intent ? this.#state.payment(session.payment_intent) : undefined
    if (!session || payment?.status !== 'processing') return
    payment.status = succeeds ? 'succeeded' : 'requires_payment_method'
    if (succeeds) {
      this.#charge(payment)
      session.payment_status = 'paid'
    }
    this.#events.tell(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session, delivery)
  }

  expire(session: SandboxSession): void {
    session.status = 'expired'
    session.url = null
    this.#events.tell('checkout.session.expired', session, 'usual')
  }

  refund(
    payment: SandboxPayment,
    amount: number | undefined,
    delivery: Delivery,
    metadata: SandboxRefund['metadata'] = {},
  ): SandboxRefund {
    if (payment.status !== 'succeeded') throw invalid('payment_intent', 'This payment has not succeeded.')
    const left = payment.amount - this.#state.refundedOf(payment.id)
    if (left === 0)
      throw new ApiError(400, { code: 'charge_already_refunded', message: 'This charge has already been refunded.' })
    const refunded = amount ?? left
    if (refunded < 1 || refunded > left)
      throw invalid(
        'amount',
        `The refund is larger than what is left of the payment (${left} cents).`,
        'amount_invalid',
      )
    const refund: SandboxRefund = {
      ...this.#ofPayment(payment),
      id: newSandboxID('re'),
      object: 'refund',
      amount: refunded,
      metadata,
      status: 'succeeded',
    }
    this.#state.stored.refunds.push(refund)
    this.#balance.book('refund', refund.id, -refunded)
    this.#events.tell('refund.created', refund, delivery)
    return refund
  }

  dispute(payment: SandboxPayment, delivery: Delivery): void {
    if (payment.status !== 'succeeded' || this.#state.disputeOf(payment.id)) return
    const dispute: SandboxDispute = {
      ...this.#ofPayment(payment),
      id: newSandboxID('du'),
      object: 'dispute',
      amount: payment.amount,
      livemode: false,
      reason: 'fraudulent',
      status: 'needs_response',
    }
    this.#state.stored.disputes.push(dispute)
    this.#balance.book('dispute', dispute.id, -dispute.amount)
    this.#events.tell('charge.dispute.created', dispute, delivery)
  }

  closeDispute(payment: SandboxPayment, status: 'won' | 'lost', delivery: Delivery): void {
    const dispute = this.#state.disputeOf(payment.id)
    if (dispute?.status !== 'needs_response') return
    dispute.status = status
    if (status === 'won') this.#balance.book('dispute_reversal', dispute.id, dispute.amount)
    this.#events.tell('charge.dispute.closed', dispute, delivery)
  }

  /** Delivers the last event about this session or its payment again. */
  deliverAgain(session: SandboxSession): void {
    const event = this.#state.stored.events.findLast(({ data: { object } }) => {
      const about = object as { id: string; payment_intent: string | null }
      return about.id === session.id || (session.payment_intent && about.payment_intent === session.payment_intent)
    })
    if (event) this.#events.deliver(event.id, 0)
  }

  /** Does what happens as time passes. @returns whether anything did */
  passTime(): boolean {
    const expired = this.#expireOld()
    return this.#balance.payOutDaily() || expired
  }

  #expireOld(): boolean {
    const old = this.#state.stored.sessions.filter(
      ({ status, expires_at }) => status === 'open' && expires_at * 1000 <= this.#now(),
    )
    old.forEach((session) => this.expire(session))
    return old.length > 0
  }

  #complete(session: SandboxSession, status: SandboxPayment['status']): SandboxPayment {
    const payment: SandboxPayment = {
      id: newSandboxID('pi'),
      object: 'payment_intent',
      amount: session.amount_total,
      created: this.#seconds(),
      currency: session.currency,
      latest_charge: null,
      livemode: false,
      metadata: session.metadata,
      status,
    }
    this.#state.stored.payments.push(payment)
    session.status = 'complete'
    session.url = null
    session.payment_intent = payment.id
    return payment
  }

  /** The product ignores this event, as Stripe also sends types that one does not subscribe to. */
  #charge(payment: SandboxPayment): void {
    payment.latest_charge = newSandboxID('ch')
    this.#balance.book('charge', payment.latest_charge, payment.amount)
    this.#events.tell('payment_intent.succeeded', payment, 'usual')
  }

  #ofPayment({ id, currency, latest_charge }: SandboxPayment) {
    return { charge: latest_charge, created: this.#seconds(), currency, payment_intent: id }
  }

  #now = () => this.#clock.now().getTime()
  #seconds = () => Math.floor(this.#now() / 1000)
}
