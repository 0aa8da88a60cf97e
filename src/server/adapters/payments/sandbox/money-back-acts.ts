import { ApiError, invalid } from './api-error.ts'
import type { SandboxBalance } from './balance.ts'
import type { SandboxEvents } from './events.ts'
import { newSandboxID } from './ids.ts'
import type { SandboxDispute, SandboxPayment, SandboxRefund } from './objects.ts'
import type { StoredObjects } from './stored-objects.ts'

/** What goes back of a payment, whoever takes it back, and the events that follow. */
export class SandboxMoneyBack {
  readonly #objects: StoredObjects
  readonly #events: SandboxEvents
  readonly #balance: SandboxBalance
  readonly #now: Date

  constructor(parts: {
    readonly objects: StoredObjects
    readonly events: SandboxEvents
    readonly balance: SandboxBalance
    readonly now: Date
  }) {
    this.#objects = parts.objects
    this.#events = parts.events
    this.#balance = parts.balance
    this.#now = parts.now
  }

  async refundedOf(paymentID: string): Promise<number> {
    const refunds = await this.#objects.of('refund', paymentID)
    return refunds.reduce((sum, { amount }) => sum + amount, 0)
  }

  disputeOf(paymentID: string): Promise<SandboxDispute | undefined> {
    return this.#objects.last('dispute', [paymentID])
  }

  async refund(
    payment: SandboxPayment,
    amount: number | undefined,
    metadata: SandboxRefund['metadata'] = {},
  ): Promise<SandboxRefund> {
    if (payment.status !== 'succeeded') throw invalid('payment_intent', 'This payment has not succeeded.')
    const left = payment.amount - (await this.refundedOf(payment.id))
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
    await this.#objects.add(refund, payment.id)
    await this.#balance.book('refund', refund.id, -refunded)
    await this.#events.tell('refund.created', refund)
    return refund
  }

  async dispute(payment: SandboxPayment): Promise<void> {
    await this.#take(payment, { reason: 'fraudulent', status: 'needs_response' })
  }

  /** The bank takes a debit back that it had paid: Stripe reports a dispute that is lost from the beginning. */
  async return(payment: SandboxPayment): Promise<void> {
    const dispute = await this.#take(payment, { reason: 'insufficient_funds', status: 'lost' })
    if (dispute) await this.#events.tell('charge.dispute.closed', dispute)
  }

  async closeDispute(payment: SandboxPayment, status: 'won' | 'lost'): Promise<void> {
    const dispute = await this.disputeOf(payment.id)
    if (dispute?.status !== 'needs_response') return
    dispute.status = status
    await this.#objects.change(dispute)
    if (status === 'won') await this.#balance.book('dispute_reversal', dispute.id, dispute.amount)
    await this.#events.tell('charge.dispute.closed', dispute)
  }

  async #take(
    payment: SandboxPayment,
    about: Pick<SandboxDispute, 'reason' | 'status'>,
  ): Promise<SandboxDispute | undefined> {
    if (payment.status !== 'succeeded' || (await this.disputeOf(payment.id))) return undefined
    const dispute: SandboxDispute = {
      ...this.#ofPayment(payment),
      ...about,
      id: newSandboxID('du'),
      object: 'dispute',
      amount: payment.amount,
      livemode: false,
    }
    await this.#objects.add(dispute, payment.id)
    await this.#balance.book('dispute', dispute.id, -dispute.amount)
    await this.#events.tell('charge.dispute.created', dispute)
    return dispute
  }

  #ofPayment({ id, currency, latest_charge }: SandboxPayment) {
    return { charge: latest_charge, created: Math.floor(this.#now.getTime() / 1000), currency, payment_intent: id }
  }
}
