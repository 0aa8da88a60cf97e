import type { SandboxBalance } from './balance.ts'
import type { SandboxEvents } from './events.ts'
import { newSandboxID } from './ids.ts'
import type { SandboxPayment, SandboxProblem } from './objects.ts'
import type { StoredObjects } from './stored-objects.ts'
import type { DebitOutcome, Delivery, StoredTasks } from './stored-tasks.ts'

/** A bank debit succeeds or fails after this time, and is returned after as much again. */
export const SETTLES_AFTER_MS = 10_000

const BANK_REFUSED: SandboxProblem = {
  type: 'card_error',
  code: 'insufficient_funds',
  message: 'The customer’s bank account doesn’t have enough money.',
}

type NewPayment = Pick<SandboxPayment, 'amount' | 'metadata' | 'payment_method_types'> &
  Partial<Pick<SandboxPayment, 'customer' | 'description' | 'payment_method'>>

/** A payment's own states, of a page or of a saved method, and the events that follow. */
export class SandboxPaymentActs {
  readonly #objects: StoredObjects
  readonly #tasks: StoredTasks
  readonly #events: SandboxEvents
  readonly #balance: SandboxBalance
  readonly #now: Date

  constructor(parts: {
    readonly objects: StoredObjects
    readonly tasks: StoredTasks
    readonly events: SandboxEvents
    readonly balance: SandboxBalance
    readonly now: Date
  }) {
    this.#objects = parts.objects
    this.#tasks = parts.tasks
    this.#events = parts.events
    this.#balance = parts.balance
    this.#now = parts.now
  }

  async begin(made: NewPayment): Promise<SandboxPayment> {
    const payment: SandboxPayment = {
      customer: null,
      description: null,
      payment_method: null,
      ...made,
      id: newSandboxID('pi'),
      object: 'payment_intent',
      amount_received: 0,
      canceled_at: null,
      created: this.#seconds(),
      currency: 'aud',
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      status: 'processing',
    }
    await this.#objects.add(payment, payment.customer)
    return payment
  }

  async succeed(payment: SandboxPayment): Promise<void> {
    const { id, amount, currency } = payment
    const chargeID = newSandboxID('ch')
    const booked = await this.#balance.book('charge', chargeID, amount)
    await this.#objects.add(
      {
        id: chargeID,
        object: 'charge',
        amount,
        balance_transaction: booked.id,
        created: this.#seconds(),
        currency,
        payment_intent: id,
      },
      id,
    )
    payment.status = 'succeeded'
    payment.amount_received = amount
    payment.latest_charge = chargeID
    await this.#objects.change(payment)
    await this.#events.tell('payment_intent.succeeded', payment)
  }

  async fail(payment: SandboxPayment, problem: SandboxProblem): Promise<void> {
    payment.status = 'requires_payment_method'
    payment.last_payment_error = problem
    payment.payment_method = null
    await this.#objects.change(payment)
    await this.#events.tell('payment_intent.payment_failed', payment)
  }

  async cancel(payment: SandboxPayment): Promise<void> {
    payment.status = 'canceled'
    payment.canceled_at = this.#seconds()
    await this.#objects.change(payment)
    await this.#events.tell('payment_intent.canceled', payment)
  }

  /** @param sessionID of the page; null: an automatic charge */
  async settleLater(
    paymentID: string,
    sessionID: string | null,
    outcome: DebitOutcome,
    delivery: Delivery = 'usual',
  ): Promise<void> {
    const dueAt = this.#now.getTime() + SETTLES_AFTER_MS
    await this.#tasks.add({ do: 'settle', paymentID, sessionID, outcome, delivery }, dueAt)
  }

  /** The bank reports whether the debit worked. */
  async settle(payment: SandboxPayment, outcome: DebitOutcome): Promise<void> {
    if (outcome === 'failed') return this.fail(payment, BANK_REFUSED)
    await this.succeed(payment)
    if (outcome === 'returned')
      await this.#tasks.add({ do: 'return', paymentID: payment.id }, this.#now.getTime() + SETTLES_AFTER_MS)
  }

  #seconds = () => Math.floor(this.#now.getTime() / 1000)
}
